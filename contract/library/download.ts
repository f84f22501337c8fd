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
    /**
     * `l` of each file's address, for a browser that fetches with no page open. Opens this edition for ten minutes, from the
     * network that asked, while the person is signed in.
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
    /** Of what the house has now, as in the work's detail. */
    version: z.string(),
    bytes: z.number(),
    /** The track of an audio or video work; empty of a book. */
    trackTitle: z.string(),
    result: z.enum(['ok', 'failed', 'started']),
    downloadTime: z.string(),
    device: z.string(),
    /** Devices that hold a copy of the work, the last seen first. */
    devices: z.array(z.object({ deviceId: z.number(), device: z.string(), lastSeen: z.string(), current: z.boolean() })),
    /** The copy on this device was removed on another: it is to be deleted here. */
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
