import { z } from 'zod';
import { KINDS } from '../catalog/book.ts';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';

const named = z.object({ publishId: z.number(), title: z.string(), kind: z.enum(KINDS) });
export type NamedWork = z.output<typeof named>;

/** The text of a recording, and the recordings of a text: works on sale only. */
export const pairOf = endpoint('GET /cms/publish/pair/{publishId}', {
  summary: '录音对应的图书、图书的录音',
  access: 'public',
  params: z.object({ publishId: id }),
  data: z.object({ text: named.nullable(), recordings: z.array(named) }),
});
export type Pair = z.output<typeof pairOf.data>;

export const getTextWork = endpoint('GET /cms/media/text/{publishId}', {
  summary: '音像作品对应的图书',
  access: 'publish:audio:query',
  params: z.object({ publishId: id }),
  data: named.nullable(),
});

export const saveTextWork = endpoint('PUT /cms/media/text', {
  summary: '设置音像作品对应的图书',
  access: 'publish:audio:edit',
  body: z.object({ publishId: id, textPublishId: id.nullable() }),
  data: named.nullable(),
});
