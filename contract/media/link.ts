import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';

/**
 * A link to the bytes of one track, for the person who asks, ten minutes at most; visitors, and people without the
 * right to all of it, get one to the trial. The track's own address never changes, so that a kept copy answers it.
 */
export const getLink = endpoint('GET /cms/publish/media/{mediaId}', {
  summary: '取得音视频播放地址',
  access: 'public',
  params: z.object({ mediaId: id }),
  data: z.object({
    mediaId: z.number(),
    publishId: z.number(),
    url: z.string(),
    /** The same film at several sizes, as an HLS list; empty where there is none. */
    streamUrl: z.string(),
    mime: z.string(),
    /** Milliseconds. */
    expiresIn: z.number(),
    /** Milliseconds for which the right to all of it lasts yet; null without a limit, and of a trial. */
    rightMs: z.number().nullable(),
    /** False: only the trial may be played. */
    whole: z.boolean(),
    /** Seconds that may be played. */
    playSec: z.number(),
    /** WebVTT, as far as it may be played. */
    captions: z.string(),
  }),
});

/** Announces that a track is kept on this device; refused without the right to all of it. */
export const keepTrack = endpoint('POST /info/download/media', {
  summary: '下载音视频到本机',
  access: 'signed-in',
  body: z.object({ mediaId: id, device: z.string().max(40, '设备名过长').default('') }),
  data: z.object({
    /** Of its record, which `finishDownload` ends. */
    downloadId: z.number(),
    url: z.string(),
    expiresIn: z.number(),
    /** For a browser that fetches with no page open: opens parts of this very file for ten minutes, from the network that asked. */
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
