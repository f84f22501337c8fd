/** Limits of tutoring, for the forms of the site, which do not load zod. */
export const TUTOR = {
  /** Slots are open for booking this many days ahead. */
  daysAhead: 60,
  topic: 100,
  question: 2000,
  summaryMin: 50,
  summary: 2000,
  message: 1000,
  reason: 500,
  link: 200,
  /** Requests of one person that wait for an answer. */
  openRequests: 5,
  /** An applicant who cancels later than this before the start gets half of a paid fee back. */
  freeCancelHours: 24,
  weeklySlots: 70,
  exceptions: 100,
} as const;

export const TUTOR_MODES = ['online', 'text', 'offline'] as const;
export type TutorMode = (typeof TUTOR_MODES)[number];
export const MODE_NAMES: Readonly<Record<TutorMode, string>> = { online: '线上', text: '文字', offline: '线下' };
