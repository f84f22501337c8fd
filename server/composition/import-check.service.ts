import { PAGELESS } from '../../contract/composition/composition.machine.ts';
import { epubRecipe, type EpubRecipe } from '../../contract/composition/epub-recipe.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/database.ts';
import { OPEN_MARKS } from '../document/book/docx-html.ts';
import { DECIDED_KINDS, findingKey, type ImportFinding } from '../document/book/import-findings.ts';
import { AppError } from '../http/app-error.ts';
import { bookDifferences, bookLines, type BookDifference } from './book-difference.ts';
import { chaptersOf, type Chapters } from './chapter-text.ts';
import { recipeOfSeries, type CompositionRow } from './composition.queries.ts';
import { epubSource, epubSourceOf, type EpubSource } from './epub-source.service.ts';

export const recipeOf = (row: Pick<CompositionRow, 'epubRecipe'>): EpubRecipe =>
  epubRecipe.parse(row.epubRecipe === '' ? {} : JSON.parse(row.epubRecipe));

/** The recipe of a work; its styles are those of the newest work of the series until the editor chooses others. */
export async function recipeFor(db: Database, row: Pick<CompositionRow, 'id' | 'archiveId' | 'epubRecipe'>): Promise<EpubRecipe> {
  const recipe = recipeOf(row);
  if (row.epubRecipe !== '') return recipe;
  const other = await recipeOfSeries(db, row.archiveId);
  return other ? { ...recipe, styles: recipeOf(other).styles } : recipe;
}

/** Text that the converter does not know may stay or go; other losses are confirmed. */
export const asksOf = ({ kind }: ImportFinding): 'choice' | 'confirmation' | 'nothing' =>
  kind === 'unknown' ? 'choice' : DECIDED_KINDS.has(kind) ? 'confirmation' : 'nothing';

/** Lines of the sheet that wait for the editor. */
export function openFindings(source: Pick<EpubSource, 'findings'>, { decisions }: EpubRecipe): ImportFinding[] {
  const decided = new Set(decisions.map(({ key }) => key));
  return source.findings.filter((finding) => asksOf(finding) !== 'nothing' && !decided.has(findingKey(finding)));
}

/** Texts in which the book and the manuscript differ without a line of the sheet. */
export const differencesOf = (source: EpubSource, { chapters }: Chapters, title: string): BookDifference[] =>
  bookDifferences(source.expected, bookLines(chapters, source.converted), title);

/** Why the book of a manuscript may not be made; null when it may. */
export function importObjection(open: readonly ImportFinding[], differences: readonly BookDifference[]): string | null {
  if (open.length > 0) return `导入单上还有${open.length}处内容需要您先决定保留还是删去，第一处在${open[0]?.place ?? ''}`;
  const [first] = differences;
  if (first)
    return `书与原稿有${differences.length}处文字不一致，导入单上没有说明原因，第一处在${first.place}（“${[...(first.manuscript || first.book)].slice(0, 20).join('')}”），请退回编辑改稿`;
  return null;
}

/** Why a manuscript may not be sent to the typesetter yet: decisions of the import sheet are open, or the book would differ without a reason. */
export async function sendObjection(context: AppContext, row: CompositionRow): Promise<string | null> {
  if (PAGELESS.has(row.kind) || (await epubSourceOf(context, row.archiveId)) === 'none') return null;
  const recipe = await recipeFor(context.db, row);
  try {
    const source = await epubSource(context, row.archiveId, recipe);
    const open = openFindings(source, recipe);
    const objection = importObjection(open, differencesOf(source, chaptersOf(source.html, row.title, { split: recipe.split }), row.title));
    return objection === null ? null : `${objection}。请到“电子版”的导入单里处理后再发排`;
  } catch (error) {
    if (error instanceof AppError && error.message.startsWith(OPEN_MARKS)) return `${error.message}，再发排`;
    // Another text that cannot be converted is named when the EPUB is built; pages may be set from it.
    if (error instanceof AppError) return null;
    throw error;
  }
}
