import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { KINDS } from '../manuscript/manuscript-limits.ts';
import { masterPlay, masterTrack } from '../media/master-track.ts';
import { MARK_TIME_FIELDS, MARK_TIME_SHOWN } from './proof.ts';
import { visible } from '../visible-text.ts';
import { context, place } from './mark-place.ts';

const ownMark = z.object({
  markId: z.number(),
  quote: z.string(),
  right: z.string(),
  note: z.string(),
  page: z.number(),
  place: z.string(),
  context: z.string(),
  ...MARK_TIME_SHOWN,
  /** What the editor decided: empty until then. */
  decision: z.string(),
});

const ownProof = z.object({
  archiveId: z.number(),
  title: z.string(),
  kind: z.enum(KINDS),
  status: z.enum(['open', 'done', 'ended']),
  /** The parts of a work that is heard or seen. */
  tracks: z.array(masterTrack),
  dueAt: z.string(),
  /** The proof as PDF among the files of the manuscript; null when the online text is read. */
  proofFileId: z.number().nullable(),
  content: z.string(),
  marks: z.array(ownMark),
});
export type OwnProof = z.output<typeof ownProof>;

const one = z.object({ archiveId: id });

/** The author's own proof after 二校; null when there is none. */
export const authorProof = endpoint('GET /press/proofread/author/{archiveId}', {
  summary: '作者校样',
  access: 'signed-in',
  params: one,
  data: ownProof.nullable(),
});

export const addAuthorMark = endpoint('POST /press/proofread/author/mark', {
  summary: '作者标出改动',
  access: 'signed-in',
  once: true,
  body: one.extend({
    page: z.number('请填写页码').int('页码须是整数').min(1, '页码从1开始').max(10_000, '页码过大').default(1),
    place,
    context,
    /** Empty for a point of a page; in a recording or film the mark has a time. */
    quote: visible().max(300, '选中的文字不能超过300个字').default(''),
    ...MARK_TIME_FIELDS,
    right: visible().max(300, '改为的文字不能超过300个字').default(''),
    note: visible().max(500, '说明不能超过500个字').default(''),
  }),
  data: z.object({ markId: z.number() }),
});

export const removeAuthorMark = endpoint('DELETE /press/proofread/author/mark/{markId}', {
  summary: '作者撤去改动',
  access: 'signed-in',
  params: z.object({ markId: id }),
});

/** What the author's player of a part needs, while there is an own proof. */
export const playAuthorProof = endpoint('GET /press/proofread/author/play/{archiveId}/{trackId}', {
  summary: '播放作者样带',
  access: 'signed-in',
  params: one.extend({ trackId: id }),
  data: masterPlay,
});

export const finishAuthorProof = endpoint('PUT /press/proofread/author/finish/{archiveId}', {
  summary: '作者交回校样',
  access: 'signed-in',
  params: one,
});
