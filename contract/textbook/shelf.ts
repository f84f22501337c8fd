import { z } from 'zod';
import { bookCard } from '../catalog/book.ts';
import { endpoint } from '../endpoint.ts';
import { STAGES } from '../catalog/textbook-stage.ts';

const option = z.object({ value: z.string(), total: z.number() });

/** The stages, subjects and terms of the textbooks on sale, with the number of textbooks of each. */
export const textbookFacets = endpoint('GET /cms/textbook/facets', {
  summary: '教材的筛选项',
  access: 'public',
  data: z.object({
    stages: z.array(option.extend({ value: z.enum(STAGES) })),
    subjects: z.array(option),
    terms: z.array(option),
  }),
});
export type TextbookFacets = z.output<typeof textbookFacets.data>;

/** The textbooks to which the user has a right, with the position in each; the one read last comes first. */
export const myTextbooks = endpoint('GET /cms/textbook/mine', {
  summary: '我的教材',
  access: 'signed-in',
  data: z.array(
    bookCard.extend({
      /** 0–100. */
      percent: z.number(),
      /** Epoch milliseconds until which the right holds; null without a limit. */
      validTo: z.number().nullable(),
    }),
  ),
});
