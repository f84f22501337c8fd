import type { z } from 'zod';
import type { importIsbns, IsbnEvent } from '../../contract/composition/isbn.ts';
import { ISBN_STATE_NAMES } from '../../contract/composition/isbn.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { hyphenatedIsbn } from '../catalog/publication.service.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import type { Database, Tx } from '../db/database.ts';
import { AppError, failed, invalid, missing } from '../http/app-error.ts';
import { manuscriptIn } from '../manuscript/manuscript-step.service.ts';
import { writeState } from '../state-machine/transition.ts';
import { knownIsbns, numberById, titlesOfNumbers } from './isbn.queries.ts';
import { numberOf } from './composition.queries.ts';

const LOG = '书号池';
const WRONG = 20802;
const LINES_MOST = 2000;

/** The ISBN with hyphens. Throws for a wrong one. */
export function checkedIsbn(text: string): string {
  const isbn = hyphenatedIsbn(text);
  if (isbn === null) throw new AppError(WRONG, 'ISBN校验失败，请核对书号');
  return isbn;
}

/** Adds the numbers of a batch; wrong and known ones are named with the reason. */
export async function importBatch(caller: RequestCaller, { batch, text }: z.output<typeof importIsbns.body>) {
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({ line: index + 1, isbn: line.trim() }))
    .filter(({ isbn }) => isbn !== '');
  if (lines.length > LINES_MOST) throw invalid(`一次最多导入${LINES_MOST}个书号，请分批`);
  return withOperationLog(caller, { title: LOG, business: 'import' }, async (tx) => {
    const done: string[] = [];
    const skipped: { line: number; isbn: string; reason: string }[] = [];
    const known = new Set(
      await knownIsbns(
        tx,
        lines.flatMap(({ isbn }) => hyphenatedIsbn(isbn) ?? []),
      ),
    );
    const now = Date.now();
    for (const { line, isbn } of lines) {
      const number = hyphenatedIsbn(isbn);
      if (number === null) skipped.push({ line, isbn: isbn.slice(0, 30), reason: 'ISBN校验失败' });
      else if (known.has(number)) skipped.push({ line, isbn: number, reason: done.includes(number) ? '本批里重复' : '书号池里已有' });
      else {
        known.add(number);
        done.push(number);
        await tx
          .insertInto('numberPool')
          .values({
            isbn: number,
            batch,
            archiveId: null,
            publicationId: null,
            createBy: caller.currentUser.userName,
            createTime: now,
            updateBy: caller.currentUser.userName,
            updateTime: now,
          })
          .execute();
      }
    }
    return { done, skipped };
  });
}

interface Given {
  readonly archiveId?: number | null | undefined;
  readonly reason?: string | null | undefined;
}

/** Reserves a number for a manuscript, makes it free again, or voids it. A used number stays used. */
export async function fireIsbn(caller: RequestCaller, id: number, event: IsbnEvent, given: Given): Promise<void> {
  try {
    await fire(caller, id, event, given);
  } catch (error) {
    // Two people reserved a number for the manuscript at the same moment.
    throw caller.context.db.engine.isTwice(error) ? failed('另一位同事刚为这部稿件预留了书号，请刷新后查看') : error;
  }
}

async function fire(caller: RequestCaller, id: number, event: IsbnEvent, given: Given): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await numberById(tx, id);
    if (!row) throw missing('书号不存在，请刷新后重试');
    const stamp = { updateBy: caller.currentUser.userName, updateTime: Date.now() };
    const state = ISBN_STATE_NAMES[row.status];
    if (event === 'reserve') {
      if (row.status !== 'free') throw failed(`书号${row.isbn}${state}，不能预留`);
      if (!given.archiveId) throw invalid('请选择稿件');
      const manuscript = await manuscriptIn(tx, given.archiveId);
      const own = await numberOf(tx, given.archiveId);
      if (own) throw failed(`《${manuscript.title}》已有书号${own.isbn}；一部稿件一个书号`);
      return writeState(tx, 'numberPool', row, { status: 'reserved', archiveId: given.archiveId, ...stamp });
    }
    if (event === 'release') {
      if (row.status !== 'reserved') throw failed(`书号${row.isbn}${state}，不能取消预留`);
      return writeState(tx, 'numberPool', row, { status: 'free', archiveId: null, cipNo: '', ...stamp });
    }
    if (row.status !== 'free' && row.status !== 'reserved') throw failed(`书号${row.isbn}${state}，不能作废`);
    if ([...(given.reason ?? '')].length < 2) throw invalid('请填写作废的原因');
    return writeState(tx, 'numberPool', row, { status: 'void', archiveId: null, remark: given.reason, ...stamp });
  });
}

export const shownNumbers = async (db: Database | Tx, archiveIds: readonly (number | null)[]) => {
  const titles = await titlesOfNumbers(
    db,
    archiveIds.filter((id) => id !== null),
  );
  return archiveIds.map((id) => ({ title: id === null ? '' : (titles.get(id) ?? '') }));
};
