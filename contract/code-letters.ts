/** Characters of join codes and access codes: without 0, 1, I and O. */
export const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
