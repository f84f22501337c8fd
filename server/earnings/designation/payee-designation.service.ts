import type { z } from 'zod';
import { payeeDesignationMachine } from '../../../contract/earnings/payee-designation.machine.ts';
import type {
  addDesignation,
  designationEvent,
  designationParties,
  PayeeDesignationEvent,
  PayeeDesignationRow,
  PayeeDesignationState,
} from '../../../contract/earnings/payee-designation.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { eventsFrom } from '../../../contract/state-machine.ts';
import { realNameMachine } from '../../../contract/system/real-name.machine.ts';
import { withOperationLog, type Write } from '../../audit/operation-log.ts';
import { fileIn, keepVoucher } from '../../commerce/money-file.service.ts';
import type { AppContext } from '../../context.ts';
import type { RequestCaller } from '../../crud/crud-service.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { personKeys, samePerson } from '../../db/same-person.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../../http/current-user.ts';
import { onTransition } from '../../state-machine/effects.ts';
import { requirePermission, transition } from '../../state-machine/transition.ts';
import { fileOf, type StoredUpload } from '../../system/file/file.service.ts';
import { payeeById } from '../payee.queries.ts';
import {
  agreementByNo,
  designationById,
  designationPage,
  designationsWithDocument,
  holdsOf,
  liveDesignation,
  setPayee,
  type DesignationRow,
} from './payee-designation.queries.ts';

/** Beside 26501 of the machine: the second person. */
const SECOND = 26_502;
const gone = (): AppError => missing('收款指定不存在，请刷新后重试');

interface Party {
  readonly name: string;
  readonly userId?: number | null;
  readonly share: number;
}
const partiesIn = ({ authors }: { readonly authors: string }): Party[] => (JSON.parse(authors) as Party[]).filter(({ share }) => share > 0);

async function agreementIn(db: Database | Tx, protocolNo: string) {
  const found = await agreementByNo(db, protocolNo);
  if (!found) throw failed(`没有编号为${protocolNo}的协议`);
  return found;
}

export async function partiesOf({ db }: AppContext, protocolNo: string): Promise<DataOf<typeof designationParties>> {
  const agreement = await agreementIn(db, protocolNo);
  return {
    title: agreement.title,
    parties: partiesIn(agreement).map(({ name, userId, share }) => ({ name, share, hasAccount: typeof userId === 'number' })),
  };
}

const transitionDesignation = transition<PayeeDesignationState, PayeeDesignationEvent, DesignationRow>(payeeDesignationMachine, {
  table: 'payeeDesignation',
  stateOf: (row) => row.status as PayeeDesignationState,
  subject: ({ party }) => `${party}的收款指定`,
  on: {
    confirm: {
      async guard({ tx, row, currentUser }) {
        for (const other of [row.proposedBy, row.payeeUserId])
          if (currentUser && (await samePerson(tx, other, currentUser.userId))) throw new AppError(SECOND, '须由另一位财务人员处理');
        if (row.partyUserId !== null) await assertNothingHeld(tx, row, row.partyUserId);
      },
      columns: ({ currentUser }) => ({ confirmedBy: currentUser?.userId ?? null }),
    },
    end: { guard: ({ tx, row }) => assertNothingHeld(tx, row, row.payeeUserId) },
  },
});

/** Advances, reserves and returns are set off against later income of the same payee, so the payee does not change while there are some. */
async function assertNothingHeld(tx: Tx, { protocolId, party }: DesignationRow, userId: number): Promise<void> {
  if (await holdsOf(tx, protocolId, userId)) throw failed(`${party}在这份协议上还有未抵扣的预付款、退货或准备金，结清以后才能更换收款人`);
}

export async function add(currentUser: CurrentUser, body: z.output<typeof addDesignation.body>, write: Write): Promise<void> {
  await write(async (tx) => {
    const agreement = await agreementIn(tx, body.protocolNo);
    const party = partiesIn(agreement).find(({ name }) => name === body.party);
    if (!party) throw failed(`${body.party}不在协议${body.protocolNo}的作者中`);
    const payee = await payeeById(tx, body.payeeId);
    if (!payee) throw failed('收款人不存在，请先登记');
    if (typeof party.userId === 'number' && (await samePerson(tx, party.userId, payee.userId))) throw failed('作者本人就是收款人，不必指定');
    if (await samePerson(tx, payee.userId, currentUser.userId)) throw failed('不能指定本人为收款人，请由另一位财务人员处理');
    if (await liveDesignation(tx, agreement.id, party.name)) throw failed(`${party.name}已有收款指定，请先终止`);
    const now = Date.now();
    await tx
      .insertInto('payeeDesignation')
      .values({
        protocolId: agreement.id,
        partyUserId: party.userId ?? null,
        party: party.name,
        payeeUserId: payee.userId,
        kind: body.kind,
        reason: body.reason,
        document: await keepVoucher(tx, body.document, currentUser),
        proposedBy: currentUser.userId,
        confirmedBy: null,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .execute();
  });
}

export async function handleEvent(
  currentUser: CurrentUser,
  { event, designationId }: z.output<typeof designationEvent.params>,
  reason: string,
  write: Write,
): Promise<void> {
  requirePermission(payeeDesignationMachine, event, currentUser);
  await write(async (tx) => {
    const row = await designationById(tx, designationId);
    if (!row) throw gone();
    await transitionDesignation(tx, currentUser, row, event, reason);
  });
}

export async function designationsFor(
  { db }: AppContext,
  currentUser: CurrentUser,
  query: { designationId?: number | undefined; pageNum: number; pageSize: number },
) {
  const { total, rows } = await designationPage(db, query.designationId, { limit: query.pageSize, offset: (all) => offsetOf(query, all) });
  return {
    total,
    rows: rows.map(
      (row): PayeeDesignationRow => ({
        designationId: row.id,
        protocolNo: row.protocolNo,
        title: row.title,
        party: row.party,
        payee: row.payeeName,
        kind: row.kind,
        reason: row.reason,
        document: fileIn(row.document)?.name ?? '',
        status: row.status as PayeeDesignationState,
        proposedBy: row.proposerName ?? '',
        confirmedBy: row.confirmerName ?? '',
        createTime: wireTime(row.createTime),
        can: eventsFrom(payeeDesignationMachine, row.status as PayeeDesignationState, (permission) => hasPermission(currentUser, permission)),
      }),
    ),
  };
}

export function documentOf(caller: RequestCaller, designationId: number): Promise<StoredUpload> {
  return withOperationLog(caller, { title: '查看证明文件', business: 'other' }, async (tx) => {
    const row = await designationById(tx, designationId);
    const file = row && fileIn(row.document);
    if (!row || !file) throw gone();
    return { ownerId: row.proposedBy, fileId: file.fileId };
  }).then(({ ownerId, fileId }) => fileOf(caller.context, ownerId, fileId));
}

/** An account that proves to be a payee whom finance has registered is paid itself from then on. */
export const takeOverEffect = onTransition(realNameMachine, {
  async confirm({ tx, entityId, now }) {
    const check = await tx.selectFrom('realNameCheck').select('userId').where('id', '=', entityId).executeTakeFirst();
    const keys = check && (await personKeys(tx, check.userId));
    if (!keys || keys.identityKey === '') return;
    for (const { id, protocolId, payeeUserId } of await designationsWithDocument(tx, keys.identityKey))
      if (!(await holdsOf(tx, protocolId, payeeUserId))) await setPayee(tx, id, keys.id, now);
  },
});
