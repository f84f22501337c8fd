import type { QuestionKey, QuestionKind, QuestionUse, ShownQuestion } from '../../contract/textbook/question-kind.ts';
import type { CurrentUser } from '../http/current-user.ts';
import type { Database, Tx } from '../db/database.ts';

export interface QuestionVersion {
  readonly versionId: number;
  readonly questionId: number;
  readonly kind: QuestionKind;
  readonly shown: ShownQuestion;
  readonly key: QuestionKey;
  readonly points: number;
  readonly use: QuestionUse;
}
export const versionsOf = async (_db: Database | Tx, _ids: readonly number[]): Promise<Map<number, QuestionVersion>> => new Map();

export const requireUsable = async (_db: Database | Tx, _user: CurrentUser, _ids: readonly number[]): Promise<void> => undefined;
