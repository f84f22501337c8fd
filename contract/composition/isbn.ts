import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { optionalText, remark, shown, shownNumber, text } from '../field.ts';
import { id } from '../page.ts';
import { requiredText } from '../required-text.ts';
import { visible } from '../visible-text.ts';

/** A7: the pool of ISBNs. Numbers are never removed; they are reserved for a manuscript, used at its release, or voided. */
export const isbnNumber = crud('/press/isbn', {
  name: '书号',
  permission: 'publish:isbn',
  key: 'numberId',
  title: 'isbn',
  fields: {
    isbn: text('书号', 40, undefined, { fixedOnceSaved: true, help: '例如 978-7-999999-00-3' }),
    batch: optionalText('批次', 20),
    cipNo: optionalText('CIP核字号', 40, [/^\d{4}第\d{6}号$|^\d{10}$/, 'CIP核字号形如 2026第012345号']),
    remark: remark(),
  },
  shown: {
    status: shown('状态', 'choice', { dict: 'press_isbn_status' }),
    archiveId: shownNumber('稿件'),
    title: shown('书名'),
    publicationId: shownNumber('出版物'),
  },
  filter: { isbn: 'like', batch: 'like', status: 'equal' },
  sort: ['isbn', 'batch', 'createTime', 'updateTime'],
  calls: ['list', 'get', 'add', 'edit', 'export'],
});
export type IsbnNumber = z.output<typeof isbnNumber.list.row>;

/** Adds a batch, one number on a line; numbers that are wrong or known are reported and left out. */
export const importIsbns = endpoint('POST /press/isbn/batch', {
  summary: '导入书号',
  access: 'publish:isbn:add',
  once: true,
  body: z.object({
    batch: requiredText('请填写批次').max(20, '批次不能超过20个字'),
    text: requiredText('请粘贴书号，一行一个').max(50_000, '一次最多导入2000个书号'),
  }),
  data: z.object({ done: z.array(z.string()), skipped: z.array(z.object({ line: z.number(), isbn: z.string(), reason: z.string() })) }),
});

export const ISBN_EVENTS = ['reserve', 'release', 'void'] as const;
export type IsbnEvent = (typeof ISBN_EVENTS)[number];

/** `reserve` needs `archiveId`; `release` makes a reserved number free again; `void` needs a reason. */
export const isbnEvent = endpoint('PUT /press/isbn/{event}/{numberId}', {
  summary: '书号流转',
  access: 'publish:isbn:edit',
  params: z.object({ event: z.enum(ISBN_EVENTS, '没有这个操作'), numberId: id }),
  body: z.object({ archiveId: id.nullish(), reason: visible().max(200, '不能超过200个字').nullish() }).nullish(),
});
