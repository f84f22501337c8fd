import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { integer, money, optionalText, shown, shownNumber } from '../field.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { KINDS } from '../manuscript/manuscript-limits.ts';
import { id } from '../page.ts';
import { visible } from '../visible-text.ts';
import { COMPOSITION_EVENTS, COMPOSITION_STATES } from './composition.machine.ts';
import { epubRecipe, SPLITS, STYLE_ROLES } from './epub-recipe.ts';

const LIST = 'press:composition:list';

/** The page data that the typesetter writes. */
const LAYOUT = {
  format: optionalText('成品尺寸', 20, [/^\d{2,4}×\d{2,4}$/, '成品尺寸形如 185×260'], { help: '毫米，宽×高' }),
  sheetPages: integer('开数', 0, 128, 0),
  charsPerLine: integer('每行字数', 0, 60, 0),
  linesPerPage: integer('每面行数', 0, 60, 0),
  pages: integer('面数', 0, 10_000, 0),
  fontFamily: optionalText('正文字体', 40),
  fontSizePt: optionalText('字号（磅）', 6, [/^\d{1,2}(\.\d)?$/, '字号形如 10.5']),
};
/** What is printed in the imprint beside the page data. */
const IMPRINT = {
  binding: optionalText('装帧', 20),
  printRun: integer('印数', 0, 10_000_000, 0),
  priceFen: money('定价'),
};

/** #85: compositions. Steps and files have their own endpoints. */
export const composition = crud('/press/composition', {
  name: '排版任务',
  permission: 'press:composition',
  key: 'compositionId',
  title: 'title',
  fields: { ...LAYOUT, ...IMPRINT },
  shown: {
    archiveId: shownNumber('稿件'),
    title: shown('书名'),
    archiveNo: shown('稿件编号'),
    status: shown('状态', 'choice', { dict: 'press_composition_status' }),
    typesetterName: shown('排版'),
    editorName: shown('责任编辑'),
    proofNo: shownNumber('样次'),
    layoutWordCount: shownNumber('版面字数'),
    printSheets: shown('印张'),
    dueAt: shown('期限', 'time'),
  },
  filter: { title: 'own', status: 'equal', typesetterName: 'own' },
  sort: ['dueAt', 'pages', 'createTime', 'updateTime'],
  calls: ['list', 'get', 'export'],
});
export type Composition = z.output<typeof composition.list.row>;

const one = z.object({ compositionId: id });
const file = z.object({ archiveFileId: z.number(), fileName: z.string(), fileSize: z.number(), createTime: z.string() });

const detail = z.object({
  compositionId: z.number(),
  archiveId: z.number(),
  kind: z.enum(KINDS),
  title: z.string(),
  authorsText: z.string(),
  editorName: z.string(),
  manuscriptStatus: z.string(),
  status: z.enum(COMPOSITION_STATES),
  typesetterId: z.number().nullable(),
  typesetterName: z.string(),
  requirements: z.string(),
  format: z.string(),
  sheetPages: z.number(),
  charsPerLine: z.number(),
  linesPerPage: z.number(),
  pages: z.number(),
  fontFamily: z.string(),
  fontSizePt: z.string(),
  layoutWordCount: z.number(),
  printSheets: z.string(),
  proofNo: z.number(),
  proof: file.nullable(),
  final: file.nullable(),
  epub: file.nullable(),
  /** What the preparation of the EPUB says. */
  epubState: z.enum(['none', 'waiting', 'ready', 'failed']),
  epubMessage: z.string(),
  /** The place of the text from which an EPUB is made. */
  epubSource: z.enum(['online', 'docx', 'none']),
  isbn: z.string(),
  cipNo: z.string(),
  binding: z.string(),
  printRun: z.number(),
  priceFen: z.number(),
  wordCount: z.number(),
  pressName: z.string(),
  dueAt: z.string(),
  sentAt: z.string(),
  releasedAt: z.string(),
  releasedByName: z.string(),
  publishId: z.number().nullable(),
  /** What is still missing before the release, in words. */
  lacking: z.array(z.string()),
  log: z.array(
    z.object({ event: z.string(), fromStatus: z.string(), toStatus: z.string(), operatorName: z.string(), note: z.string(), at: z.string() }),
  ),
  can: z.array(z.enum(COMPOSITION_EVENTS)),
  /** Whether the caller may write the page data, the imprint, upload the proof, build the EPUB, and decide about the import sheet. */
  writes: z.object({ layout: z.boolean(), imprint: z.boolean(), proof: z.boolean(), epub: z.boolean(), sheet: z.boolean() }),
  version: z.number(),
});
export type CompositionDetail = z.output<typeof detail>;

export const compositionDetail = endpoint('GET /press/composition/detail/{compositionId}', {
  summary: '排版任务',
  access: LIST,
  params: one,
  data: detail,
});

const version = z.number('缺少版本号，请刷新后重试').int();

/** The page data, by the typesetter. */
export const saveLayout = endpoint('PUT /press/composition/layout', {
  summary: '保存版面参数',
  access: 'press:composition:deliver',
  body: z.object({ ...LAYOUT, compositionId: id, version }),
  data: z.object({ version: z.number() }),
});

