import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, integer, optionalText, reference, shown, shownNumber, shownOther, text } from '../field.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { track } from '../media/track.ts';
import { id } from '../page.ts';
import { PLACED_KINDS, TEXTBOOK, type PlacedKind } from './textbook-limits.ts';

const KINDS = Object.keys(PLACED_KINDS) as [PlacedKind, ...PlacedKind[]];

/** E120: what is placed at the paragraphs of a textbook, for the staff. The server fills in the edition. */
export const placedMedia = crud('/textbook/placed', {
  name: '随文内容',
  permission: 'textbook:textbook',
  key: 'placedId',
  title: 'label',
  fields: {
    publishId: reference('教材', { required: true, fixedOnceSaved: true }),
    kind: choice('类型', 'textbook_placed_kind', KINDS),
    label: text('名称', TEXTBOOK.label),
    mediaId: reference('音视频'),
    setId: reference('练习'),
    fileId: reference('文件'),
    documentIndex: integer('章', 0, 9_999),
    cfi: optionalText('位置', 500),
    quote: optionalText('段首文字', TEXTBOOK.quote, undefined, { help: '更换版本后按这段文字找回位置；留空放在章末' }),
    orderNum: integer('顺序', 0, 9_999, 0),
  },
  shown: {
    target: shown('内容'),
    chapterTitle: shown('章名'),
    editionId: shownNumber('版本'),
    lost: shownOther('位置已丢失', z.boolean()),
  },
  filter: { publishId: 'equal', kind: 'equal' },
  sort: ['documentIndex', 'orderNum'],
  calls: ['list', 'get', 'add', 'edit', 'remove'],
  access: { list: 'textbook:textbook:query', add: 'textbook:textbook:edit', remove: 'textbook:textbook:edit' },
});

/** What the page view and the check list of a textbook need. */
export const textbookCheck = endpoint('GET /textbook/textbook/check/{publishId}', {
  summary: '教材的章节与检查',
  access: 'textbook:textbook:query',
  params: z.object({ publishId: id }),
  data: z.object({
    title: z.string(),
    /** Null until an edition was prepared. */
    editionId: z.number().nullable(),
    /** Number of chapters that everybody may read. */
    trialChapters: z.number(),
    chapters: z.array(
      z.object({
        index: z.number(),
        title: z.string(),
        href: z.string(),
        placed: z.number(),
        /** No recording is placed in it. */
        silent: z.boolean(),
      }),
    ),
    /** Items whose paragraph does not exist in the current edition. */
    lost: z.array(z.object({ placedId: z.number(), label: z.string(), quote: z.string() })),
    /** Tracks of the textbook that are ready but placed nowhere. */
    unplaced: z.array(z.object({ mediaId: z.number(), title: z.string() })),
  }),
});

/** An item at a paragraph, for readers. */
export const placedItem = z.object({
  placedId: z.number(),
  kind: z.enum(KINDS),
  label: z.string(),
  documentIndex: z.number(),
  /** A position near the paragraph; it decides between equal quotes. May be empty. */
  cfi: z.string(),
  /** The beginning of the paragraph; empty for the end of the chapter. */
  quote: z.string(),
  /** The paragraph does not exist in this edition: shown at the end of the chapter. */
  lost: z.boolean(),
  /** Everybody may open it: its chapter belongs to the trial. */
  isFree: z.boolean(),
  track: track.nullable(),
  file: z.object({ name: z.string(), bytes: z.number() }).nullable(),
  set: z.object({ setId: z.number(), questions: z.number() }).nullable(),
});
export type PlacedItem = z.output<typeof placedItem>;

/** The items of a textbook on sale, in the order of the text. Also for readers who hold a right to a work that is not on sale. */
export const placedIn = endpoint('GET /cms/textbook/placed/{publishId}', {
  summary: '教材的随文内容',
  access: 'public',
  params: z.object({ publishId: id }),
  data: z.object({ publishId: z.number(), editionId: z.number(), items: z.array(placedItem) }),
});
export type PlacedInBook = z.output<typeof placedIn.data>;

/** A placed file. Needs the right to its chapter. */
export const placedFile = endpoint('GET /cms/textbook/file/{placedId}', {
  summary: '教材的随文资料',
  access: 'public',
  params: z.object({ placedId: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
