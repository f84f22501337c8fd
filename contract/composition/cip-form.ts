import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { flag, id } from '../page.ts';
import { visible } from '../visible-text.ts';

const AUTHORS_MOST = 50;
export const SUBJECTS_MOST = 8;

/** What the editor writes in the application. At first the values are those of the manuscript, the topic and the library of authors. */
export const cipAddition = z.object({
  /** Country, or dynasty, of each author in their order: 美, 清. */
  nations: z.array(visible('国别或朝代不正确').max(20, '国别或朝代不能超过20个字')).max(AUTHORS_MOST, '作者太多').default([]),
  /** Number of the edition: 1 is 第1版. */
  edition: z.number('版次须是整数').int('版次须是整数').min(1, '版次从1开始').max(99, '版次不能超过99').default(1),
  series: visible('丛书名不正确').max(60, '丛书名不能超过60个字').default(''),
  clcCode: visible('中图分类号不正确')
    .max(20, '中图分类号不能超过20个字')
    .regex(/^$|^[A-Z][A-Z\d./()"-]*$/i, '中图分类号形如 I247.5')
    .default(''),
  subjects: z
    .array(visible('主题词不正确').min(1, '请删去空的主题词').max(30, '一个主题词不能超过30个字'))
    .max(SUBJECTS_MOST, `主题词最多${SUBJECTS_MOST}个`)
    .default([]),
  summary: visible('内容提要不正确').max(1000, '内容提要不能超过1000个字').default(''),
  readers: visible('读者对象不正确').max(200, '读者对象不能超过200个字').default(''),
});
export type CipAddition = z.output<typeof cipAddition>;

const one = z.object({ compositionId: id });

const form = z.object({
  /** Names and functions of the authors, in the order of `addition.nations`. */
  authors: z.array(z.object({ name: z.string(), role: z.string() })),
  /** The values of the editor, else those of the work. */
  addition: cipAddition,
  /** The other fields of the form as printed; an empty one is missing or optional. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Required fields without a value, and where to write each. */
  missing: z.array(z.object({ name: z.string(), where: z.string() })),
  cipNo: z.string(),
  writes: z.boolean(),
  version: z.number(),
});
export type CipForm = z.output<typeof form>;

/** The application for 图书在版编目数据 of a composition, checked before it is made. */
export const cipForm = endpoint('GET /press/composition/cip/{compositionId}', {
  summary: 'CIP申请表',
  access: 'press:composition:list',
  params: one,
  data: form,
});

export const saveCipForm = endpoint('PUT /press/composition/cip', {
  summary: '保存CIP申请表',
  access: ['press:composition:final', 'press:composition:release'],
  body: cipAddition.extend({ compositionId: id, version: z.number('缺少版本号，请刷新后重试').int() }),
  data: z.object({ version: z.number() }),
});

/** The application as .docx. With `draft` missing fields are marked in yellow; without it they are an error. */
export const cipFormFile = endpoint('GET /press/composition/cip/file/{compositionId}', {
  summary: '生成CIP申请表',
  access: 'press:composition:list',
  params: one,
  query: z.object({ draft: flag.default('0') }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
