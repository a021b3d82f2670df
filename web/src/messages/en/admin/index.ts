// The texts of the admin in English. Loaded by the admin only.
export const admin = {};
