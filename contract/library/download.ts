import { z } from 'zod';
import { bookCard } from '../catalog/book.ts';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';

/** Recorded before the first byte is kept; refused without the right to the whole book. */
export const startDownload = endpoint('POST /info/download', {
  summary: '下载到本机',
  access: 'signed-in',
  body: z.object({ publishId: id, device: z.string().max(40).default('') }),
  data: z.object({
    downloadId: z.number(),
    editionId: z.number(),
    bytes: z.number(),
    files: z.number(),
    /** For a browser that fetches by itself, `l` of each file's address: opens this edition while the person is signed in, 12 hours at most. */
    link: z.string(),
    /** Epoch milliseconds until which the copy may be read; null without a limit. */
    validTo: z.number().nullable(),
  }),
});

export const finishDownload = endpoint('PUT /info/download', {
  summary: '下载结果',
  access: 'signed-in',
  body: z.object({ downloadId: id, result: z.enum(['ok', 'failed']) }),
});

export const myDownloads = endpoint('GET /info/download/mine', {
  summary: '我的下载',
  access: 'signed-in',
  query: paging,
  row: bookCard.extend({
    editionId: z.number(),
    /** Of what the house has now, as in the work's detail. */
    version: z.string(),
    bytes: z.number(),
    /** The track of an audio or video work; empty of a book. */
    trackTitle: z.string(),
    result: z.enum(['ok', 'failed', 'started']),
    downloadTime: z.string(),
    device: z.string(),
  }),
});
