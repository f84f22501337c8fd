import { createHmac, randomInt } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { ZipFile } from 'yazl';
import { DAY_MS } from '../../../contract/clock.ts';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { CODE_LETTERS } from '../../../contract/code-letters.ts';
import { accessBatchMachine, type AccessBatchEvent, type AccessBatchState } from '../../../contract/textbook/access-batch.machine.ts';
import { ACCESS_CODE_CODES, accessBatch } from '../../../contract/textbook/access-code.ts';
import { ACCESS_CODE_LENGTH, checkCharacter, printedCode } from '../../../contract/textbook/access-code-text.ts';
import { TEXTBOOKS_PATH } from '../../../contract/textbook/textbook.site.ts';
import { loggedWrite, withOperationLog, type Write } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { crudService, type RequestCaller } from '../../crud/crud-service.ts';
import { SheetWriter } from '../../crud/sheet-writer.ts';
import { wireDate, wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { samePerson } from '../../db/same-person.ts';
import { AppError, conflict, failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import type { TodoSource } from '../../inbox/todo-source.service.ts';
import { requirePermission, transition } from '../../state-machine/transition.ts';
import { worksOf } from '../textbook.queries.ts';
import { batchSteps, isEditable, isPrintable } from './access-code.policy.ts';
import {
  addCodes,
  batchById,
  batchesToIssue,
  codeCounts,
  dropCodes,
  namesOf,
  notePrinted,
  usedSince,
  voidUnused,
  type BatchRow,
} from './access-code.queries.ts';

const LOG = '激活码';
const gone = () => missing('激活码批次不存在，请刷新后重试');
const DAY_LIMIT = 90;

/** The hash of a code under the secret of this installation: a copy of the database alone tells no code. */
export const codeHash = ({ settings }: Pick<AppContext, 'settings'>, code: string): string =>
  createHmac('sha256', settings.secret).update(`access code\n${code}`).digest('hex');

export const transitionBatch = transition<AccessBatchState, AccessBatchEvent, BatchRow>(accessBatchMachine, {
  table: 'accessBatch',
  stateOf: ({ status }) => status as AccessBatchState,
  subject: ({ name }) => `激活码批次“${name}”`,
  on: {
    issue: {
      async guard({ tx, row, currentUser, now }) {
        if (currentUser && (await isOwn(tx, row, currentUser))) throw new AppError(ACCESS_CODE_CODES.own, '不能发行本人建的批次，请另一位同事发行');
        if (row.validTo !== '' && row.validTo < wireDate(now)) throw failed('激活截止已经过了，请先修改');
      },
      columns: ({ currentUser }) => ({ issuedBy: currentUser?.userId ?? null }),
      after: ({ tx, row, currentUser }) => notifyMaker(tx, row, currentUser, '已发行，可以生成印制文件', ''),
    },
    freeze: { after: ({ tx, row, currentUser, reason }) => notifyMaker(tx, row, currentUser, '已冻结，没有用过的码不能激活', reason) },
    close: { after: ({ tx, row }) => voidUnused(tx, row.id, '批次关闭').then(() => undefined) },
  },
});

/** The address of a batch in the back office. */
const PAGE = '/publication/accessCode';

/** Tells the person who made a batch what a colleague did with it. */
async function notifyMaker(tx: Tx, row: BatchRow, by: CurrentUser | null, what: string, content: string): Promise<void> {
  if (row.createdBy === null || row.createdBy === by?.userId) return;
  await sendMessage(tx, { userId: row.createdBy, type: 'task', title: `激活码批次“${row.name}”${what}`, content, link: `${PAGE}?open=${row.id}` });
}

export const accessCodeTodos: readonly TodoSource[] = [
  {
    key: 'accessBatch',
    label: '待发行的激活码批次',
    permission: 'textbook:code:issue',
    link: PAGE,
    items: async (db, currentUser) => batchesToIssue(db, currentUser.accounts, wireDate(Date.now())),
  },
];

const isOwn = async (db: Database | Tx, { createdBy }: Pick<BatchRow, 'createdBy'>, { userId }: CurrentUser): Promise<boolean> =>
  createdBy !== null && samePerson(db, createdBy, userId);

/** Days and times of a batch that contradict each other; empty when they are right. */
function datesFault({ validFrom, validTo, rightTo }: { validFrom: string; validTo: string; rightTo: string }): string {
  if (validFrom !== '' && validTo !== '' && validTo < validFrom) return '激活截止不能早于激活开始';
  if (rightTo !== '' && validTo !== '' && rightTo < validTo) return '阅读截止不能早于激活截止，否则激活了也不能读';
  return rightTo !== '' && rightTo < wireDate(Date.now()) ? '阅读截止已经过了，请修改' : '';
}

export const batches = crudService(accessBatch, {
  table: 'accessBatch',
  log: LOG,
  order: [['id', 'desc']],
  removal: 'hard',
  show: (db, rows, currentUser) => shownOf(db, rows, currentUser),
  check: async (tx, { draft, before }) => {
    if (before && !isEditable(before)) throw new AppError(ACCESS_CODE_CODES.printed, '批次已印制，不能修改');
    if (before && before.publishId !== draft.publishId) throw failed('教材不能更换，请新增一个批次');
    const [work] = await worksOf(tx, [Number(draft.publishId)]);
    if (work?.kind !== 'textbook') throw failed('只有数字教材可以配激活码，请重新选择');
    const fault = datesFault(draft);
    if (fault) throw failed(fault);
  },
  columnsOf: ({ before, currentUser }) => (before ? {} : { createdBy: currentUser.userId }),
  beforeRemove: async (_tx, rows) => {
    if (rows.some((row) => !isEditable(row))) throw failed('已发行的批次不能删除，可以关闭');
  },
});

async function shownOf(db: Database | Tx, rows: readonly BatchRow[], currentUser: CurrentUser) {
  const ids = rows.map(({ id }) => id);
  const counts = new Map((await codeCounts(db, ids)).map((one) => [`${one.batchId} ${one.status}`, Number(one.count)]));
  const works = new Map((await worksOf(db, [0, ...rows.map(({ publishId }) => publishId)])).map((work) => [work.id, work.title]));
  const people = new Map(
    (
      await namesOf(
        db,
        rows.flatMap(({ printedBy, issuedBy }) => [printedBy, issuedBy].filter((one) => one !== null)),
      )
    ).map((one) => [one.id, one.nickName || one.userName]),
  );
  return Promise.all(
    rows.map(async (row) => {
      const used = counts.get(`${row.id} used`) ?? 0;
      return {
        publishTitle: works.get(row.publishId) ?? '已删除的作品',
        status: row.status,
        usedNum: used,
        voidNum: counts.get(`${row.id} void`) ?? 0,
        printedAt: wireTime(row.printedAt),
        printedBy: people.get(row.printedBy ?? 0) ?? '',
        issuedBy: people.get(row.issuedBy ?? 0) ?? '',
        can: batchSteps(row, currentUser, await isOwn(db, row, currentUser), used),
      };
    }),
  );
}

async function batchIn(db: Database | Tx, batchId: number): Promise<BatchRow> {
  const row = await batchById(db, batchId);
  if (!row) throw gone();
  return row;
}

export async function handleBatchEvent(caller: RequestCaller, batchId: number, event: AccessBatchEvent, reason: string): Promise<void> {
  requirePermission(accessBatchMachine, event, caller.currentUser);
  await withOperationLog(caller, { title: LOG }, async (tx) => {
    await transitionBatch(tx, caller.currentUser, await batchIn(tx, batchId), event, reason);
  });
}

/** A code: random characters and the one that checks them. */
export function newAccessCode(): string {
  let random = '';
  while (random.length < ACCESS_CODE_LENGTH - 1) random += CODE_LETTERS[randomInt(CODE_LETTERS.length)] ?? '';
  return random + checkCharacter(random);
}

/** Codes are hashed for this time before other work of the server gets its turn, in milliseconds. */
const TURN_MS = 8;

/** Makes codes that are all different. */
async function newCodes(count: number): Promise<string[]> {
  const made = new Set<string>();
  let turn = performance.now();
  while (made.size < count) {
    made.add(newAccessCode());
    if (performance.now() - turn < TURN_MS) continue;
    await setImmediate();
    turn = performance.now();
  }
  return [...made];
}

async function rowsFor(context: AppContext, batchId: number, codes: ReadonlyMap<number, string>) {
  const rows = [];
  let turn = performance.now();
  for (const [serialNo, code] of codes) {
    rows.push({ batchId, serialNo, codeHash: codeHash(context, code), last4: code.slice(-4) });
    if (performance.now() - turn < TURN_MS) continue;
    await setImmediate();
    turn = performance.now();
  }
  return rows;
}

/** Makes the codes of a batch and returns the file for the printer. Only their hashes stay. */
export async function printFor(caller: RequestCaller, batchId: number): Promise<{ name: string; bytes: Buffer }> {
  const { context, currentUser } = caller;
  const { name, publishId } = await batchIn(context.db, batchId);
  const codes = await makeCodes(context, currentUser, batchId, loggedWrite(caller, LOG, 'export'));
  const [work] = await worksOf(context.db, [publishId]);
  return { name: `激活码-${name}.zip`, bytes: await printFile(context, work?.title ?? '', codes) };
}

/** Makes the codes of a batch, by serial number. */
export async function makeCodes(
  context: AppContext,
  currentUser: Pick<CurrentUser, 'userId'>,
  batchId: number,
  write: Write,
): Promise<ReadonlyMap<number, string>> {
  const before = await batchIn(context.db, batchId);
  const codes = new Map((await newCodes(before.count)).map((code, at) => [at + 1, code]));
  const rows = await rowsFor(context, batchId, codes);
  await write(async (tx) => {
    const row = await batchIn(tx, batchId);
    const used = (await codeCounts(tx, [batchId])).filter(({ status }) => status !== 'unused');
    if (!isPrintable(row, used.length))
      throw failed(row.status === 'issued' ? '这一批已有激活码用过或作废，不能重新生成印制文件' : '批次发行后才能生成印制文件');
    if ((await notePrinted(tx, before, currentUser.userId, Date.now())).length === 0) throw conflict();
    // None of the codes of an earlier file was used (checked above).
    await dropCodes(tx, batchId);
    let missing = await addCodes(tx, rows);
    while (missing.length > 0) {
      for (const serialNo of missing) codes.set(serialNo, newAccessCode());
      missing = await addCodes(tx, await rowsFor(context, batchId, new Map(missing.map((serialNo) => [serialNo, codes.get(serialNo) ?? '']))));
    }
  });
  return codes;
}

/** A zip with a spreadsheet and a CSV: serial number, code as it is printed, and the address of its QR. */
async function printFile({ settings }: AppContext, title: string, codes: ReadonlyMap<number, string>): Promise<Buffer> {
  const address = (code: string): string => `${settings.publicUrl}${TEXTBOOKS_PATH}#code=${code}`;
  const sheet = new PassThrough();
  const sheetBytes = buffer(sheet);
  const writer = new SheetWriter(sheet);
  await writer.begin('激活码', [
    { header: '序号', width: 10 },
    { header: '激活码', width: 20 },
    { header: '二维码内容', width: 80 },
  ]);
  const lines = ['序号,激活码,二维码内容'];
  for (const [serialNo, code] of codes) {
    await writer.row([serialNo, printedCode(code), address(code)]);
    lines.push(`${serialNo},${printedCode(code)},${address(code)}`);
  }
  await writer.end();
  const zip = new ZipFile();
  zip.addBuffer(await sheetBytes, '激活码.xlsx');
  zip.addBuffer(Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`), '激活码.csv');
  zip.addBuffer(Buffer.from(`\ufeff${inTitleMarks(title)}的激活码。服务器不保存激活码，这份文件丢失后只能重新生成。\r\n`), '说明.txt');
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}

/** Sends the file for the printer; no copy of it stays on the server. */
export async function sendPrintFile(reply: FastifyReply, { name, bytes }: { name: string; bytes: Buffer }): Promise<FastifyReply> {
  const encoded = encodeURIComponent(name);
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename*=UTF-8''${encoded}`,
      'download-filename': encoded,
      'access-control-expose-headers': 'Content-Disposition,download-filename',
    })
    .send(bytes);
}

/** Codes used by day in the last three months, the days without one left out. */
export async function usageOf({ db }: AppContext, batchId: number): Promise<{ day: string; used: number }[]> {
  await batchIn(db, batchId);
  const days = new Map<string, number>();
  for (const { usedAt } of await usedSince(db, batchId, Date.now() - DAY_LIMIT * DAY_MS)) {
    const day = wireDate(usedAt ?? 0);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  return [...days].toSorted(([one], [two]) => one.localeCompare(two)).map(([day, used]) => ({ day, used }));
}
