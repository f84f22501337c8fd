import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { KINDS } from '../manuscript/manuscript-limits.ts';
import { MARK_TIME_SHOWN } from './proof.ts';
import { MARK_SOURCES, STAGES } from './proof.machine.ts';

const archive = z.object({ archiveId: id });

const line = z.object({
  markId: z.number(),
  stage: z.enum(STAGES),
  round: z.number(),
  page: z.number(),
  ...MARK_TIME_SHOWN,
  source: z.enum(MARK_SOURCES),
  context: z.string(),
  wrong: z.string(),
  right: z.string(),
  note: z.string(),
  fateByName: z.string(),
  /** Number of the version that has the correction; null while the text does not have it. */
  appliedVersion: z.number().nullable(),
  /** Why the server could not write it into the text. */
  textReason: z.string(),
  /** Who confirmed that the text has it; empty when the server wrote it. */
  textByName: z.string(),
  /** Number of the proof on which it was found; null while none was checked. */
  checkedProofNo: z.number().nullable(),
  checkedByName: z.string(),
  /** Whether the present proof was made after the mark was adopted, so that the correction can be looked for on it. */
  proofIsNewer: z.boolean(),
});
export type CorrectionLine = z.output<typeof line>;

const check = z.object({
  kind: z.enum(KINDS),
  lines: z.array(line),
  /** Whether the work has a text, and a proof on paper, that must have the corrections. */
  hasText: z.boolean(),
  hasProof: z.boolean(),
  proofNo: z.number(),
  /** The composition, and whether the caller may send it back for corrections. */
  compositionId: z.number().nullable(),
  returns: z.boolean(),
  /** Whether the caller may tick lines and write corrections into the text. */
  checks: z.boolean(),
});
export type CorrectionCheck = z.output<typeof check>;

/** The adopted marks of a manuscript: whether the text and the newest proof have them. */
export const correctionCheck = endpoint('GET /press/proofread/corrections/{archiveId}', {
  summary: '改正核对',
  access: ['press:proof:list', 'press:composition:list'],
  params: archive,
  data: check,
});

/** Confirms one correction line by line: that the text has it, or that the newest proof has it. */
export const tickCorrection = endpoint('PUT /press/proofread/correction/{markId}', {
  summary: '核对一处改正',
  access: ['press:proof:check', 'press:proof:submit'],
  params: z.object({ markId: id }),
  body: z.object({ place: z.enum(['text', 'proof'], '请选择正文或校样'), done: z.boolean('请选择是否已改') }),
});

/** Writes the adopted marks that are not in the text yet into a new version; each one that cannot be placed keeps its reason. */
export const writeCorrections = endpoint('POST /press/proofread/corrections/{archiveId}', {
  summary: '把采纳的改动写入正文',
  access: 'press:proof:check',
  params: archive,
  data: z.object({ done: z.number(), left: z.number(), versionNo: z.number().nullable() }),
});
