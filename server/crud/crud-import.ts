import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { AnyCrud, ImportReport } from '../../contract/crud.ts';
import type { FieldMeta } from '../../contract/field.ts';
import type { Tx } from '../db/database.ts';
import { forgetTotals } from '../db/total.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { failed, AppError } from '../http/app-error.ts';
import { columnOf, toWire } from './crud-columns.ts';
import { sendSheet } from './crud-export.ts';
import { anyTable } from '../db/any-table.ts';
import type { RequestCaller, CrudService } from './crud-service.ts';
import type { Query, Row } from './crud-table.ts';
import { fromCell, labelsOf, type Labels } from './sheet-labels.ts';
import type { Line } from './sheet-line.ts';
import { headingAt, placesIn } from './sheet-heading.ts';
import { readSheet } from './sheet-reading.ts';
import { sheetUpload } from './sheet-upload.ts';

interface Sent {
  readonly name: string;
  readonly bytes: Buffer;
  readonly update: boolean;
  /** Writes the good rows and leaves out the others; otherwise all or none. */
  readonly partial: boolean;
  /** Only report and write nothing; null when the client does not support trial imports. */
  readonly trial: boolean | null;
}

type Column = readonly [field: string, meta: FieldMeta];

/** Fields that a sheet may contain, by their labels. */
const columnsOf = (crud: AnyCrud): Column[] =>
  Object.keys(crud.fields)
    .map((field): Column => [field, crud.meta[field] as FieldMeta])
    .filter(([, { kind, secret, notInSheet }]) => !secret && !notInSheet && kind !== 'html' && kind !== 'password' && kind !== 'image');

/**
 * Imports the rows of an uploaded sheet in one transaction: all, or none when one is rejected, unless the client asks for the good ones
 * (`partial`). Compatible clients get a message; our client gets the report, first from a trial that writes nothing.
 */
export async function importSheet(caller: RequestCaller, crud: AnyCrud, service: CrudService<AnyCrud>): Promise<{ msg: string; data: ImportReport }> {
  const { name, bytes, update, partial, trial } = await sentBy(caller.request);
  const lines = await readSheet(bytes, name);
  const columns = columnsOf(crud);
  const headAt = headingAt(
    lines,
    columns.map(([, { label }]) => label),
  );
  const head = lines[headAt];
  const rest = lines.slice(headAt + 1);
  const places = placesIn(head);
  const lacking = columns.filter(([, meta]) => meta.required && !places.has(meta.label)).map(([, meta]) => meta.label);
  if (!head || lacking.length > 0)
    throw failed(`表格缺少${lacking.map((label) => `「${label}」`).join('、') || '表头'}列，请下载模板，按模板填写后重新上传`);
  if (rest.length === 0) throw failed('表格里没有数据行，请填写后重新上传');
  const labels = await labelsOf(caller.context.db, crud);
  /** The part of a row that comes from the sheet: fields without a column keep their stored value. */
  const brought = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(columns.flatMap(([field, meta]) => (places.has(meta.label) ? [[field, row[field]]] : [])));
  const report = { added: 0, updated: 0, head: [...head.cells], refused: [] as ImportReport['refused'][number][] };
  const rejectRepeated = repeatedIn(crud, service);

  class Undo extends Error {}
  const run = async (tx: Tx): Promise<void> => {
    for (const [index, line] of rest.entries()) {
      const draft = draftOf(line, columns, places, labels);
      const title = String(draft[crud.title] ?? '');
      // What a row has written before it is rejected is undone alone.
      await sql`savepoint sheet_row`.execute(tx);
      try {
        rejectFaults(line, columns, places);
        rejectRepeated(draft, line.number);
        for (const [field, idOf] of Object.entries(service.table.cells ?? {}))
          if (draft[field] !== undefined) draft[field] = await idOf(tx, String(draft[field]));
        const checked = crud.draft.safeParse(draft);
        if (!checked.success) throw failed(checked.error.issues[0]?.message ?? '请检查这一行');
        const before = await existing(tx, crud, service, checked.data as Row);
        if (before && (await service.within(tx, caller.currentUser, [before.id], `${crud.permission}:import`)).length === 0)
          throw failed(service.table.outOfScopeMessage ?? '已经存在，而且不在您的数据范围内');
        if (before && !update) throw failed('已经存在；要更新它，请勾选更新已存在的数据');
        const kept = before ? { ...toWire(crud, service.table, before, {}), ...brought(checked.data as Row) } : {};
        await service.write(tx, caller.currentUser, { ...(checked.data as object), ...kept }, before);
        report[before ? 'updated' : 'added'] += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await sql`rollback to savepoint sheet_row`.execute(tx);
        report.refused.push({ line: line.number, title, why: error.message, cells: [...line.cells] });
      }
      await sql`release savepoint sheet_row`.execute(tx);
      if (index % 50 === 49) await setImmediate();
    }
    if (trial || (report.refused.length > 0 && !(partial && report.added + report.updated > 0))) throw new Undo();
  };
  if (trial) await caller.context.db.transaction().execute(run).catch(ignore(Undo));
  else
    await withOperationLog(caller, { title: service.table.log, business: 'import' }, async (tx) => {
      await run(tx).catch((error: unknown) => {
        throw error instanceof Undo
          ? failed(trial === null ? compatibleError(report.refused) : `有 ${report.refused.length} 行被拒绝，未写入任何数据`)
          : error;
      });
      return report;
    }).catch((error: unknown) => {
      if (trial === null || !(error instanceof AppError) || report.refused.length === 0) throw error;
    });
  forgetTotals(caller.context.db);
  if (!trial) await service.table.afterCommit?.(caller.context);
  const count = report.added + report.updated;
  const wrote = !trial && (report.refused.length === 0 || (partial && count > 0));
  const left =
    report.refused.length > 0 ? `已导入 ${count} 条，${report.refused.length} 行有问题没有导入` : `恭喜您，数据已全部导入成功！共 ${count} 条`;
  return { msg: wrote ? left : '检查完成', data: { ...report, trial: !wrote } };
}

