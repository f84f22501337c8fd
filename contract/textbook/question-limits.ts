export const BANK_OWNERS = { publication: '作品', teacher: '教师' } as const;
export type BankOwner = keyof typeof BANK_OWNERS;

/** With whom a bank of a teacher is shared. */
export const BANK_SHARES = { self: '只给自己', course: '同一课程的教师', teachers: '全体教师' } as const;
export type BankShare = keyof typeof BANK_SHARES;

export const QUESTION_STATUS = { draft: '草稿', ready: '可用', retired: '已停用' } as const;
export type QuestionStatus = keyof typeof QUESTION_STATUS;

/** Lengths in characters; numbers of a list. */
export const QUESTION = {
  code: 40,
  chapter: 120,
  tags: 8,
  tag: 30,
  explanation: 5_000,
  transcript: 20_000,
  shortAnswer: 5_000,
  photos: 9,
  files: 5,
  keys: 20,
  rubricRows: 20,
  setItems: 100,
  /** Hundredths of a point. */
  points: 100_000,
  /** Hundredths of a point of a new question. */
  newPoints: 200,
} as const;

/** Error codes of questions and banks. */
export const QUESTION_CODES = {
  notReady: 23801,
  foreignBank: 23802,
  notForPractice: 23803,
  usedCode: 23804,
  importDone: 23805,
  importFailed: 23806,
} as const;
/** 答案与题目不符. */
export const ANSWER_CODES = { impossible: 23506 } as const;
