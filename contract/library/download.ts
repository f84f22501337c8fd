import { z } from 'zod';
import { bookCard } from '../catalog/book.ts';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';

/** Records a download before the first byte is stored. Rejected without the right to the whole book. */
export const startDownload = endpoint('POST /info/download', {
  summary: '下载到本机',
  access: 'signed-in',
  body: z.object({ publishId: id, device: z.string().max(40).default('') }),
  data: z.object({
    downloadId: z.number(),
    editionId: z.number(),
    bytes: z.number(),
    files: z.number(),
    /**
     * The `l` parameter of each file address, for a background fetch without an open page. Valid for this edition for ten minutes, only
     * from the network of this request and while the user is signed in.
     */
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
    /** Current version on the server, as in the work's detail. */
    version: z.string(),
    bytes: z.number(),
    /** The track of an audio or video work; empty for a book. */
    trackTitle: z.string(),
    result: z.enum(['ok', 'failed', 'started']),
    downloadTime: z.string(),
    device: z.string(),
    /** Devices with a copy of the work, the most recently seen first. */
    devices: z.array(z.object({ deviceId: z.number(), device: z.string(), lastSeen: z.string(), current: z.boolean() })),
    /** The copy on this device was removed from another device and must be deleted here. */
    removedHere: z.boolean(),
  }),
});

export const removeDownloadDevice = endpoint('DELETE /info/download/devices/{deviceId}', {
  summary: '移除一台下载设备',
  access: 'signed-in',
  params: z.object({ deviceId: id }),
});

export const removedDownload = endpoint('PUT /info/download/removed', {
  summary: '本机已删除下载',
  access: 'signed-in',
  body: z.object({ publishId: id }),
});
