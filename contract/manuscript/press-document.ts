import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id } from '../page.ts';

const file = { access: 'signed-in', file: true, timeout: DOWNLOAD_TIMEOUT_MS } as const;

/** The notice that a manuscript was adopted, for its authors and the staff; from the default template, like the others here. */
export const acceptanceFile = endpoint('GET /cms/archive/acceptance/{archiveId}', {
  ...file,
  summary: '采用通知',
  params: z.object({ archiveId: id }),
});

/** The licence for one material, to be signed by its rights owner. `position` counts the lines of the stored list from 1. */
export const authorisationFile = endpoint('GET /press/editor/authorisation/{archiveId}/{position}', {
  ...file,
  summary: '授权书',
  params: z.object({ archiveId: id, position: id }),
});

/** A letter to the author on paper, for the staff. */
export const letterFile = endpoint('GET /cms/archive/letter/file/{letterId}', { ...file, summary: '下载通知', params: z.object({ letterId: id }) });
