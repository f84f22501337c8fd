import { inGroup } from '../../contract/state-machine.ts';
import type { z } from 'zod';
import { DAY_MS } from '../../contract/clock.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import type { IdType } from '../../contract/system/identity-number.ts';
import { realNameMachine } from '../../contract/system/real-name.machine.ts';
import type { ownRealName, RealNameEvent, RealNameRow, RealNameState, submitRealName } from '../../contract/system/real-name.ts';
import { masked, personalField } from '../../contract/identity/personal-fields.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { scopeOf, within } from '../crud/data-scope.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import { samePerson } from '../db/same-person.ts';
import { hashText, openText, sealText } from '../db/sealed-text.ts';
import { AppError, failed, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { rateLimit, type RateLimit } from '../http/rate-limit.ts';
import { assertPersonInScope } from '../identity/staff.service.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { transition, type Done } from '../state-machine/transition.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { fileOf } from './file/file.service.ts';
import { accountsWithDocument, checkById, checkPage, checksOf, type CheckRow, type Limit } from './real-name.queries.ts';
import { ownsCheck } from './real-name.policy.ts';

export const CHECKS_NAMES = 'system:account:realName';
/** Beside 24901 of the machine: a check waits already, and a check of the own person. */
const CODES = { open: 24902, own: 24903 } as const;
const LOG = '实名核实';
const PURPOSE = 'real-name';
const PAGE = '/personalCenter/profile';
const SUBMISSIONS: RateLimit = { name: 'real-name', points: 10, windowMs: DAY_MS, message: '您今天提交的次数过多，请明天再试' };

const gone = (): AppError => missing('实名认证不存在或已被删除，请刷新后重试');

/** The rows that a member of the staff may decide about, by the data scope. */
export const seenChecks = async (db: Database | Tx, currentUser: CurrentUser): Promise<Limit> =>
  within(await scopeOf(db, currentUser, CHECKS_NAMES), { dept: 'user.deptId', user: 'user.id' }, currentUser) as Limit;

/** The number of a document in full; callers check the right to read it. */
export const numberIn = ({ settings }: Pick<AppContext, 'settings'>, row: Pick<CheckRow, 'userId' | 'idCardNo'>): string =>
  row.idCardNo === '' ? '' : (openText(settings.secret, PURPOSE, row.userId, row.idCardNo) ?? '');

/** The number of a document as it is stored: sealed for its user, and the key by which two accounts of one person are found. */
export const sealedNumber = ({ settings }: Pick<AppContext, 'settings'>, userId: number, idType: string, number: string) => ({
  idCardNo: sealText(settings.secret, PURPOSE, userId, number),
  identityKey: hashText(settings.secret, PURPOSE, `${idType}\n${number}`),
});

const wire = (row: CheckRow, idCardNo: string) => ({
  checkId: row.id,
  userId: row.userId,
  status: row.status as RealNameState,
  realName: row.realName,
  idType: row.idType as IdType,
  idCardNo,
  fileName: row.fileOriginName ?? '',
  reason: row.reason,
  createTime: wireTime(row.createTime),
  decidedAt: wireTime(row.decidedAt),
});

export async function ownRealNameOf(context: AppContext, currentUser: CurrentUser): Promise<DataOf<typeof ownRealName>> {
  const { db } = context;
  const user = await db.selectFrom('user').select('realNameStatus').where('id', '=', currentUser.userId).executeTakeFirstOrThrow();
  const field = personalField('', 'idCardNo');
  const checks = (await checksOf(db, currentUser.userId)).map((row) => {
    const number = numberIn(context, row);
    return wire(row, field && number ? String(masked(field, number, {})) : '');
  });
  return { status: user.realNameStatus, checks };
}

async function ownCheck(db: Database | Tx, currentUser: CurrentUser, id: number): Promise<CheckRow> {
  const row = await checkById(db, id);
  if (!row || !ownsCheck(row, currentUser)) throw gone();
  return row;
}

export async function ownNumber(context: AppContext, currentUser: CurrentUser, id: number): Promise<{ idNumber: string }> {
  return { idNumber: numberIn(context, await ownCheck(context.db, currentUser, id)) };
}

/** Submits a check. A person who is verified stays so until the new check is decided. */
export async function submit(context: AppContext, currentUser: CurrentUser, body: z.output<typeof submitRealName.body>): Promise<void> {
  const { userId } = currentUser;
  await rateLimit(context, SUBMISSIONS, userId);
  await fileOf(context, userId, body.fileId).catch(() => {
    throw failed('请重新上传证件的照片或扫描件');
  });
  await context.db.transaction().execute(async (tx) => {
    const user = await tx.selectFrom('user').select(['realNameStatus', 'version']).where('id', '=', userId).executeTakeFirstOrThrow();
    if ((await checksOf(tx, userId)).some(({ status }) => status === 'pending'))
      throw new AppError(CODES.open, '已有一份实名认证等待核实，请先撤回再重新提交');
    await tx.updateTable('file').set({ isPublic: '0' }).where('id', '=', body.fileId).where('ownerId', '=', userId).execute();
    const now = Date.now();
    const { id } = await tx
      .insertInto('realNameCheck')
      .values({
        userId,
        realName: body.realName,
        idType: body.idType,
        ...sealedNumber(context, userId, body.idType, body.idCardNo),
        fileId: body.fileId,
        decidedBy: null,
        decidedAt: null,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (user.realNameStatus !== 'verified') await setStatus(tx, userId, 'pending');
    await logTransition(tx, currentUser, {
      entityType: 'realNameCheck',
      entityId: id,
      event: 'submit',
      fromStatus: '',
      toStatus: 'pending',
      note: '',
    });
  });
}

const setStatus = (tx: Tx, userId: number, realNameStatus: 'none' | 'pending' | 'verified' | 'failed') =>
  tx.updateTable('user').set({ realNameStatus, updateTime: Date.now() }).where('id', '=', userId).execute();

type Decided = Done<RealNameState, RealNameEvent, CheckRow>;
const decision = ({ currentUser, now, reason }: Pick<Decided, 'currentUser' | 'now' | 'reason'>) => ({
  decidedBy: currentUser?.userId ?? null,
  decidedAt: now,
  reason,
});
const notifyPerson = (tx: Tx, userId: number, title: string, content: string): Promise<void> =>
  sendMessage(tx, { userId, type: 'audit', title, content, link: PAGE });

/** The other checks of the person; one of them may be the one that holds now. */
const othersOf = async (tx: Tx, row: CheckRow): Promise<CheckRow[]> => (await checksOf(tx, row.userId)).filter(({ id }) => id !== row.id);
const heldBy = async (tx: Tx, row: CheckRow): Promise<CheckRow | undefined> => (await othersOf(tx, row)).find(({ status }) => status === 'verified');

const step = transition<RealNameState, RealNameEvent, CheckRow>(realNameMachine, {
  table: 'realNameCheck',
  stateOf: (row) => row.status as RealNameState,
  ownerOf: (row) => row.userId,
  notOwner: gone,
  on: {
    confirm: {
      columns: decision,
      async after({ tx, row, currentUser }) {
        const held = await heldBy(tx, row);
        if (held) await step(tx, currentUser, held, 'replace', '', 'checked');
        await tx
          .updateTable('user')
          .set({ realName: row.realName, idCardNo: row.idCardNo, identityKey: row.identityKey, realNameStatus: 'verified', updateTime: Date.now() })
          .where('id', '=', row.userId)
          .execute();
        await notifyPerson(tx, row.userId, '实名认证已通过', '现在可以签署协议和填写收款账户。');
      },
    },
    reject: {
      columns: decision,
      async after({ tx, row, reason }) {
        if (!(await heldBy(tx, row))) await setStatus(tx, row.userId, 'failed');
        await notifyPerson(tx, row.userId, '实名认证未通过', reason);
      },
    },
    withdraw: {
      async after({ tx, row }) {
        if (!(await heldBy(tx, row))) await setStatus(tx, row.userId, 'none');
      },
    },
    remove: {
      async after({ tx, row }) {
        await tx.updateTable('user').set({ realName: '', idCardNo: '', identityKey: '' }).where('id', '=', row.userId).execute();
        await setStatus(tx, row.userId, (await othersOf(tx, row)).some(({ status }) => status === 'pending') ? 'pending' : 'none');
      },
    },
  },
  columns: ({ to }) => (inGroup(realNameMachine, 'ended', to) ? { idCardNo: '', identityKey: '', fileId: null } : {}),
  async after({ tx, row, to }) {
    if (inGroup(realNameMachine, 'ended', to) && row.fileId !== null)
      await tx.deleteFrom('file').where('id', '=', row.fileId).where('ownerId', '=', row.userId).execute();
  },
});

/** Removes the picture of a check that ended; the row of the file went with the step. */
async function removePicture({ files }: AppContext, key: string | null): Promise<void> {
  if (key !== null) await files.remove(key);
}
const pictureOf = (context: AppContext, row: Pick<CheckRow, 'userId' | 'fileId'>): Promise<string | null> =>
  row.fileId === null
    ? Promise.resolve(null)
    : fileOf(context, row.userId, row.fileId).then(
        ({ key }) => key,
        () => null,
      );

export async function answerOwn(context: AppContext, currentUser: CurrentUser, event: 'withdraw' | 'remove', id: number): Promise<void> {
  const key = await pictureOf(context, await ownCheck(context.db, currentUser, id));
  await context.db.transaction().execute(async (tx) => step(tx, currentUser, await ownCheck(tx, currentUser, id), event));
  await removePicture(context, key);
}

export async function checksFor(
  context: AppContext,
  currentUser: CurrentUser,
  query: { checkId?: number | undefined; status?: string | undefined; pageNum: number; pageSize: number },
) {
  const { db } = context;
  const seen = await seenChecks(db, currentUser);
  const { total, rows } = await checkPage(db, query, { limit: query.pageSize, offset: (all) => offsetOf(query, all) }, seen);
  const accounts = await accountsWithDocument(db, [...new Set(rows.map(({ identityKey }) => identityKey))]);
  return {
    total,
    rows: rows.map(
      (row): RealNameRow => ({
        ...wire(row, numberIn(context, row)),
        userName: row.userName,
        nickName: row.nickName,
        decidedBy: row.deciderName ?? '',
        sameDocument: accounts.filter((one) => one.identityKey === row.identityKey && one.id !== row.userId).map(({ userName }) => userName),
      }),
    ),
  };
}

/** Decides about another person. */
export async function decide(caller: RequestCaller, event: 'confirm' | 'reject', id: number, reason: string): Promise<void> {
  const { context, currentUser } = caller;
  const before = await checkById(context.db, id);
  if (!before) throw gone();
  const held = event === 'confirm' ? (await checksOf(context.db, before.userId)).find(({ status }) => status === 'verified') : undefined;
  const key = await pictureOf(context, event === 'reject' ? before : (held ?? { userId: before.userId, fileId: null }));
  await withOperationLog(caller, { title: LOG, business: event === 'confirm' ? 'grant' : 'edit' }, async (tx) => {
    const row = await checkById(tx, id);
    if (!row) throw gone();
    await assertPersonInScope(tx, currentUser, row.userId, CHECKS_NAMES);
    if (await samePerson(tx, row.userId, currentUser.userId)) throw new AppError(CODES.own, '不能核实本人的实名信息，请由另一位同事核实');
    await step(tx, currentUser, row, event, reason);
  });
  await removePicture(context, key);
}

export async function documentOf(caller: RequestCaller, id: number) {
  const { context, currentUser } = caller;
  return withOperationLog(caller, { title: '查看实名材料', business: 'other' }, async (tx) => {
    const row = await checkById(tx, id);
    if (!row || row.fileId === null) throw missing('材料不存在，请刷新后重试');
    await assertPersonInScope(tx, currentUser, row.userId, CHECKS_NAMES);
    return { userId: row.userId, fileId: row.fileId };
  }).then(({ userId, fileId }) => fileOf(context, userId, fileId));
}
