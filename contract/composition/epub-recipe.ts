import { z } from 'zod';
import { visible } from '../visible-text.ts';

/** How a text is split into chapters: at headings of a level, at lines such as 第一章, not at all, or as the text suggests. */
export const SPLITS = ['auto', '1', '2', '3', 'line', 'none'] as const;
export type Split = (typeof SPLITS)[number];
export const SPLIT_NAMES: Readonly<Record<Split, string>> = {
  auto: '自动判断',
  '1': '一级标题',
  '2': '二级标题',
  '3': '三级标题',
  line: '“第…章”开头的段落',
  none: '不分章',
};
const PARTS_MOST = 200;

/** How the EPUB of a composition is made; it is kept, so that the next edition needs one press. */
export const epubRecipe = z.object({
  split: z.enum(SPLITS, '请选择分章方式').default('auto'),
  /** Parts above the chapters: the title, and the index of the first chapter, from 0. */
  parts: z
    .array(
      z.object({
        from: z.number('请选择起始的章').int('请选择起始的章').min(0, '请选择起始的章').max(10_000, '请选择起始的章'),
        title: visible('请填写篇名').min(1, '请填写篇名').max(60, '篇名不能超过60个字'),
      }),
    )
    .max(PARTS_MOST, `最多${PARTS_MOST}篇`)
    .default([]),
});
export type EpubRecipe = z.output<typeof epubRecipe>;
