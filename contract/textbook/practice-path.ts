/** T3: exercises of a chapter, and the wrong book. */
export const PRACTICE_PATH = '/cms/main/practice';
export const WRONG_PATH = `${PRACTICE_PATH}?wrong=1`;
export const setPath = (setId: number): string => `${PRACTICE_PATH}?set=${setId}`;
/** T4: the review of the day. */
export const DAILY_REVIEW_PATH = '/cms/main/dailyReview';
