/** Words that names, comments and test titles must not use, with the term to use instead. */
export const REJECTED_WORDS: Readonly<Record<string, string>> = {
  house: 'context, application or server',
  desk: 'admin',
  refusal: 'AppError or error',
  refuse: 'reject',
  plant: 'seed',
  planted: 'seeded',
  essentials: 'defaults',
  wish: 'pending action',
  sought: 'search term',
  whoever: 'the user who',
  whosoever: 'the user who',
  anew: 'again',
  unsealed: 'decrypted or verified',
  outgrown: 'overflowing',
  amiss: 'wrong',
  stranger: 'another user',
};
