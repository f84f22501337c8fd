/** Business error codes of SM07, and those of SM01 that the release checks. */
export const CODES = {
  notComposing: 20702,
  layoutIncomplete: 20703,
  numbersMissing: 20704,
  notRead: 20705,
  openCorrections: 20706,
  importOpen: 20707,
  permissions: 20117,
  notReleased: 20114,
} as const;
