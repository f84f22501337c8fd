import { questionBank } from '../../../contract/textbook/question.ts';
import type { AnswerLanguage } from '../../../contract/textbook/question-kind.ts';
import { QUESTION_CODES } from '../../../contract/textbook/question-limits.ts';
import { crudService } from '../../crud/crud-service.ts';
import type { Query } from '../../crud/crud-table.ts';
import { AppError, failed, forbidden } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { banksOf, mayUseBank } from './question.policy.ts';
import { bankById, languagesOfWorks, questionCounts, titlesOfWorks, type BankOf } from './question.queries.ts';
import type { Database, Tx } from '../../db/database.ts';

const foreign = () => new AppError(QUESTION_CODES.foreignBank, '没有权限使用这个题库');

/** Restricts a query over banks to those of the user. */
const ownBanks = (query: Query, currentUser: CurrentUser): Query => {
  const { publications, teacherId } = banksOf(currentUser, 'list');
  return query.where((eb: Query) => eb.or([eb('userId', '=', teacherId), ...(publications ? [eb('owner', '=', 'publication')] : [])]));
};

/** Returns a bank for an action of a user; throws when it is missing or another's. */
export async function bankFor(
  db: Database | Tx,
  currentUser: CurrentUser,
  bankId: number,
  action: Parameters<typeof mayUseBank>[2],
): Promise<BankOf> {
  const bank = await bankById(db, bankId);
  if (!bank || !mayUseBank(bank, currentUser, 'list')) throw failed('题库不存在或已被删除，请刷新后重试');
  if (!mayUseBank(bank, currentUser, action)) throw foreign();
  return bank;
}

/** The language of the answers of a bank's textbook. */
export async function languageOfBank(db: Database | Tx, { publishId }: BankOf): Promise<AnswerLanguage> {
  const [found] = publishId === null ? [] : await languagesOfWorks(db, [publishId]);
  return found?.answerLanguage ?? 'zh';
}

export const banks = crudService(questionBank, {
  table: 'questionBank',
  log: '题库',
  order: [
    ['updateTime', 'desc'],
    ['id', 'desc'],
  ],
  removal: 'hard',
  only: ownBanks,
  usedBy: [{ table: 'question', column: 'bankId', error: () => failed('题库里还有题目，不能删除') }],
  show: async (db, rows) => {
    const counts = new Map(
      (
        await questionCounts(
          db,
          rows.map(({ id }) => id),
        )
      ).map((one) => [one.bankId, Number(one.total)]),
    );
    const titles = new Map(
      (
        await titlesOfWorks(
          db,
          rows.flatMap(({ publishId }) => publishId ?? []),
        )
      ).map((one) => [one.id, one.title]),
    );
    const languages = new Map(
      (
        await languagesOfWorks(
          db,
          rows.flatMap(({ publishId }) => publishId ?? []),
        )
      ).map((one) => [one.publishId, one.answerLanguage]),
    );
    return rows.map((row) => ({
      answerLanguage: languages.get(row.publishId ?? 0) ?? 'zh',
      publishTitle: row.publishId === null ? '' : (titles.get(row.publishId) ?? '已删除的作品'),
      questionNum: counts.get(row.id) ?? 0,
    }));
  },
  check: async (tx, { currentUser, draft, before }) => {
    if (before) {
      if (!mayUseBank(before, currentUser, 'edit')) throw foreign();
      if (before.publishId !== draft.publishId) throw failed('题库的作品不能更换，请新增一个题库');
      return;
    }
    const { publications, teacherId } = banksOf(currentUser, 'add');
    if (draft.publishId === null && teacherId === 0) throw failed('请选择作品');
    if (draft.publishId !== null && !publications) throw forbidden('只有出版社的同事可以建作品的题库');
    if (draft.publishId !== null && (await titlesOfWorks(tx, [draft.publishId])).length === 0) throw failed('作品不存在，请重新选择');
  },
  columnsOf: ({ before, draft, currentUser }) =>
    before
      ? {}
      : draft.publishId === null
        ? { owner: 'teacher', userId: currentUser.userId }
        : { owner: 'publication', userId: null, sharedWith: 'self' },
  beforeRemove: async (_tx, rows, currentUser) => {
    for (const row of rows) if (!mayUseBank(row, currentUser, 'remove')) throw foreign();
  },
});
