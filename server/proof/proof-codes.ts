/** Business error codes of SM06, and of the gates in SM01 and SM08. */
export const CODES = {
  unqualified: 20602,
  samePerson: 20603,
  noResult: 20604,
  openMarks: 20605,
  unchecked: 20606,
  rate: 20111,
  sample: 20118,
} as const;
