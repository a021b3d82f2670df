// The texts of the admin in English. Loaded by the admin only.
import { uploads } from './uploads';

export const admin = { uploads };
