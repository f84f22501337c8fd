/** Business error codes of SM02, SM03 and of the rules of topics on SM01. */
export const CODES = {
  declared: 20103,
  notApproved: 20104,
  noRecord: 20107,
  noCategory: 20202,
  own: 20203,
  sessionHeld: 20204,
  notCarried: 20205,
  notMajor: 20206,
  incomplete: 20207,
  tooFew: 20302,
  noQuorum: 20303,
  notVoted: 20304,
  minutesIncomplete: 20305,
  ownVote: 20306,
} as const;
