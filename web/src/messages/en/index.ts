// The texts of the public site in English. Those that the specification fixes stay exact. A text with a number or a name
// in it is a function: the server's engine has no Intl, so plurals are written out by hand.
export const en = {};
