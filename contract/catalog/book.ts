import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';
import { FACET_LENGTH, STAGES } from './textbook-stage.ts';

export const KINDS = ['book', 'textbook', 'audio', 'video', 'paper'] as const;

/** Data of the drawn cover; `url` is empty until somebody uploads a cover or the book contains one. */
export const cover = z.object({
  url: z.string(),
  /** Kind of drawing: 文学 语言 教材 编辑出版 童书. */
  drawing: z.enum(['lit', 'lang', 'text', 'pub', 'kids']),
  /** Colour set by an editor: 0-11 and A-E; empty derives it from the title. */
  colour: z.string(),
  format: z.enum(['', 'A', 'B', 'C', 'D', 'E']),
});
export type Cover = z.output<typeof cover>;

/** What the card of a textbook shows besides. */
export const textbookCard = z.object({
  courseName: z.string(),
  stage: z.enum(STAGES),
  subject: z.string(),
  gradeTerm: z.string(),
  /** Placed recordings and films, and placed exercises. */
  media: z.number(),
  exercises: z.number(),
});

export const bookCard = z.object({
  publishId: z.number(),
  kind: z.enum(KINDS),
  title: z.string(),
  subtitle: z.string(),
  authorsText: z.string(),
  cover,
  /** One line: why this book is recommended. */
  brief: z.string(),
  isFree: z.boolean(),
  salePriceFen: z.number(),
  trialChapters: z.number(),
  typeName: z.string(),
  /** Mean score, one decimal; 0 without scores. */
  scoreAvg: z.number(),
  scoreCount: z.number(),
  /** `yyyy-MM-dd` */
  publishDate: z.string(),
  isNew: z.boolean(),
  downloadable: z.boolean(),
  /** Of textbooks only. */
  textbook: textbookCard.optional(),
});
export type BookCard = z.output<typeof bookCard>;

export const chapter = z.object({
  /** Index in the reading order, from 0; also the number of the document in the prepared book. */
  index: z.number(),
  title: z.string(),
  level: z.number(),
  characters: z.number(),
  isFree: z.boolean(),
});
export type Chapter = z.output<typeof chapter>;

export const bookDetail = bookCard.extend({
  translator: z.string(),
  pressName: z.string(),
  isbn: z.string(),
  language: z.string(),
  listPriceFen: z.number(),
  edition: z.number(),
  /** Sanitised HTML. */
  intro: z.string(),
  authorIntro: z.string(),
  tags: z.array(z.string()),
  characters: z.number(),
  viewNum: z.number(),
  collectNum: z.number(),
  readerNum: z.number(),
  chapters: z.array(chapter),
  /** The prepared edition; null when the work cannot be read yet. */
  editionId: z.number().nullable(),
  /**
   * Identifies the source file of the text. It changes when the publisher corrects the file and stays the same when an edition is rebuilt
   * from it; '' without a text.
   */
  version: z.string(),
  /** Bytes of the whole prepared book, shown before a download. */
  bytes: z.number(),
  /** Custom fields of the publisher, as a reader sees them. */
  more: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Shops that sell the printed book, with their page; absent in details that a device stored before they existed. */
  paperShops: z.array(z.object({ name: z.string(), url: z.string(), priceFen: z.number() })).optional(),
  /** The campaign by which the work is sold until `until`, epoch milliseconds; absent without one. `payFen` is what the work costs alone. */
  campaign: z.object({ words: z.string(), payFen: z.number(), until: z.number() }).optional(),
});
export type BookDetail = z.output<typeof bookDetail>;

export const queryBooks = endpoint('GET /cms/publish/queryPublishList', {
  summary: '出版物列表（前台）',
  access: 'public',
  query: paging.extend({
    kind: z.enum(KINDS).optional(),
    archiveTypeId: id.optional(),
    price: z.enum(['free', 'paid']).optional(),
    language: z.string().max(10).optional(),
    recommend: z.enum(['0', '1']).optional(),
    stage: z.enum(STAGES).optional(),
    subject: z.string().max(FACET_LENGTH).optional(),
    /** Grade and term of a textbook. */
    term: z.string().max(FACET_LENGTH).optional(),
    /** Part of the title, the author or the course of a textbook. */
    text: z.string().trim().max(60).optional(),
    sort: z.enum(['new', 'hot', 'score']).default('new'),
  }),
  row: bookCard,
});

export const getBook = endpoint('GET /cms/publish/getInfo/{publishId}', {
  summary: '出版物详情（前台）',
  access: 'public',
  params: z.object({ publishId: id }),
  data: bookDetail,
});

export const similarBooks = endpoint('GET /cms/publish/querySimilar/{publishId}', {
  summary: '同类作品',
  access: 'public',
  params: z.object({ publishId: id }),
  data: z.array(bookCard),
});

export const publishedTotal = endpoint('GET /cms/publish/queryPublishTotalQuantity', { summary: '出版总量', access: 'public', data: z.number() });
export const worksTotal = endpoint('GET /cms/archive/listNum', { summary: '作品总数', access: 'public', data: z.number() });