/** The page data as .docx. */
export const layoutSheet = endpoint('GET /press/composition/layout/file/{compositionId}', {
  summary: '版式单',
  access: 'press:composition:list',
  params: z.object({ compositionId: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** Binding, print run and price, by the editor. */
export const saveImprint = endpoint('PUT /press/composition/imprint', {
  summary: '保存版权页数据',
  access: ['press:composition:final', 'press:composition:release'],
  body: z.object({ ...IMPRINT, compositionId: id, version }),
  data: z.object({ version: z.number() }),
});

/** The proof as PDF; the files before it stay as superseded ones. */
export const uploadProof = endpoint('POST /press/composition/proof/{compositionId}', {
  summary: '上传校样',
  access: 'press:composition:deliver',
  params: one,
  multipart: true,
  data: file,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

const sheet = z.object({
  /** Why no EPUB can be made, in words; empty when one can. */
  blocked: z.string(),
  /** Number of beginnings of chapters for each way to split. */
  counts: z.record(z.enum(['1', '2', '3', 'line']), z.number()),
  recipe: epubRecipe,
  chapters: z.array(z.object({ title: z.string(), characters: z.number() })),
  characters: z.number(),
  notes: z.number(),
  tables: z.number(),
  pictures: z.number(),
  /** Pictures that a book cannot show, such as charts. */
  lost: z.number(),
  /** What the book does not have as the manuscript has it. */
  findings: z.array(
    z.object({
      key: z.string(),
      place: z.string(),
      excerpt: z.string(),
      words: z.string(),
      /** What the editor must do before the book is built: choose whether the text stays, confirm the loss, or nothing. */
      asks: z.enum(['choice', 'confirmation', 'nothing']),
    }),
  ),
  /** Texts in which the book and the manuscript differ without a line above; with one of them no book is made. */
  differences: z.array(z.object({ place: z.string(), manuscript: z.string(), book: z.string() })),
  /** The paragraph styles of a document with a sample, and what each becomes. */
  styles: z.array(z.object({ name: z.string(), count: z.number(), sample: z.string(), role: z.enum(STYLE_ROLES) })),
  /** The first chapters as the page of a phone: HTML without scripts and pictures. */
  preview: z.string(),
});
export type EpubSheet = z.output<typeof sheet>;

/** What the final text has, and how it would be split: shown before an EPUB is built. */
export const epubSheet = endpoint('GET /press/composition/epub/{compositionId}', {
  summary: '电子版导入单',
  access: LIST,
  params: one,
  query: z.object({ split: z.enum(SPLITS, '请选择分章方式').optional() }),
  data: sheet,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** Builds an EPUB from the final text, the online text or the newest .docx; without a recipe by the last one. */
export const buildEpub = endpoint('POST /press/composition/epub/{compositionId}', {
  summary: '生成EPUB',
  access: ['press:composition:deliver', 'press:composition:final'],
  params: one,
  body: epubRecipe.nullish(),
  data: z.object({
    archiveFileId: z.number(),
    chapters: z.number(),
    characters: z.number(),
    /** What the conversion left out, in words. */
    left: z.array(z.string()),
  }),
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** Keeps the decisions about the import sheet without building the EPUB: they are needed before the manuscript is sent to the typesetter. */
export const saveEpubRecipe = endpoint('PUT /press/composition/epub/{compositionId}', {
  summary: '保存导入单',
  access: ['press:composition:deliver', 'press:composition:final'],
  params: one,
  body: epubRecipe,
});

/** Sends the manuscript back to its editor because of what the import sheet shows. */
export const returnManuscript = endpoint('PUT /press/composition/epub/return/{compositionId}', {
  summary: '退回编辑',
  access: ['press:composition:deliver', 'press:composition:final'],
  params: one,
  body: z.object({ reason: visible('请填写退回的理由').min(5, '请填写退回的理由，至少5个字').max(500, '不能超过500个字') }),
});

const correction = z.object({
  markId: z.number(),
  context: z.string(),
  wrong: z.string(),
  right: z.string(),
  note: z.string(),
  readerName: z.string(),
  createTime: z.string(),
  /** Number of the version that has the correction; null while it is not written. */
  appliedVersion: z.number().nullable(),
});
export type Correction = z.output<typeof correction>;

/** Errors that readers found in the published work and the editors accepted. */
export const corrections = endpoint('GET /press/composition/correction/{compositionId}', {
  summary: '读者指出的差错',
  access: LIST,
  params: one,
  data: z.array(correction),
});

/** Writes accepted corrections into a new version of the final text and builds the EPUB again; what is not found once is named. */
export const applyCorrections = endpoint('POST /press/composition/correction/{compositionId}', {
  summary: '改入正文并重新生成EPUB',
  access: ['press:composition:deliver', 'press:composition:final'],
  once: true,
  params: one,
  body: z.object({ markIds: z.array(id).min(1, '请选择要改的差错').max(500, '一次最多改500处') }),
  data: z.object({
    done: z.array(z.number()),
    skipped: z.array(z.object({ id: z.number(), reason: z.string() })),
    versionNo: z.number().nullable(),
  }),
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** SM07. `typesetterId` and `requirements` belong to `send` and `transfer`. */
export const compositionEvent = endpoint('PUT /press/composition/{event}/{compositionId}', {
  summary: '排版流转',
  access: ['press:composition:send', 'press:composition:deliver', 'press:composition:final', 'press:composition:release'],
  params: one.extend({ event: z.enum(COMPOSITION_EVENTS, '没有这个操作') }),
  body: z
    .object({
      reason: visible().max(500, '不能超过500个字').nullish(),
      typesetterId: id.nullish(),
      requirements: visible().max(1000, '排版要求不能超过1000个字').nullish(),
    })
    .nullish(),
});

const typesetter = z.object({ userId: z.number(), nickName: z.string(), load: z.number() });
export type Typesetter = z.output<typeof typesetter>;

export const typesetters = endpoint('GET /press/composition/people', {
  summary: '排版人员',
  access: 'press:composition:send',
  data: z.array(typesetter),
});
