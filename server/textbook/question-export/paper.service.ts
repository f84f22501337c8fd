import { PAPER_MOST, type PaperContent } from '../../../contract/textbook/paper.ts';
import type { QuestionKey, ShownQuestion } from '../../../contract/textbook/question-kind.ts';
import type { AppContext } from '../../context.ts';
import { failed } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { questionsOfSet } from '../exercise/exercise-set.service.ts';
import { bankFor } from '../question/question-bank.service.ts';
import { contentOfBank } from '../question/question.queries.ts';
import { paperKeyOf } from './paper-key.format.ts';

/** A question of a paper; its key stays on the server unless it is asked for. */
export const paperItem = (
  { shown, key }: { readonly shown: ShownQuestion; readonly key: QuestionKey },
  points: number,
  withKey: boolean,
): PaperContent['items'][number] => ({ shown, points, key: withKey ? paperKeyOf(shown, key) : null });

interface Row {
  readonly shown: string;
  readonly keyPart: string;
  readonly points: number;
}

const itemOf = ({ shown, keyPart, points }: Row, withKey: boolean): PaperContent['items'][number] =>
  paperItem({ shown: JSON.parse(shown) as ShownQuestion, key: JSON.parse(keyPart) as QuestionKey }, points, withKey);

export interface BankPaperQuery {
  readonly key: '0' | '1';
  readonly chapter?: string | undefined;
  readonly kind: string;
}

export async function paperOfBank({ db }: AppContext, currentUser: CurrentUser, bankId: number, query: BankPaperQuery): Promise<PaperContent> {
  const bank = await bankFor(db, currentUser, bankId, 'query');
  const rows = (await contentOfBank(db, bankId)).filter(
    ({ ready, chapter, kind }) => ready === '1' && (!query.chapter || chapter === query.chapter) && (query.kind === '' || kind === query.kind),
  );
  if (rows.length > PAPER_MOST) throw failed(`有${rows.length}道题，一张试卷最多${PAPER_MOST}道，请先选一个章节或题型`);
  return { title: query.chapter || bank.name, items: rows.map((row) => itemOf(row, query.key === '1')) };
}

export async function paperOfSet({ db }: AppContext, setId: number, key: '0' | '1'): Promise<PaperContent> {
  const { title, rows } = await questionsOfSet(db, setId);
  return { title, items: rows.map((row) => itemOf(row, key === '1')) };
}
