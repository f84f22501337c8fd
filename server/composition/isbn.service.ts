import type { z } from 'zod';
import { isbnMachine, type IsbnMachineEvent, type IsbnState } from '../../contract/composition/isbn.machine.ts';
import type { importIsbns, IsbnEvent } from '../../contract/composition/isbn.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { hyphenatedIsbn } from '../catalog/publication.service.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import type { Database, Tx } from '../db/database.ts';
import { AppError, failed, invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { peopleWithPermission } from '../identity/permission/permission-holder.service.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { manuscriptIn } from '../manuscript/manuscript-step.service.ts';
import { transition } from '../state-machine/transition.ts';
import { freeNumbers, knownIsbns, numberById, titlesOfNumbers, type NumberRow } from './isbn.queries.ts';
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
  readonly publicationId?: number;
}

/** Counts of free numbers at which users with the right to import numbers get a message: applying for a new batch takes weeks. */
const WARN_AT: ReadonlySet<number> = new Set([20, 10, 5, 3, 2, 1, 0]);

async function warnWhenLow(tx: Tx): Promise<void> {
  const left = await freeNumbers(tx);
  if (!WARN_AT.has(left)) return;
  const title = left === 0 ? '书号池已用完' : `书号池只剩${left}个书号`;
  for (const { userId } of await peopleWithPermission(tx, 'publish:isbn:add', {}))
    await sendMessage(tx, {
      userId,
      type: 'task',
      title,
      content: '请及时申领新的书号并导入书号池，以免付印时没有书号可用。',
      link: '/publication/isbn',
    });
}

const stepWith = (given: Given) =>
  transition<IsbnState, IsbnMachineEvent, NumberRow>(isbnMachine, {
    table: 'numberPool',
    stateOf: (row) => row.status,
    rejection: ({ row, event, from }) =>
      new AppError(isbnMachine.illegal, `书号${row.isbn}${isbnMachine.states[from].label}，不能${isbnMachine.events[event].label}`),
    on: {
      reserve: {
        async guard({ tx }) {
          if (!given.archiveId) throw invalid('请选择稿件');
          const manuscript = await manuscriptIn(tx, given.archiveId);
          const own = await numberOf(tx, given.archiveId);
          if (own) throw failed(`《${manuscript.title}》已有书号${own.isbn}；一部稿件一个书号`);
        },
        columns: { archiveId: given.archiveId },
        after: ({ tx }) => warnWhenLow(tx),
      },
      release: { columns: { archiveId: null, cipNo: '' } },
      void: { columns: ({ reason }) => ({ archiveId: null, remark: reason }) },
      use: { columns: { publicationId: given.publicationId } },
    },
  });

/** Reserves a number for a manuscript, makes it free again, or voids it. A used number stays used. */
export async function handleIsbnEvent(caller: RequestCaller, id: number, event: IsbnEvent, given: Given): Promise<void> {
  try {
    await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
      const row = await numberById(tx, id);
      if (!row) throw missing('书号不存在，请刷新后重试');
      await stepWith(given)(tx, caller.currentUser, row, event, given.reason ?? '');
    });
  } catch (error) {
    // Two people reserved a number for the manuscript at the same moment.
    throw caller.context.db.engine.isTwice(error) ? failed('另一位同事刚为这部稿件预留了书号，请刷新后查看') : error;
  }
}

/** The number is printed in the publication of its manuscript. */
export async function useNumber(tx: Tx, currentUser: CurrentUser, row: NumberRow, publicationId: number): Promise<void> {
  await stepWith({ publicationId })(tx, currentUser, row, 'use', '', 'checked');
}

export const shownNumbers = async (db: Database | Tx, archiveIds: readonly (number | null)[]) => {
  const titles = await titlesOfNumbers(
    db,
    archiveIds.filter((id) => id !== null),
  );
  return archiveIds.map((id) => ({ title: id === null ? '' : (titles.get(id) ?? '') }));
};
