import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';

/**
 * Returns a link to one track for the current user, valid for at most ten minutes. Anonymous visitors, and users without the
 * full right, get a link to the trial. The track's own address never changes, so a downloaded copy can answer it.
 */
export const getLink = endpoint('GET /cms/publish/media/{mediaId}', {
  summary: '取得音视频播放地址',
  access: 'public',
  params: z.object({ mediaId: id }),
  data: z.object({
    mediaId: z.number(),
    publishId: z.number(),
    url: z.string(),
    /** The same film in several sizes as an HLS playlist; empty if there is none. */
    streamUrl: z.string(),
    mime: z.string(),
    /** Milliseconds. */
    expiresIn: z.number(),
    /** Milliseconds until the full right ends; null without a limit and for a trial. */
    rightMs: z.number().nullable(),
    /** False: only the trial may be played. */
    whole: z.boolean(),
    /** Seconds that may be played. */
    playSec: z.number(),
    /** WebVTT, limited to the playable part. */
    captions: z.string(),
  }),
});

/** Announces that this device downloads a track. Rejected without the full right. */
export const keepTrack = endpoint('POST /info/download/media', {
  summary: '下载音视频到本机',
  access: 'signed-in',
  body: z.object({ mediaId: id, device: z.string().max(40, '设备名过长').default('') }),
  data: z.object({
    /** Id of the download record, which `finishDownload` completes. */
    downloadId: z.number(),
    url: z.string(),
    expiresIn: z.number(),
    /** For a background fetch without an open page: opens the parts of this file for ten minutes, only from the network of this request. */
    partsUrl: z.string(),
    mime: z.string(),
    bytes: z.number(),
    partBytes: z.number(),
    /** SHA-256 of each part, in hex. */
    parts: z.array(z.string()),
    captions: z.string(),
    /** Epoch milliseconds until which the copy may be played; null without a limit. */
    validTo: z.number().nullable(),
  }),
});
