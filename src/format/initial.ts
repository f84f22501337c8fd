/** Returns the first character of a name with its accents; a rare character of two code units stays whole. Never a character of markup: drawings contain it. */
export const initialOf = (name: string): string => /[^\s<&]\p{M}*/u.exec(name)?.[0] ?? '';
