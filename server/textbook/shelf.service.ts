import type { z } from 'zod';
import type { myTextbooks, TextbookFacets } from '../../contract/textbook/shelf.ts';
import { STAGES, type TextbookStage } from '../../contract/catalog/textbook-stage.ts';
import { cards } from '../catalog/book.service.ts';
import type { AppContext } from '../context.ts';
import { sharedAnswer } from '../db/shared-answer.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { countBy, ownTextbooks } from './shelf.queries.ts';

const isStage = (value: string): value is TextbookStage => STAGES.some((stage) => stage === value);

/** The filter of the textbooks on sale. */
export const facets = ({ db }: AppContext): Promise<TextbookFacets> =>
  sharedAnswer(db, 'textbook facets', ['publication', 'textbook'], async () => {
    const [stages, subjects, terms] = [await countBy(db, 'stage'), await countBy(db, 'subject'), await countBy(db, 'gradeTerm')];
    const options = (rows: typeof stages) =>
      rows
        .map(({ value, total }) => ({ value: String(value), total: Number(total) }))
        .toSorted((a, b) => b.total - a.total || a.value.localeCompare(b.value, 'zh'));
    return {
      stages: options(stages)
        .flatMap(({ value, total }) => (isStage(value) ? [{ value, total }] : []))
        .toSorted((a, b) => STAGES.indexOf(a.value) - STAGES.indexOf(b.value)),
      subjects: options(subjects),
      terms: options(terms),
    };
  });

/** The textbooks of a user, the one read last first. A right from several sources is their union. */
export async function mine(context: AppContext, { userId }: CurrentUser): Promise<z.output<typeof myTextbooks.data>> {
  const rows = await ownTextbooks(context.db, userId, Date.now());
  const books = await cards(context, [...new Set(rows.map(({ publicationId }) => publicationId))]);
  return books.map((book) => {
    const rights = rows.filter(({ publicationId }) => publicationId === book.publishId);
    const ends = rights.map(({ validTo }) => validTo ?? Infinity);
    const validTo = Math.max(...ends);
    return { ...book, percent: Number(rights[0]?.percent ?? 0) / 100, validTo: validTo === Infinity ? null : validTo };
  });
}
