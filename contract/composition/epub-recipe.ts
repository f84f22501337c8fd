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

/** What a paragraph style becomes in a book; `auto` follows the outline level and the name of the style. */
export const STYLE_ROLES = ['auto', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'body', 'quote', 'verse', 'caption'] as const;
export type StyleRole = (typeof STYLE_ROLES)[number];
export const STYLE_ROLE_NAMES: Readonly<Record<StyleRole, string>> = {
  auto: '自动判断',
  h1: '一级标题',
  h2: '二级标题',
  h3: '三级标题',
  h4: '四级标题',
  h5: '五级标题',
  h6: '六级标题',
  body: '正文',
  quote: '引文',
  verse: '诗行',
  caption: '图注',
};

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
  /** What the editor decided about lines of the import sheet, by their key. */
  decisions: z
    .array(z.object({ key: z.string().max(200, '导入单有变化，请刷新后重新决定'), choice: z.enum(['keep', 'drop'], '请选择保留或删去') }))
    .max(1000, '需要决定的内容太多，请先在原稿里改好')
    .default([]),
  /** What paragraph styles become, by their name; works of one series begin with those of the newest one. */
  styles: z
    .array(z.object({ name: z.string().min(1, '缺少样式名').max(255, '样式名过长'), role: z.enum(STYLE_ROLES, '请选择样式的用途') }))
    .max(500, '样式太多，请先在原稿里合并样式')
    .default([]),
});
export type EpubRecipe = z.output<typeof epubRecipe>;
