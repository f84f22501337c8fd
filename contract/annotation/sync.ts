import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';

/**
 * What a reader writes beside his books. Every device keeps it first and sends it when it can; the server puts the
 * versions of all devices together. One object is one mark, word, erratum, day of reading or look.
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
/** Other texts of one note. */
export const TWINS_MOST = 20;
/** Objects of one call, and changes in one answer. */
export const SYNC_MOST = 50;
export const CHANGES_MOST = 500;

const words = (label: string, most: number) => z.string(`${label}不正确`).max(most, `${label}不能超过${most}个字`);
const number = (most: number) => z.number().int().min(0).max(most);

/** Where in a book, and the words there, to find it again in a corrected edition. */
const passage = {
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
  /** Made by the device; the same write never counts twice. */
  clientId: z.string().regex(/^[\w-]{4,36}$/, '编号不正确'),
  /** The version of the server this one was written over; 0 for a new object. */
  base: number(Number.MAX_SAFE_INTEGER),
  /** Logical clock of the write: the highest wins where versions cannot stand side by side. */
  clock: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  deleted: z.boolean(),
};

const object = <K extends string, S extends z.ZodRawShape>(kind: K, shape: S) => z.object({ kind: z.literal(kind), ...versioned, ...shape });

/** The other text of a note that was changed on two devices at once. */
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
  /** Of the book, for the order of a list; 0-100. */
  percent: z.number().min(0).max(100),
};
const wordShape = {
  ...passage,
  text: words('生词', WORD_MOST).min(1, '请先选中一个词'),
  sentence: words('例句', SENTENCE_MOST),
  meaning: words('释义', MEANING_MOST),
  /** 0 is new or forgotten; each time it is known it goes one up. */
  box: number(6),
  /** Epoch milliseconds. */
  dueAt: number(Number.MAX_SAFE_INTEGER),
  reviews: number(100_000),
};
const dayShape = {
  day: z.iso.date('日期不正确'),
  seconds: number(86_400),
  pages: number(100_000),
  /** Works whose last page was reached that day. */
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
   * `settle`: the reader has seen the other texts of the note and decided. `twins`: those texts, where he has not; of a note
   * that was deleted the house no longer has them, and a delete is taken back whole.
   */
  object('mark', { ...markShape, settle: z.boolean(), twins: z.array(twin).max(TWINS_MOST, '笔记版本过多').optional() }),
  /** `meant`: the meaning was written on this device; else it came along as the device knew it. */
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
    /** The server's number of this version. */
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
 * Takes what a device wrote and answers what the devices of this reader have changed since `cursor`, its own writes
 * among it. Sent twice, a write counts once. `refused` are objects that can never be taken, with the reason.
 */
export const syncAnnotations = endpoint('POST /info/annotation/sync', {
  summary: '同步笔记、生词与阅读时间',
  access: 'signed-in',
  body: z.object({
    /** Of this browser, for ever the same. */
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
