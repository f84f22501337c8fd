import { contestMachine } from '../../contract/contest/contest.machine.ts';
import { contestField, type ContestField } from '../../contract/contest/contest-field.ts';
import { CONTEST } from '../../contract/contest/contest-limits.ts';
import type { OwnField, OwnValues } from '../../contract/catalog/program-field.ts';
import { ownFields, shownValue, type FieldRules } from '../catalog/program-field.service.ts';
import { crudService } from '../crud/crud-service.ts';
import type { Draft, Query, Row } from '../crud/crud-table.ts';
import type { Database, Tx } from '../db/database.ts';
import { nextNumber } from '../db/sequence.ts';
import { failed, invalid } from '../http/app-error.ts';
import { contestIn } from './contest-rows.ts';

const ENTITY = 'contestSubmit';
/** Span of a full row in the grid of 24 columns. */
const WHOLE = 24;
const OPEN: ReadonlySet<string> = new Set(contestMachine.groups.beforeJudging);

export const contestFieldsOf = (db: Database | Tx, contestId: number): Promise<OwnField[]> => ownFields(db, ENTITY, { contestId });

/** Also fields that are switched off: entries keep what was written in them. */
export const everyFieldOf = (db: Database | Tx, contestId: number): Promise<OwnField[]> => ownFields(db, ENTITY, { contestId, disabled: true });

/** Labels and values of an entry for its organisers. */
export const staffValues = (fields: readonly OwnField[], ext: string) =>
  fields
    .map((field) => ({ label: field.label, value: shownValue(field, JSON.parse(ext) as OwnValues), identifying: field.identifying }))
    .filter(({ value }) => value !== '');

const rulesOf = (row: Row): FieldRules => JSON.parse(String(row['rules'])) as FieldRules;

/** Values that the entries of a contest, including drafts, have in a field. */
async function writtenIn(tx: Tx, row: Row): Promise<string[]> {
  const entries = await tx
    .selectFrom('contestSubmit')
    .select('ext')
    .where('contestId', '=', Number(row['contestId']))
    .where('delFlag', '=', '0')
    .execute();
  return entries.flatMap(({ ext }) => (JSON.parse(ext) as OwnValues)[String(row['fieldKey'])] ?? []).map(String);
}

type FieldDraft = Draft<typeof contestField>;

/** A change that only hides the field from the judges. */
const onlyHides = (draft: FieldDraft, before: Row): boolean => {
  const rules = rulesOf(before);
  return (
    draft.identifying === '1' &&
    (['label', 'component', 'required', 'status'] as const).every((name) => draft[name] === before[name]) &&
    draft.least === rules.least &&
    draft.most === rules.most &&
    JSON.stringify(draft.options) === JSON.stringify(rules.options ?? [])
  );
};

/** Rejects a change of a field that would lose stored values, or show judges values that were entered as hidden from them. */
function rejectLoss(draft: FieldDraft, before: Row, written: readonly string[]): void {
  if (written.length === 0) return;
  const component = String(before['component']);
  if (draft.component !== component && !(component === 'input' && draft.component === 'textarea'))
    throw failed(`已有${written.length}件作品填了“${draft.label}”，不能再改填写方式；请停用它，另加一个字段`);
  const gone = draft.component === 'select' ? written.find((value) => !draft.options.includes(value)) : undefined;
  if (gone !== undefined) throw failed(`已有作品选了“${gone}”，不能去掉这个选项`);
  if (before['identifying'] === '1' && draft.identifying === '0')
    throw failed(`已有${written.length}件作品填了“${draft.label}”，填写时说明评委看不到，不能再给评委看；请另加一个字段`);
}

function checkRules({ component, options, least, most }: FieldDraft): void {
  if (component === 'select' && options.length < 2) throw invalid('请填写至少两个选项');
  if (new Set(options).size < options.length) throw invalid('选项不能重复');
  if (component === 'number' && most > 0 && least > most) throw failed('最小值不能大于最大值');
}

export const fields = crudService(contestField, {
  table: 'programField',
  log: '大赛报名字段',
  order: [
    ['orderNum', 'asc'],
    ['id', 'asc'],
  ],
  only: (query: Query) => query.where('entityType', '=', ENTITY),
  unique: { label: '名称已存在' },
  within: ['contestId'],
  removal: 'hard',
  virtualFields: ['options', 'least', 'most'],
  show: async (_db, rows) =>
    rows.map((row): Partial<ContestField> => {
      const { least, most, options = [] } = rulesOf(row);
      return { least, most, options: [...options] };
    }),
  async check(tx, { draft, before }) {
    const contest = await contestIn(tx, draft.contestId ?? 0);
    if (!OPEN.has(contest.status) && !(before && contest.status === 'judging' && onlyHides(draft, before)))
      throw failed(contest.status === 'judging' ? '评审已经开始，只能把字段改为“可能透露作者”' : '大赛已经公示或结束，不能再改报名字段');
    checkRules(draft);
    if (before) rejectLoss(draft, before, await writtenIn(tx, before));
    else if ((await everyFieldOf(tx, contest.id)).length >= CONTEST.fields) throw failed(`报名字段最多${CONTEST.fields}个`);
  },
  columnsOf: async ({ draft, before }, tx) => ({
    rules: JSON.stringify({ least: draft.least, most: draft.most, options: draft.component === 'select' ? draft.options : [] }),
    ...(before ? {} : { entityType: ENTITY, span: WHOLE, fieldKey: `f${await nextNumber(tx, `contestField${draft.contestId}`)}` }),
  }),
  async beforeRemove(tx, rows) {
    for (const row of rows) {
      const contest = await contestIn(tx, Number(row['contestId']));
      if (!OPEN.has(contest.status)) throw failed('大赛已经进入评审，不能删除报名字段');
      const written = await writtenIn(tx, row);
      if (written.length > 0) throw failed(`已有${written.length}件作品填了“${String(row['label'])}”，不能删除；请改为停用，已填的内容会保留`);
    }
  },
});
