import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';

/**
 * Annotations of a reader. Every device stores them locally first and sends them when it can; the server merges the
 * versions of all devices. One object is one mark, word, erratum, day of reading or look (display settings).
 */
export const COLOURS = ['yellow', 'green', 'blue', 'pink', 'purple'] as const;
export const MARK_TYPES = ['bookmark', 'highlight', 'note'] as const;
export const ERRATUM_STATES = ['pending', 'accepted', 'rejected'] as const;
export type Colour = (typeof COLOURS)[number];
export type MarkType = (typeof MARK_TYPES)[number];
export type ErratumState = (typeof ERRATUM_STATES)[number];

/** Characters. */
export const QUOTE_MOST = 2000;
export const NOTE_MOST = 1000;
export const BESIDE_MOST = 64;
export const WORD_MOST = 60;
export const SENTENCE_MOST = 400;
export const MEANING_MOST = 500;
export const WRONG_MOST = 500;
/** Maximum number of conflicting texts of one note. */
export const TWINS_MOST = 20;
/** Maximum number of objects in one call, and of changes in one answer. */
export const SYNC_MOST = 50;
export const CHANGES_MOST = 500;

const words = (label: string, most: number) => z.string(`${label}不正确`).max(most, `${label}不能超过${most}个字`);
const number = (most: number) => z.number().int().min(0).max(most);

/** The position in a book and the text there, to find the passage again in a corrected edition. */
export const passage = {
  publishId: id,
  editionId: number(Number.MAX_SAFE_INTEGER),
  documentIndex: number(5000),
  chapterTitle: words('章名', 200),
  cfi: z
    .string()
    .max(500, '位置过长')
    .regex(/^epubcfi\(.+\)$/, '位置不正确'),
  text: words('摘录', QUOTE_MOST),
  before: words('上文', BESIDE_MOST),
  after: words('下文', BESIDE_MOST),
};
export type Passage = z.output<z.ZodObject<typeof passage>>;

const versioned = {
  /** Created by the device. The same write is never applied twice. */
  clientId: z.string().regex(/^[\w-]{4,36}$/, '编号不正确'),
  /** The server version that this write is based on; 0 for a new object. */
  base: number(Number.MAX_SAFE_INTEGER),
  /** Logical clock of the write: the highest wins where versions cannot be kept side by side. */
  clock: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  deleted: z.boolean(),
};

const object = <K extends string, S extends z.ZodRawShape>(kind: K, shape: S) => z.object({ kind: z.literal(kind), ...versioned, ...shape });

/** The conflicting text of a note that was changed on two devices at once. */
const twin = z.object({
  note: words('笔记', NOTE_MOST),
  colour: z.enum(COLOURS),
  device: words('设备名', 40),
  clock: number(Number.MAX_SAFE_INTEGER),
});

const markShape = {
  ...passage,
  type: z.enum(MARK_TYPES, '笔记类型不正确'),
  note: words('笔记', NOTE_MOST),
  colour: z.enum(COLOURS, '颜色不正确'),
  /** Position in the book in percent, 0-100, for sorting a list. */
  percent: z.number().min(0).max(100),
};
const wordShape = {
  ...passage,
  text: words('生词', WORD_MOST).min(1, '请先选中一个词'),
  sentence: words('例句', SENTENCE_MOST),
  meaning: words('释义', MEANING_MOST),
  /** Learning level: 0 is new or forgotten; each correct answer adds one. */
  box: number(6),
  /** Epoch milliseconds. */
  dueAt: number(Number.MAX_SAFE_INTEGER),
  reviews: number(100_000),
};
const dayShape = {
  day: z.iso.date('日期不正确'),
  seconds: number(86_400),
  pages: number(100_000),
  /** Ids of the works finished that day. */
  finished: z.array(id).max(100),
};
const lookShape = {
  /** 0: for all books. */
  publishId: number(Number.MAX_SAFE_INTEGER),
  look: z
    .record(z.string().max(30), z.union([z.string().max(60), z.number(), z.boolean()]))
    .refine((look) => Object.keys(look).length <= 40, '设置过多'),
};
const erratumShape = {
  ...passage,
  text: words('原文', QUOTE_MOST).min(1, '请先选中有错的文字'),
  wrong: words('说明', WRONG_MOST).min(1, '请写明哪里有错'),
};

const written = z.discriminatedUnion('kind', [
  /**
   * `settle`: the reader has seen the conflicting texts of the note and decided. `twins`: the texts that are not yet decided.
   * The server no longer has the texts of a deleted note, so undoing a delete sends all of them.
   */
  object('mark', { ...markShape, settle: z.boolean(), twins: z.array(twin).max(TWINS_MOST, '笔记版本过多').optional() }),
  /** `meant`: the meaning was written on this device; otherwise the device sends the meaning it already had. */
  object('word', { ...wordShape, meant: z.boolean().default(true) }),
  object('day', dayShape),
  object('look', lookShape),
  object('erratum', erratumShape),
]);

const known = <K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.object({
    kind: z.literal(kind),
    clientId: z.string(),
    clock: z.number(),
    deleted: z.boolean(),
    /** Server sequence number of this version. */
    seq: z.number(),
    device: z.string(),
    createTime: z.string(),
    updateTime: z.string(),
    ...shape,
  });

const change = z.discriminatedUnion('kind', [
  known('mark', { ...markShape, twins: z.array(twin) }),
  known('word', wordShape),
  known('day', dayShape),
  known('look', lookShape),
  known('erratum', { ...erratumShape, status: z.enum(ERRATUM_STATES), reply: z.string(), replyTime: z.string() }),
]);

export type Written = z.output<typeof written>;
export type Change = z.output<typeof change>;
export type Twin = z.output<typeof twin>;
export type Kind = Written['kind'];

/**
 * Stores what a device wrote and returns all changes of this reader since `cursor`, including its own writes. Repeated
 * writes are applied once. `refused` lists the objects that can never be accepted, with the reason.
 */
export const syncAnnotations = endpoint('POST /info/annotation/sync', {
  summary: '同步笔记、生词与阅读时间',
  access: 'signed-in',
  body: z.object({
    /** Fixed id of this browser. */
    deviceId: z.string().regex(/^[\w-]{8,36}$/, '设备编号不正确'),
    device: z.string().max(40, '设备名过长'),
    cursor: number(Number.MAX_SAFE_INTEGER),
    objects: z.array(written).max(SYNC_MOST, `一次最多同步${SYNC_MOST}条`),
  }),
  data: z.object({
    changes: z.array(change),
    cursor: z.number(),
    more: z.boolean(),
    refused: z.array(z.object({ clientId: z.string(), why: z.string() })),
  }),
});
