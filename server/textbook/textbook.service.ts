import { inTitleMarks } from '../../contract/catalog/title-marks.ts';
import { ANSWER_LANGUAGES, type AnswerLanguage } from '../../contract/textbook/question-kind.ts';
import { TEXTBOOK, TEXTBOOK_CODES } from '../../contract/textbook/textbook-limits.ts';
import { textbook } from '../../contract/textbook/textbook.ts';
import type { AppContext } from '../context.ts';
import { crudService } from '../crud/crud-service.ts';
import { contains } from '../db/contains.ts';
import { AppError, failed } from '../http/app-error.ts';
import { nextBareWork, placedCounts, worksOf } from './textbook.queries.ts';

/** The rows of all textbooks. Adding one makes its work a textbook. */
export const textbooks = crudService(textbook, {
  table: 'textbook',
  log: '数字教材',
  order: [
    ['updateTime', 'desc'],
    ['id', 'desc'],
  ],
  unique: { publishId: '这部作品已是数字教材，请直接修改' },
  removal: 'hard',
  filters: {
    title: (query, value) =>
      query.where('publishId', 'in', (eb: typeof query) =>
        eb.selectFrom('publication').select('publication.id').where(contains('publication.title', value)),
      ),
  },
  show: async (db, rows) => {
    const ids = rows.map((row) => Number(row['publishId']));
    const works = new Map((await worksOf(db, ids)).map((work) => [work.id, work]));
    const counts = new Map((await placedCounts(db, ids)).map((one) => [one.publishId, one]));
    return ids.map((id) => ({
      title: works.get(id)?.title ?? '（已删除）',
      status: works.get(id)?.status ?? '',
      placedCount: Number(counts.get(id)?.total ?? 0),
      lostCount: Number(counts.get(id)?.lost ?? 0),
    }));
  },
  check: async (tx, { before, draft }) => {
    const [work] = await worksOf(tx, [Number(draft.publishId)]);
    if (!work) throw failed('作品不存在，请重新选择');
    if (before && before['publishId'] !== draft.publishId) throw failed('作品不能更换，请新增一条');
    if (work.kind !== 'book' && work.kind !== 'textbook')
      throw new AppError(TEXTBOOK_CODES.notText, `${inTitleMarks(work.title)}不是图书，不能设为数字教材`);
  },
  afterSave: async (tx, { draft }) => {
    await tx.updateTable('publication').set({ kind: 'textbook' }).where('id', '=', Number(draft.publishId)).where('kind', '=', 'book').execute();
  },
});

const languageOf = (language: string): AnswerLanguage => (language in ANSWER_LANGUAGES ? (language as AnswerLanguage) : 'zh');

/** Adds the row of a textbook whose work was made elsewhere, for example from a manuscript. Returns false when every textbook has one. */
export async function addNextTextbook({ db }: AppContext): Promise<boolean> {
  const work = await nextBareWork(db);
  if (!work) return false;
  const now = Date.now();
  await db
    .insertInto('textbook')
    .values({
      publishId: work.id,
      courseName: work.title.slice(0, TEXTBOOK.courseName),
      stage: 'bachelor',
      answerLanguage: languageOf(work.language),
      createBy: 'system',
      createTime: now,
      updateTime: now,
    })
    .onConflict((oc) => oc.column('publishId').doNothing())
    .execute();
  return true;
}
