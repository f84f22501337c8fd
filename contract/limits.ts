/** Numbers both sides hold to. Bytes unless a name says otherwise. */
export const KB = 1024;
export const MB = 1024 * 1024;

export const API_PREFIX = '/prod-api';
export const TOKEN_COOKIE = 'Admin-Token';

export const REQUEST_TIMEOUT_MS = 10_000;
export const CAPTCHA_TIMEOUT_MS = 20_000;
export const DOWNLOAD_TIMEOUT_MS = 1_000_000;

export const PAGE_SIZE = 20;
export const PAGE_SIZES = [10, 20, 30, 50] as const;
export const PAGE_SIZE_MAX = 500;

/** The common upload widget: 5 MB, 5 files. Publications have their own limits below. */
export const UPLOAD = {
  bytes: 5 * MB,
  files: 5,
  images: ['png', 'jpg', 'jpeg'],
  documents: ['doc', 'docx', 'ppt', 'pptx', 'txt'],
} as const;

/** An EPUB on its way in: the file, and what it may unpack to (counted while inflating). */
export const EPUB = {
  fileBytes: 300 * MB,
  entries: 5_000,
  entryBytes: 32 * MB,
  totalBytes: 512 * MB,
  ratio: 200,
  /** Below this an entry may compress as well as it likes. */
  ratioFloorBytes: 1 * MB,
  pathLength: 512,
  coverBytes: 5 * MB,
} as const;

/** Of a work's own words, as they are kept. */
export const INTRO_LENGTH = 20_000;
export const INTRO_TOO_LONG = `内容简介不能超过${INTRO_LENGTH}个字`;

/** Audio and video: one file, its captions, and how much of it may be open to everybody. */
export const MEDIA = {
  fileBytes: 2048 * MB,
  /** Endings a person may choose; what a file is, its bytes say. */
  audio: ['mp3', 'm4a', 'wav'],
  video: ['mp4', 'm4v', 'webm'],
  captionLength: 200_000,
  trialSeconds: 1_800,
  /** What is kept on a device, and verified, at once. */
  partBytes: 4 * MB,
} as const;
/** A link to one media file, for one person. */
export const MEDIA_LINK_MS = 10 * 60_000;

export const CAPTCHA_LIFE_MS = 2 * 60_000;
/** Wrong passwords of one account from one device or address. */
export const LOCK_AFTER = 5;
/** Wrong passwords of one account from all unknown devices together; known devices go on. */
export const LOCK_EVERYWHERE_AFTER = 20;
export const LOCK_MS = 10 * 60_000;
/** Failed sign-ins from one address, wrong captchas among them; known devices go on. */
export const LOCK_ADDRESS_AFTER = 30;
/** Answers that a phone number or a mail address is taken: of one person, or from one address, in an hour. */
export const TAKEN_ANSWERS = 5;
export const PASSWORD_LENGTH = { least: 8, most: 64 } as const;
export const SESSION_MS = 720 * 60_000;
/** A reading grant for a paid book's files; renewed by a call that carries the token. */
export const GRANT_MS = 10 * 60_000;
export const TRIAL_PERCENT = 10;

/** Characters of what is searched for. */
export const KEYWORD_LENGTH = 50;
/** What is answered while somebody types: asked for after a pause, from one sign of Han or two letters on. */
export const SUGGESTION = {
  waitMs: 250,
  letters: 2,
  works: 6,
  authors: 2,
  /** Questions in a minute: of a person, and of strangers from one address, behind which a whole school may be. */
  perPerson: 240,
  perAddress: 2_400,
} as const;
