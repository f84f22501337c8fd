import { z } from 'zod';
import { MEDIA_TYPES, trackChapter, TRACK_STATES } from './track.ts';

/** A part of the master of an audio or video work: what is heard and proofread before the publication. */
export const masterTrack = z.object({
  trackId: z.number(),
  orderNum: z.number(),
  mediaType: z.enum(MEDIA_TYPES),
  title: z.string(),
  fileName: z.string(),
  bytes: z.number(),
  /** Seconds, rounded up; 0 before it is ready. */
  durationSec: z.number(),
  hasCaptions: z.boolean(),
  chapters: z.array(trackChapter),
  state: z.enum(TRACK_STATES),
  /** What failed and what to do, or a remark about a file that is ready. */
  message: z.string(),
  /** The preparation can be tried again with the uploaded file. */
  mayRetry: z.boolean(),
  version: z.number(),
});
export type MasterTrack = z.output<typeof masterTrack>;

/** Most parts of one master. */
export const MASTER_TRACKS = 300;

/** What the player of a part needs: a link of some minutes for this user, and captions as WebVTT. */
export const masterPlay = z.object({ url: z.string(), mime: z.string(), captions: z.string() });
