/** Business error codes of SM01. */
export const CODES = {
  incomplete: 20102,
  topicMissing: 20104,
  editorBusy: 20105,
  noManuscript: 20106,
  noRevision: 20109,
  notClean: 20110,
  archiveIncomplete: 20112,
  signed: 20113,
  openTasks: 20115,
  openQueries: 20116,
} as const;
