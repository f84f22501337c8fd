import { DAY_MS } from '../../contract/clock.ts';
import { journal, type JournalCard, type OpenJournal } from '../../contract/periodical/journal.ts';
import type { AppContext } from '../context.ts';
import { crudService } from '../crud/crud-service.ts';
import type { Query } from '../crud/crud-table.ts';
import { offsetOf } from '../db/page-offset.ts';
import { failed, invalid, missing, warning } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { description } from '../http/site-part.ts';
import { seesEveryJournal } from './journal-access.service.ts';
import { issueLabel } from './issue-label.ts';
import { countsOf, decisionTimes, editorsOf, journalById, journalsOfUser, newestIssues, openJournals, type JournalRow } from './journal.queries.ts';
import { isOwnAccount } from '../http/person.policy.ts';

/** F3: least payment for a thousand characters, fen. */
const LEAST_PAY = 10_000;

/** Restricts a query over a table with a column `journalId` (or the journals themselves) to the journals of a user. */
export const onlyOwnJournals =
  (column: 'id' | 'journalId') =>
  (query: Query, currentUser: CurrentUser): Query =>
    seesEveryJournal(currentUser)
      ? query
      : // oxlint-disable-next-line no-explicit-any -- kysely's builders are invariant in their tables
        query.where(column, 'in', (eb: any) => eb.selectFrom('journalEditor').select('journalId').where('userId', '=', currentUser.userId));

export const journals = crudService(journal, {
  table: 'journal',
  log: '期刊',
  order: [
    ['orderNum', 'asc'],
    ['id', 'asc'],
  ],
  unique: { issn: 'ISSN已存在', cn: 'CN已存在', abbr: '刊名缩写已存在' },
  removal: 'bin',
  only: onlyOwnJournals('id'),
  virtualFields: ['chiefIds', 'editorIds'],
  usedBy: [
    { table: 'journalSubmission', column: 'journalId', error: (row) => warning(`《${String(row['journalName'])}》已有来稿，不能删除；可以停用`) },
  ],
  show: async (db, rows) => {
    const ids = rows.map((row) => row.id);
    const [people, counts] = [await editorsOf(db, ids), await countsOf(db, ids)];
    return rows.map(({ id }) => {
      const of = (duty: string) => people.filter((one) => one.journalId === id && one.duty === duty);
      const names = (duty: string) =>
        of(duty)
          .map(({ nickName }) => nickName)
          .join('、');
      return {
        chiefIds: of('chief').map(({ userId }) => userId),
        editorIds: of('editor').map(({ userId }) => userId),
        chiefNames: names('chief'),
        editorNames: names('editor'),
        issueCount: counts.issues.get(id) ?? 0,
        openCount: counts.open.get(id) ?? 0,
      };
    });
  },
  async check(tx, { draft, before, currentUser }) {
    if (draft.payPerThousandFen < LEAST_PAY) throw invalid('稿酬不低于每千字100元，请修改');
    if (new Set(draft.columns.map(({ name }) => name)).size !== draft.columns.length) throw invalid('栏目名称有重复，请修改');
    const all = [...new Set([...draft.chiefIds, ...draft.editorIds])];
    if (all.length > 0) {
      const known = await tx.selectFrom('user').select('id').where('id', 'in', all).where('delFlag', '=', '0').execute();
      if (known.length !== all.length) throw failed('主编或编辑的账号不存在，请重新选择');
    }
    // A chief editor who leaves the list would lose the journal in the same moment, by mistake more often than not.
    const own = before && !seesEveryJournal(currentUser);
    if (own && !draft.chiefIds.some((id) => isOwnAccount(id, currentUser))) throw failed('主编账号须包括您自己；请由平台管理员移出');
  },
  async afterSave(tx, { draft, before, id, currentUser }) {
    const chiefs = !before && draft.chiefIds.length === 0 && !seesEveryJournal(currentUser) ? [currentUser.userId] : draft.chiefIds;
    const rows = [
      ...chiefs.map((userId) => ({ journalId: id, userId, duty: 'chief' as const })),
      ...draft.editorIds.filter((userId) => !chiefs.includes(userId)).map((userId) => ({ journalId: id, userId, duty: 'editor' as const })),
    ];
    await tx.deleteFrom('journalEditor').where('journalId', '=', id).execute();
    if (rows.length > 0) await tx.insertInto('journalEditor').values(rows).execute();
  },
});

export const columnNames = ({ columns }: Pick<JournalRow, 'columns'>): string[] =>
  (JSON.parse(columns) as { name: string }[]).map(({ name }) => name);

const cardOf = (row: JournalRow, issues: number, newest: Awaited<ReturnType<typeof newestIssues>>[number] | undefined): JournalCard => ({
  journalId: row.id,
  journalName: row.journalName,
  nameEn: row.nameEn,
  issn: row.issn,
  cn: row.cn,
  frequency: row.frequency,
  sponsor: row.sponsor,
  cover: row.cover,
  brief: description(row.intro),
  issueCount: issues,
  newest: newest ? issueLabel(newest) : '',
  newestIssueId: newest?.id ?? null,
});

export async function publicJournals({ db }: AppContext, asked: { pageNum: number; pageSize: number }) {
  const { total, rows } = await openJournals(db, asked.pageSize, (all) => offsetOf(asked, all));
  const ids = rows.map(({ id }) => id);
  const [counts, newest] = [await countsOf(db, ids), await newestIssues(db, ids)];
  return {
    total,
    rows: rows.map((row) =>
      cardOf(
        row,
        counts.issues.get(row.id) ?? 0,
        newest.find(({ journalId }) => journalId === row.id),
      ),
    ),
  };
}

/** Fewest known times for a median that says something. */
const KNOWN = 5;

export function medianDays(times: readonly number[]): number | null {
  if (times.length < KNOWN) return null;
  const sorted = [...times].sort((one, other) => one - other);
  return Math.max(1, Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) / DAY_MS));
}

export async function publicJournal({ db }: AppContext, id: number): Promise<OpenJournal> {
  const row = await journalById(db, id);
  if (!row || row.status !== '0') throw missing('期刊不存在或已停刊');
  const [counts, newest] = [await countsOf(db, [id]), await newestIssues(db, [id])];
  return {
    ...cardOf(row, counts.issues.get(id) ?? 0, newest[0]),
    intro: row.intro,
    supervisor: row.supervisor,
    publisher: row.publisher,
    chiefEditor: row.chiefEditor,
    postCode: row.postCode,
    price: row.price,
    officeMail: row.officeMail,
    officePhone: row.officePhone,
    address: row.address,
    guide: row.guide,
    columns: columnNames(row),
    reviewMode: row.reviewMode,
    pageFeeFen: row.pageFeeFen,
    payPerThousandFen: row.payPerThousandFen,
    usualDays: medianDays(await decisionTimes(db, id)),
  };
}

export async function journalOptions({ db }: AppContext, currentUser: CurrentUser) {
  const rows = await journalsOfUser(db, seesEveryJournal(currentUser) ? null : currentUser.userId);
  return rows.map((row) => ({ journalId: row.id, journalName: row.journalName, columns: columnNames(row), duty: row.duty ?? ('chief' as const) }));
}
