/** Most characters of a comment. */
export const COMMENT_MAX = 500;
/** Replies that come with a comment; the others are requested when the reader opens them. */
export const REPLIES_SHOWN = 2;
export const COMMENT_PAGE = 20;
/** Days in which a rejected writer may appeal. */
export const APPEAL_DAYS = 7;
/** Most characters and pictures of an author's note. */
export const NOTE_MAX = 1000;
export const NOTE_IMAGES = 3;
export const REPORT_REASONS = ['abuse', 'spoiler', 'advert', 'illegal', 'privacy', 'other'] as const;
