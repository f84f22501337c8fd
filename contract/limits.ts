/** Limits shared by client and server, in bytes unless the name says otherwise. */
export const KB = 1024;
export const MB = 1024 * 1024;

export const API_PREFIX = '/prod-api';
/** Header with the key of a change that must be done once (`EndpointSpec.once`). */
export const ONCE_HEADER = 'idempotency-key';
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

/** Limits of an uploaded EPUB: the file and its unpacked size (counted while inflating). */
export const EPUB = {
  fileBytes: 300 * MB,
  entries: 5_000,
  entryBytes: 32 * MB,
  totalBytes: 512 * MB,
  ratio: 200,
  /** Entries smaller than this may have any compression ratio. */
  ratioFloorBytes: 1 * MB,
  pathLength: 512,
  coverBytes: 5 * MB,
} as const;

/** Maximum length of the introduction of a work, as stored. */
export const INTRO_LENGTH = 20_000;
export const INTRO_TOO_LONG = `内容简介不能超过${INTRO_LENGTH}个字`;

/** Audio and video: limits of one file, its captions, and its free trial. */
export const MEDIA = {
  fileBytes: 2048 * MB,
  /** File extensions that the user may choose; the real type is detected from the bytes. */
  audio: ['mp3', 'm4a', 'm4b', 'wav'],
  video: ['mp4', 'm4v', 'webm'],
  captionLength: 200_000,
  /** Maximum chapters inside one recording, and characters of their titles. */
  chapters: 1_000,
  chapterTitle: 120,
  trialSeconds: 1_800,
  /** Size of one part that is stored on a device and verified. */
  partBytes: 4 * MB,
} as const;
/** Lifetime of a link to one media file for one user. */
export const MEDIA_LINK_MS = 10 * 60_000;

export const CAPTCHA_LIFE_MS = 2 * 60_000;
/** Wrong passwords for one account from one device or address before it is locked there. */
export const LOCK_AFTER = 5;
/** Wrong passwords for one account from all unknown devices together; known devices are not locked. */
export const LOCK_EVERYWHERE_AFTER = 20;
export const LOCK_MS = 10 * 60_000;
/** Failed sign-ins from one address, including wrong captchas; known devices are not locked. */
export const LOCK_ADDRESS_AFTER = 30;
/** The same for the address of a school, from which sixty tablets may sign in at once. */
export const LOCK_SCHOOL_AFTER = 300;
/** Accounts that sign in from one address within a day, after which it counts as that of a school. */
export const SCHOOL_ACCOUNTS = 20;
/** Answers per hour that a phone number or an e-mail is taken: to one user, or to one address. */
export const TAKEN_ANSWERS = 5;
export const PASSWORD_LENGTH = { least: 8, most: 64 } as const;
export const SESSION_MS = 720 * 60_000;
/** Lifetime of the reading grant for a paid book's files; renewed by a call with the token. */
export const GRANT_MS = 10 * 60_000;
export const TRIAL_PERCENT = 10;

/** Maximum number of characters of a search term. */
export const KEYWORD_LENGTH = 50;
/** Search suggestions while typing: requested after a pause, for at least one Han character or two letters. */
export const SUGGESTION = {
  waitMs: 250,
  letters: 2,
  works: 6,
  authors: 2,
  /** Requests per minute: for a user, and for anonymous visitors from one address, which a whole school may share. */
  perPerson: 240,
  perAddress: 2_400,
} as const;
