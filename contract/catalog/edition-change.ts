import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id } from '../page.ts';
import { visible } from '../visible-text.ts';
import { EDITION_CHANGE_EVENTS } from './edition-change.machine.ts';

const sides = z.object({
  fileName: z.string(),
  bytes: z.number(),
  characters: z.number(),
  documents: z.number(),
});

/** A file that waits for a second person, beside the one that readers have now. */
const waitingChange = z.object({
  changeId: z.number(),
  proposerId: z.number(),
  proposerName: z.string(),
  at: z.string(),
  next: sides,
  now: sides.nullable(),
  /** Titles of the table of contents that only the new or only the present file has; at most 20 of each. */
  added: z.array(z.string()),
  gone: z.array(z.string()),
  /** What the caller may do. */
  can: z.array(z.enum(EDITION_CHANGE_EVENTS)),
});
export type WaitingChange = z.output<typeof waitingChange>;

export const editionChange = endpoint('GET /cms/publish/replacement/{publishId}', {
  summary: '等待确认的新文件',
  access: 'publish:publication:query',
  params: z.object({ publishId: id }),
  data: waitingChange.nullable(),
});

/** The new file itself, to be read before it is confirmed. */
export const editionChangeFile = endpoint('GET /cms/publish/replacement/file/{changeId}', {
  summary: '下载等待确认的新文件',
  access: 'publish:publication:query',
  params: z.object({ changeId: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** To confirm or decline, a user must not be the person who uploaded the file; only that user may withdraw it. */
export const decideEditionChange = endpoint('PUT /cms/publish/replacement/{event}/{changeId}', {
  summary: '确认新文件',
  access: ['publish:publication:publish', 'publish:publication:add'],
  params: z.object({ event: z.enum(EDITION_CHANGE_EVENTS, '没有这个操作'), changeId: id }),
  body: z.object({ reason: visible().max(500, '理由不能超过500个字').default('') }),
});
