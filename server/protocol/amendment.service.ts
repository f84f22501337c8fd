import { amendmentMachine, type AmendmentEvent, type AmendmentState } from '../../contract/protocol/amendment.machine.ts';
import type { Amendment } from '../../contract/protocol/amendment.ts';
import type { TermsBody } from '../../contract/protocol/term.ts';
import { eventsFrom } from '../../contract/state-machine.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { AppError, failed, missing } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { isAuthor } from '../manuscript/manuscript.policy.ts';
import { assertNotAuthor } from '../manuscript/manuscript-step.service.ts';
import { requirePermission, transition } from '../state-machine/transition.ts';
import { CODES } from './protocol-codes.ts';
import {
  amendmentById,
  amendmentSignatures,
  amendmentsOf,
  amendmentsToSign,
  namesOfUsers,
  protocolById,
  realNameOf,
  type AmendmentRow,
} from './protocol.queries.ts';
import { amendTerms, termsWords } from './term.service.ts';
import { amendProtocol, protocolGone, protocolPath } from './protocol.service.ts';
import { hasSigned, isParty, readsAgreement, signersOf, signsAmendment } from './protocol.policy.ts';
import { assertNotOnHold } from '../manuscript/hold/on-hold.service.ts';

const LOG = '补充协议';
const gone = () => missing('补充协议不存在或与您无关，请刷新后重试');
const authorPath = (row: Pick<AmendmentRow, 'archiveId'>): string => `/authorBackground/publish?archiveId=${row.archiveId}`;

const runner = ({ userId }: Pick<CurrentUser, 'userId'>) =>
  transition<AmendmentState, AmendmentEvent, AmendmentRow>(amendmentMachine, {
    table: 'protocolAmendment',
    stateOf: (row) => row.status,
    subject: (row) => `《${row.title}》的补充协议${row.amendNo}`,
    ownerOf: (row) => (isParty(row, { userId }) ? userId : null),
    notOwner: gone,
    on: {
      signA: {
        async guard({ tx, row }) {
          if ((await realNameOf(tx, userId)) !== 'verified') throw new AppError(CODES.unverified, '请先完成实名认证');
          if (hasSigned(await amendmentSignatures(tx, row.id), { userId })) throw failed('您已签署，请等其他作者签署');
        },
        async target({ tx, row }) {
          const signed = new Set((await amendmentSignatures(tx, row.id)).map((one) => one.userId)).add(userId);
          return signersOf(row).every((one) => signed.has(one)) ? 'wait_press' : 'wait_author';
        },
        async after({ tx, row, to, now, reason }) {
          await tx.insertInto('amendmentSignature').values({ amendmentId: row.id, userId, at: now }).execute();
          if (to === 'wait_press') await notifyEditor(tx, row, `作者已签署${nameOf(row)}`, reason);
        },
      },
      rejectA: { after: ({ tx, row, reason }) => notifyEditor(tx, row, `作者不同意${nameOf(row)}`, reason) },
      signB: {
        columns: ({ now }) => ({ signedByB: now, signerB: userId }),
        async after({ tx, row, reason }) {
          await amendTerms(tx, row.protocolId, row.amendNo, row.terms);
          await amendProtocol(tx, row.protocolId, `补充协议${row.amendNo}`);
          await notifySigners(tx, row, `${nameOf(row)}已生效`, reason);
        },
      },
      cancel: { after: ({ tx, row, reason }) => notifySigners(tx, row, `${nameOf(row)}已撤回`, reason) },
    },
  });

const nameOf = (row: AmendmentRow): string => `《${row.title}》的补充协议${row.amendNo}`;

async function notifyEditor(tx: Tx, row: AmendmentRow, title: string, content: string): Promise<void> {
  if (row.editorId !== null) await sendMessage(tx, { userId: row.editorId, type: 'task', title, content, link: protocolPath(row.protocolId) });
}

async function notifySigners(tx: Tx, row: AmendmentRow, title: string, content: string): Promise<void> {
  for (const userId of signersOf(row)) await sendMessage(tx, { userId, type: 'task', title, content, link: authorPath(row) });
}

