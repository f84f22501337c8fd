import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id } from '../page.ts';
import { visible } from '../visible-text.ts';

export const REVISION = { points: 60, point: 1000, answer: 2000 } as const;

const point = z.object({
  pointId: z.number(),
  /** `letter`: taken from the letter of the editors; `author`: added by the author. */
  source: z.enum(['letter', 'author']),
  text: z.string(),
  answer: z.string(),
});

const revision = z.object({
  archiveId: z.number(),
  /** Number of the revision of this manuscript, from 1. */
  round: z.number(),
  points: z.array(point),
  /** The version that was sent back, and the newest one; equal until the author stores a changed text. */
  fromVersion: z.number(),
  toVersion: z.number(),
  sentAt: z.string(),
});
export type Revision = z.output<typeof revision>;

const one = z.object({ archiveId: id });

/** The open revision of the caller's manuscript; its points are taken from the letter of the decision the first time. */
export const ownRevision = endpoint('GET /cms/archive/revision/{archiveId}', {
  summary: '我的修改说明',
  access: 'signed-in',
  params: one,
  data: revision.nullable(),
});

/** Stores the draft of the answers. Points of the letter keep their text; points of the author that are not in the list are removed. */
export const saveRevision = endpoint('PUT /cms/archive/revision', {
  summary: '保存修改说明',
  access: 'signed-in',
  body: z.object({
    archiveId: id,
    points: z
      .array(
        z.object({
          pointId: id.nullable(),
          text: visible('请填写这一处改动').min(1, '请填写这一处改动').max(REVISION.point, `一条不能超过${REVISION.point}个字`),
          answer: visible().max(REVISION.answer, `答复不能超过${REVISION.answer}个字`),
        }),
      )
      .max(REVISION.points, `最多${REVISION.points}条`),
  }),
  data: revision,
});

/** All revisions that were submitted, for the staff. */
export const revisions = endpoint('GET /cms/archive/revision/list/{archiveId}', {
  summary: '修回说明',
  access: 'cms:archive:query',
  params: one,
  data: z.array(revision),
});

/** A .docx with the changes between two versions as revision marks of the author. */
export const markedCopy = endpoint('GET /cms/archive/revision/marked/{archiveId}', {
  summary: '留痕稿',
  access: 'signed-in',
  params: one,
  query: z.object({ from: id, to: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
