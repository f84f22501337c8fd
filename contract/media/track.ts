import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MEDIA } from '../limits.ts';
import { flag, id, ids } from '../page.ts';
import { requiredText } from '../required-text.ts';

export const MEDIA_TYPES = ['audio', 'video'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];
export const TRACK_STATES = ['queued', 'running', 'ready', 'failed'] as const;
/** `none`: for audio, or when the server has no program to create streams; the original file is played then. */
export const STREAM_STATES = ['none', 'waiting', 'running', 'ready', 'failed'] as const;

/** A chapter inside a recording; an empty title is shown by its number. */
export const trackChapter = z.object({ title: z.string(), startMs: z.number() });
export type TrackChapter = z.output<typeof trackChapter>;

/** One track of an audio or video work, with its public fields. */
export const track = z.object({
  mediaId: z.number(),
  publishId: z.number(),
  mediaType: z.enum(MEDIA_TYPES),
  title: z.string(),
  /** Seconds as an integer, rounded up. */
  durationSec: z.number(),
  /** Pixels; 0 for audio. */
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  hasCaptions: z.boolean(),
  /** In order; empty for a file without chapters. */
  chapters: z.array(trackChapter),
  posterUrl: z.string(),
  /** The whole track is free for everybody. */
  isFree: z.boolean(),
  /** Seconds from the start that are free for everybody. */
  trialSec: z.number(),
});
export type Track = z.output<typeof track>;

/** The same for the back office, with the results of the file analysis. */
export const adminTrack = track.extend({
  isFree: flag,
  orderNum: z.number(),
  isrc: z.string(),
  fileName: z.string(),
  mime: z.string(),
  codecs: z.string(),
  state: z.enum(TRACK_STATES),
  /** What failed and what to do; or a remark for the editor about a file that is ready. */
  message: z.string(),
  /** The same film in several sizes. */
  stream: z.object({
    state: z.enum(STREAM_STATES),
    /** What failed and what to do. */
    message: z.string(),
    /** Pixels of the shorter side of each size. */
    sizes: z.array(z.number()),
  }),
  /** The failed step can be retried: the uploaded file still exists. */
  mayRetry: z.boolean(),
  version: z.number(),
  createTime: z.string(),
});
export type AdminTrack = z.output<typeof adminTrack>;

export const tracksOf = endpoint('GET /cms/publish/tracks/{publishId}', {
  summary: '曲目与分集（前台）',
  access: 'public',
  params: z.object({ publishId: id }),
  data: z.array(track),
});

/** Path of the resumable upload (tus 1.0) of audio and video; needs `publish:audio:add`. */
export const MEDIA_UPLOAD_PATH = '/media-uploads';

export const listTracks = endpoint('GET /cms/media/list', {
  summary: '曲目与分集',
  access: 'publish:audio:query',
  query: z.object({ publishId: id }),
  row: adminTrack,
});

const title = requiredText('请输入名称').max(120, '名称不能超过120个字');

/** Adds a finished upload as a track. A second call for the same upload returns the same row. */
export const addTrack = endpoint('POST /cms/media', {
  summary: '新增曲目或分集',
  access: 'publish:audio:add',
  body: z.object({ publishId: id, uploadId: z.string('请先上传文件').regex(/^[0-9a-f]{16,64}$/, '上传编号不正确'), title }),
  data: adminTrack,
});

export const trackDraft = z.object({
  title,
  isrc: z
    .string()
    .trim()
    .regex(/^(|CN-[A-Z0-9]{3}-\d{2}-\d{5})$/, 'ISRC格式为CN-XXX-YY-NNNNN')
    .default(''),
  isFree: flag.default('0'),
  trialSec: z.coerce
    .number<number | string>('试听（试看）秒数不正确')
    .int('试听（试看）秒数须为整数')
    .min(0, '试听（试看）秒数不能为负')
    .max(MEDIA.trialSeconds, `试听（试看）最多${MEDIA.trialSeconds}秒`)
    .default(0),
  /** WebVTT; empty without captions. */
  captions: z.string().max(MEDIA.captionLength, `字幕不能超过${MEDIA.captionLength}个字`).default(''),
});

export const getTrack = endpoint('GET /cms/media/{mediaId}', {
  summary: '一段曲目或一集',
  access: 'publish:audio:query',
  params: z.object({ mediaId: id }),
  data: adminTrack.extend({ captions: z.string() }),
});

export const saveTrack = endpoint('PUT /cms/media', {
  summary: '修改曲目或分集',
  access: 'publish:audio:edit',
  body: trackDraft.extend({ mediaId: id, version: z.number('缺少版本号，请刷新后重试').int() }),
  data: adminTrack,
});

/** Retries the failed step of a track: the file analysis or the creation of its streams. */
export const retryTrack = endpoint('PUT /cms/media/retry/{mediaId}', {
  summary: '重新处理曲目或分集',
  access: 'publish:audio:edit',
  params: z.object({ mediaId: id }),
  data: adminTrack,
});

/** All tracks of a work in their new order. */
export const orderTracks = endpoint('PUT /cms/media/order', {
  summary: '曲目与分集排序',
  access: 'publish:audio:edit',
  body: z.object({ publishId: id, mediaIds: z.array(id).min(1, '没有可以排序的内容').max(500, '一次排序的内容过多') }),
});

export const removeTracks = endpoint('DELETE /cms/media/{mediaIds}', {
  summary: '删除曲目或分集',
  access: 'publish:audio:remove',
  params: z.object({ mediaIds: ids }),
});