/** Returns a check that rejects a row with the same value as an earlier row of the sheet, in a unique field of the resource. */
function repeatedIn(crud: AnyCrud, { table }: CrudService<AnyCrud>): (draft: Readonly<Record<string, unknown>>, line: number) => void {
  const fields = Object.keys(table.unique ?? {});
  const seen = new Map<string, number>();
  return (draft, line) => {
    for (const field of fields) {
      const value = draft[field];
      if (value === undefined || value === null || value === '') continue;
      const key = JSON.stringify([field, value, ...(table.within ?? []).map((one) => draft[one])]);
      const before = seen.get(key);
      if (before !== undefined) throw failed(`“${crud.meta[field]?.label ?? field}”与第${before}行相同`);
      seen.set(key, line);
    }
  };
}

const ignore = (kind: new () => Error) => (error: unknown) => {
  if (!(error instanceof kind)) throw error;
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const compatibleError = (refused: ImportReport['refused']): string =>
  `很抱歉，导入失败！共 ${refused.length} 条数据格式不正确，错误如下：${refused
    .slice(0, 100)
    .map(({ line, title, why }) => `<br/>第${line}行 ${escaped(title)} ${escaped(why)}`)
    .join('')}`;

/** A cell that shows no value must not be read as an empty cell. */
function rejectFaults({ faults }: Line, columns: readonly Column[], places: ReadonlyMap<string, number>): void {
  for (const [, meta] of columns) {
    const fault = faults[places.get(meta.label) ?? -1];
    if (fault !== undefined) throw failed(`“${meta.label}”${fault}`);
  }
}

function draftOf(line: Line, columns: readonly Column[], places: ReadonlyMap<string, number>, labels: Labels): Record<string, unknown> {
  const draft: Record<string, unknown> = {};
  for (const [field, meta] of columns) {
    const place = places.get(meta.label);
    const value = place === undefined ? undefined : fromCell(meta, line.cells[place] ?? '', labels);
    if (value !== undefined) draft[field] = value;
  }
  return draft;
}

/** Returns the live row with the same value in the first unique field. */
async function existing(tx: Tx, crud: AnyCrud, { table }: CrudService<AnyCrud>, draft: Row): Promise<Row | null> {
  const [field] = Object.keys(table.unique ?? {});
  if (!field) return null;
  let query: Query = anyTable(tx).selectFrom(table.table).selectAll().where('delFlag', '=', '0');
  for (const one of [field, ...(table.within ?? [])]) query = query.where(columnOf(table, crud, one), '=', draft[one]);
  return ((await query.executeTakeFirst()) as Row | undefined) ?? null;
}

async function sentBy(request: FastifyRequest): Promise<Sent> {
  const { name, bytes, fields } = await sheetUpload(request);
  const trial = fields.get('dryRun');
  const yes = (field: string): boolean => ['1', 'true'].includes(fields.get(field) ?? '');
  return { name, bytes, update: yes('updateSupport'), partial: yes('partial'), trial: trial === undefined ? null : trial === '1' };
}

/** Sends an empty sheet with the right heading, and a second sheet that describes each column. */
export function sendTemplate(reply: FastifyReply, caller: Pick<RequestCaller, 'context'>, crud: AnyCrud): FastifyReply {
  return sendSheet(reply, `${crud.name}导入模板`, async (book) => {
    const labels = await labelsOf(caller.context.db, crud);
    const columns = columnsOf(crud);
    await book.begin(
      crud.name,
      columns.map(([, meta]) => ({ header: `${meta.label}${meta.required ? '*' : ''}`, width: 18 })),
      false,
    );
    const notes = [
      { header: '列', width: 18 },
      { header: '必填', width: 8 },
      { header: '怎么填', width: 60 },
    ];
    await book.begin('填写说明', notes, false);
    for (const [, meta] of columns) await book.row([meta.label, meta.required ? '是' : '', ruleOf(meta, labels)]);
  });
}

function ruleOf({ kind, dict, max, min, help }: FieldMeta, labels: Labels): string {
  const named = dict ? [...(labels.get(dict)?.values() ?? [])] : [];
  if (named.length > 0) return `填写其中之一：${named.join('、')}`;
  if (kind === 'number') return `整数${min === undefined ? '' : `，不小于 ${min}`}${max === undefined ? '' : `，不大于 ${max}`}`;
  if (kind === 'date') return '年-月-日，例如 2026-11-21';
  if (kind === 'time') return '年-月-日 时:分:秒，例如 2026-11-21 09:00:00';
  if (kind === 'words') return '几项之间用顿号隔开';
  return [help, max ? `不超过 ${max} 个字符` : ''].filter(Boolean).join('；');
}
