import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';

/** The last position in a track. The highest `clock` wins, so a write may arrive late, twice, or out of order. */
export const position = z.object({
  mediaId: z.number(),
  publishId: z.number(),
  positionMs: z.number(),
  clock: z.number(),
  device: z.string(),
  updateTime: z.string(),
});
export type MediaPosition = z.output<typeof position>;

export const myPositions = endpoint('GET /info/media/place', {
  summary: '我在一部音视频中的位置',
  access: 'signed-in',
  query: z.object({ publishId: id }),
  data: z.array(position),
});

/** Returns the stored row, which may be a newer one from another device. */
export const savePosition = endpoint('PUT /info/media/place', {
  summary: '保存播放位置',
  access: 'signed-in',
  body: z.object({
    mediaId: id,
    positionMs: z.number('位置不正确').int('位置不正确').min(0, '位置不正确').max(360_000_000, '位置不正确'),
    device: z.string().max(40, '设备名过长').default(''),
    clock: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  }),
  data: position,
});
