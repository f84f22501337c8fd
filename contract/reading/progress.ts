import { z } from 'zod';
import { bookCard } from '../catalog/book.ts';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';

/** A position in a book. The highest `clock` wins, so a write may arrive late, twice, or out of order. */
export const progress = z.object({
  publishId: z.number(),
  editionId: z.number(),
  cfi: z.string(),
  /** 0-100, two decimals, by characters. */
  percent: z.number(),
  documentIndex: z.number(),
  chapterTitle: z.string(),
  /** The text at the position, if readers now get another edition; empty otherwise. */
  words: z.string(),
  device: z.string(),
  /** Logical clock: at least one more than the highest value seen by this device, and not lower than its time in ms. */
  clock: z.number(),
  updateTime: z.string(),
});
export type Progress = z.output<typeof progress>;

export const getProgress = endpoint('GET /info/progress', {
  summary: '我在一本书中的位置',
  access: 'signed-in',
  query: z.object({ publishId: id }),
  data: progress.nullable(),
});

/** Returns the stored row, which may be a newer one from another device. */
export const saveProgress = endpoint('PUT /info/progress', {
  summary: '保存阅读位置',
  access: 'signed-in',
  body: z.object({
    publishId: id,
    editionId: id,
    cfi: z
      .string()
      .max(500, '位置过长')
      .regex(/^epubcfi\(.+\)$/, '位置不正确'),
    percent: z.number('进度不正确').min(0, '进度不正确').max(100, '进度不正确'),
    documentIndex: z.number().int().min(0).max(5000),
    device: z.string().max(40, '设备名过长').default(''),
    clock: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  }),
  data: progress,
});

export const myProgress = endpoint('GET /info/progress/mine', {
  summary: '最近阅读',
  access: 'signed-in',
  query: paging,
  row: z.object({ book: bookCard, progress }),
});