/** Events of the staff; the others are the authors'. */
const BY_STAFF: ReadonlySet<AmendmentEvent> = new Set(['signB', 'cancel']);

export async function addAmendmentTo(
  caller: RequestCaller,
  protocolId: number,
  content: string,
  terms: TermsBody | null = null,
): Promise<{ amendmentId: number }> {
  const { currentUser } = caller;
  return withOperationLog(caller, { title: LOG, business: 'add' }, async (tx) => {
    const row = await protocolById(tx, protocolId);
    if (!row) throw protocolGone();
    assertNotAuthor(row, currentUser);
    await assertNotOnHold(tx, row.archiveId);
    if (row.status !== 'effective') throw failed('协议生效以后才能补充；未生效的协议请退回修改');
    const before = await amendmentsOf(tx, protocolId);
    if (before.some(({ status }) => status === 'wait_author' || status === 'wait_press')) throw failed('上一份补充协议还没有签完，请先签完或撤回');
    const now = Date.now();
    const amendNo = (before[0]?.amendNo ?? 0) + 1;
    const { id } = await tx
      .insertInto('protocolAmendment')
      .values({
        protocolId,
        amendNo,
        content,
        terms: terms ? JSON.stringify(terms) : '',
        signedByB: null,
        signerB: null,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const userId of signersOf(row))
      await sendMessage(tx, {
        userId,
        type: 'task',
        title: `请您签署《${row.title}》的补充协议`,
        content: content.slice(0, 200),
        link: authorPath(row),
      });
    return { amendmentId: id };
  });
}

export async function handleAmendmentEvent(caller: RequestCaller, amendmentId: number, event: AmendmentEvent, reason: string): Promise<void> {
  const { currentUser } = caller;
  requirePermission(amendmentMachine, event, currentUser);
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await amendmentById(tx, amendmentId);
    if (!row) throw gone();
    const protocol = await protocolById(tx, row.protocolId);
    if (!protocol) throw protocolGone();
    if (BY_STAFF.has(event)) assertNotAuthor(protocol, currentUser);
    await runner(currentUser)(tx, currentUser, row, event, reason);
  });
}

/** The amendments of an agreement. Authors see those of their own agreements. */
export async function amendmentsFor({ db }: AppContext, currentUser: CurrentUser, protocolId: number): Promise<Amendment[]> {
  const protocol = await protocolById(db, protocolId);
  if (!protocol || !readsAgreement(protocol, currentUser)) throw protocolGone();
  const names = await namesOfUsers(db, signersOf(protocol));
  return Promise.all(
    (await amendmentsOf(db, protocolId)).map(async (row) => {
      const signed = new Map((await amendmentSignatures(db, row.id)).map(({ userId, at }) => [userId, at]));
      const signs = signsAmendment(row, new Set(signed.keys()), currentUser);
      return {
        amendmentId: row.id,
        protocolId,
        amendNo: row.amendNo,
        content: row.content,
        termsText: row.terms === '' ? '' : termsWords(JSON.parse(row.terms) as TermsBody),
        status: row.status,
        signatures: signersOf(row).map((userId) => ({
          userId,
          name: names.get(userId) ?? '（已删除）',
          signedAt: wireTime(signed.get(userId) ?? null),
        })),
        signedByB: wireTime(row.signedByB),
        signerB: row.signerName ?? '',
        createTime: wireTime(row.createTime),
        can: eventsFrom(
          amendmentMachine,
          row.status,
          (permission) => !isAuthor(protocol, currentUser) && hasPermission(currentUser, permission),
          (who) => who === 'owner' && signs,
        ) as AmendmentEvent[],
      };
    }),
  );
}

/** Amendments that an author has to sign, for the one list of the author. */
export async function amendmentTodos({ db }: AppContext, userId: number) {
  return (await amendmentsToSign(db, userId))
    .filter((row) => signersOf(row).includes(userId))
    .map((row) => ({ archiveId: row.archiveId, title: row.title, kind: '签约', text: '阅读并签署补充协议', due: '', link: authorPath(row) }));
}
