import type { z } from 'zod';
import { compositionMachine, PAGELESS } from '../../contract/composition/composition.machine.ts';
import type { CorrectionCheck, tickCorrection } from '../../contract/proof/correction-check.ts';
import { workFiles } from '../../contract/manuscript/work-files.ts';
import { placeWords } from '../../contract/proof/mark-time.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import type { Database, Tx } from '../db/database.ts';
import { AppError, failed, forbidden, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { correctWorkingText, saveCorrectedText, workingText, type Corrected } from '../manuscript/document/corrected-text.service.ts';
import { manuscriptIn, type ManuscriptRow } from '../manuscript/manuscript-step.service.ts';
import { adoptedMarks, hasText, markById, type AdoptedMark } from './proof-mark.queries.ts';
import { compositionFor, openProofsOf } from './proof.queries.ts';
import { changesText, confirmsCorrections, returnsProof } from './proof.policy.ts';
import { inGroup } from '../../contract/state-machine.ts';
import { assertNotOnHold } from '../manuscript/hold/on-hold.service.ts';
import { isOnHold } from '../manuscript/manuscript.policy.ts';

const LOG = '改正核对';
/** States of a composition whose newest proof is out. */

interface Proof {
  readonly id: number;
  readonly status: string;
  readonly proofNo: number;
  readonly deliveredAt: number | null;
  readonly deliveredFileId: number | null;
}

/** What the adopted marks of a manuscript still need. */
export interface OpenCorrections {
  /** Not in the text. */
  readonly text: readonly AdoptedMark[];
  /** Not confirmed on a proof. */
  readonly proof: readonly AdoptedMark[];
  /** Those of them that the newest proof should have. */
  readonly due: readonly AdoptedMark[];
  readonly proofNo: number;
  /** Kind of the work. */
  readonly kind: string;
}

/** Whether a proof was delivered: pages as a file, a recording or film as the parts of its master. */
const isDelivered = (kind: string, proof: Proof | undefined): proof is Proof =>
  proof !== undefined && (PAGELESS.has(kind) ? proof.deliveredAt !== null : proof.deliveredFileId !== null);
const isNewer = (kind: string, proof: Proof | undefined, mark: Pick<AdoptedMark, 'fateAt'>): boolean =>
  isDelivered(kind, proof) && (proof.deliveredAt ?? 0) > (mark.fateAt ?? 0);

export async function openCorrections(db: Database | Tx, archiveId: number): Promise<OpenCorrections> {
  const { kind } = await manuscriptIn(db, archiveId);
  const marks = await adoptedMarks(db, archiveId);
  const composition = await compositionFor(db, archiveId);
  const texts = !PAGELESS.has(kind) && (await hasText(db, archiveId));
  const proof = !isDelivered(kind, composition) ? [] : marks.filter(({ checkedProofNo }) => checkedProofNo === null);
  return {
    text: texts ? marks.filter(({ appliedVersion }) => appliedVersion === null) : [],
    proof,
    due: proof.filter((mark) => isNewer(kind, composition, mark)),
    proofNo: composition?.proofNo ?? 0,
    kind,
  };
}

/** A mark in a message: 第12页“卖粟子”改为“卖栗子”. */
function markWords(kind: string, { page, partNo, stage, wrong, right, note, startMs }: AdoptedMark): string {
  const short = (text: string): string => ([...text].length > 20 ? `${[...text].slice(0, 20).join('')}…` : text);
  const change =
    wrong && right ? `“${short(wrong)}”改为“${short(right)}”` : right ? `加“${short(right)}”` : wrong ? `删去或改“${short(wrong)}”` : short(note);
  return `${workFiles(kind).stages[stage]}${placeWords(kind, { page: partNo ?? page, startMs })}${change}`;
}
const firstOf = (kind: string, marks: readonly AdoptedMark[]): string =>
  marks[0] ? `${markWords(kind, marks[0])}${marks.length > 1 ? '等' : ''}` : '';

/** Why a text with open corrections may not become a book; null when it may. */
export function textObjection({ text, kind }: Pick<OpenCorrections, 'text' | 'kind'>): string | null {
  return text.length === 0
    ? null
    : `校样上采纳的改动还有${text.length}处没有改入正文（${firstOf(kind, text)}），请到校对的“改正核对”里改入正文，或改好后逐条打勾`;
}

/** Why a proof may not pass or go to print; null when it may. `marks` are those that the proof must have. */
export function proofObjection(marks: readonly AdoptedMark[], { proofNo, kind }: Pick<OpenCorrections, 'proofNo' | 'kind'>): string | null {
  const { proof, correct } = workFiles(kind).making;
  return marks.length === 0
    ? null
    : `采纳的改动还有${marks.length}处没有在第${proofNo}次${proof}上核对（${firstOf(kind, marks)}），请在“改正核对”里逐条打勾；${proof}上没有改的，请退回${correct}`;
}

/** Who checks: the responsible editor, those who assign editors, and the proofreader of an open proof. */
const checksCorrections = async (db: Database | Tx, manuscript: ManuscriptRow, currentUser: CurrentUser): Promise<boolean> =>
  confirmsCorrections(manuscript, await openProofsOf(db, manuscript.id), currentUser);

export async function correctionCheckFor({ db }: AppContext, currentUser: CurrentUser, archiveId: number): Promise<CorrectionCheck> {
  const manuscript = await manuscriptIn(db, archiveId);
  const { kind } = manuscript;
  const composition = await compositionFor(db, archiveId);
  const open = await openCorrections(db, archiveId);
  return {
    kind: kind as CorrectionCheck['kind'],
    lines: (await adoptedMarks(db, archiveId)).map((mark) => ({
      markId: mark.id,
      stage: mark.stage,
      round: mark.round,
      page: mark.partNo ?? mark.page,
      trackId: mark.trackId,
      startMs: mark.startMs,
      endMs: mark.endMs,
      source: mark.source,
      context: mark.context,
      wrong: mark.wrong,
      right: mark.right,
      note: mark.note,
      fateByName: mark.fateByName ?? '',
      appliedVersion: mark.appliedVersion,
      textReason: mark.textReason,
      textByName: mark.textByName ?? '',
      checkedProofNo: mark.checkedProofNo,
      checkedByName: mark.checkedByName ?? '',
      proofIsNewer: isNewer(kind, composition, mark),
    })),
    hasText: !PAGELESS.has(manuscript.kind) && (await hasText(db, archiveId)),
    hasProof: isDelivered(kind, composition),
    proofNo: composition?.proofNo ?? 0,
    compositionId: composition?.id ?? null,
    returns: composition?.status === 'delivered' && open.due.length > 0 && !isOnHold(manuscript) && returnsProof(manuscript, currentUser),
    checks: !isOnHold(manuscript) && (await checksCorrections(db, manuscript, currentUser)),
  };
}

const bare = (text: string): string => text.replace(/\s+/gu, '');
/** Fewest characters that say whether a text still has the error. */
const PASSAGE_LEAST = 6;

/** Why a text does not have a correction that a person confirms; null when it may have it. */
function textLacks(text: string, { context, wrong, right }: Pick<AdoptedMark, 'context' | 'wrong' | 'right'>): string | null {
  const all = bare(text);
  if (right !== '' && !all.includes(bare(right))) return `正文里还没有“${right}”，请先改好正文，再打勾`;
  const before = bare(context) + bare(wrong);
  // A correction that only adds words has the passage before it still.
  if (wrong !== '' && before.length >= PASSAGE_LEAST && all.includes(before) && !(bare(context) + bare(right)).includes(before))
    return `正文里还是“${context}${wrong}”，请先改好正文，再打勾`;
  return null;
}

/** Confirms that the text or the newest proof has a correction, or takes the confirmation back. */
export async function tick(caller: RequestCaller, markId: number, { place, done }: z.output<typeof tickCorrection.body>): Promise<void> {
  const { context, currentUser } = caller;
  const asked = await markById(context.db, markId);
  const text = asked && place === 'text' && done ? await workingText(context, asked.archiveId) : '';
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const mark = await markById(tx, markId);
    if (!mark || mark.fate !== 'adopted' || mark.source === 'reader') throw missing('这处改动已不在清单里，请刷新后重试');
    const manuscript = await manuscriptIn(tx, mark.archiveId);
    await assertNotOnHold(tx, mark.archiveId);
    if (!(await checksCorrections(tx, manuscript, currentUser))) throw forbidden('改正由责任编辑或正在校对的人核对');
    const columns =
      place === 'text'
        ? await textTick(tx, currentUser, mark, done, text)
        : proofTick(manuscript.kind, await compositionFor(tx, mark.archiveId), currentUser, mark, done);
    await tx
      .updateTable('proofMark')
      .set({ ...columns, updateBy: currentUser.userName, updateTime: Date.now(), version: mark.version + 1 })
      .where('id', '=', markId)
      .execute();
  });
}

type Mark = NonNullable<Awaited<ReturnType<typeof markById>>>;

async function textTick(tx: Tx, currentUser: CurrentUser, mark: Mark, done: boolean, text: string) {
  if (!done) {
    if (mark.appliedVersion !== null && mark.textBy === null) throw failed(`已由程序改入第${mark.appliedVersion}版，不能撤去`);
    return { appliedVersion: null, textBy: null };
  }
  if (mark.appliedVersion !== null) throw failed(`正文第${mark.appliedVersion}版已有这处改动`);
  const lacks = textLacks(text, mark);
  if (lacks) throw failed(lacks);
  const { currentVersion } = await manuscriptIn(tx, mark.archiveId);
  return { appliedVersion: currentVersion, textBy: currentUser.userId };
}

function proofTick(kind: string, proof: Proof | undefined, currentUser: CurrentUser, mark: Mark, done: boolean) {
  const { proof: name, correct } = workFiles(kind).making;
  if (!proof || !inGroup(compositionMachine, 'proofOut', proof.status)) throw failed(`新${name}还没有出，出样后再逐条核对`);
  if (!isNewer(kind, proof, mark)) throw failed(`这处改动是看过这次${name}以后采纳的，等${correct}、出了新${name}再核对`);
  if (!done) return { checkedProofNo: null, checkedBy: null, checkedAt: null };
  if (mark.checkedProofNo !== null) throw failed(`第${mark.checkedProofNo}次${name}已核对过`);
  return { checkedProofNo: proof.proofNo, checkedBy: currentUser.userId, checkedAt: Date.now() };
}

/** Corrections that are placed in the text, and why others are not, before they are stored. */
export interface PlacedCorrections {
  readonly found: Corrected | null;
  readonly reasons: ReadonlyMap<number, string>;
}

/** Kinds of marks that delete when they have no right text. */
const isDeletion = ({ kind, wrong, right }: AdoptedMark): boolean => kind === 'extra' && wrong !== '' && right === '';
const isAddition = ({ kind, wrong, right, context }: AdoptedMark): boolean => kind === 'missing' && wrong === '' && right !== '' && context !== '';

/** Looks for the places of the adopted marks that the text does not have. Reads the document outside a transaction, because that takes time. */
export async function placeCorrections(context: AppContext, archiveId: number): Promise<PlacedCorrections> {
  const { text } = await openCorrections(context.db, archiveId);
  const reasons = new Map<number, string>();
  const ready = text.filter((mark) => {
    if (isDeletion(mark) || isAddition(mark) || (mark.wrong !== '' && mark.right !== '')) return true;
    reasons.set(mark.id, mark.right === '' ? '没有写明改成什么，请在正文里直接改' : '没有写明原文，请在正文里直接改');
    return false;
  });
  if (ready.length === 0) return { found: null, reasons };
  try {
    const changes = ready.map(({ id, context: before, wrong, right }) => ({ id, before, wrong, right }));
    const found = await correctWorkingText(context, archiveId, changes);
    for (const { id, reason } of found.skipped) reasons.set(id, reason);
    return { found: found.done.length > 0 ? found : null, reasons };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    for (const { id } of ready) reasons.set(id, error.message);
    return { found: null, reasons };
  }
}

/** Stores placed corrections as a version, and the reasons of the others. */
export async function savePlaced(
  context: AppContext,
  currentUser: CurrentUser,
  archiveId: number,
  { found, reasons }: PlacedCorrections,
  tx: Tx,
): Promise<number | null> {
  const versionNo = found ? await saveCorrectedText(context, currentUser, archiveId, found, `校样改正${found.done.length}处`, tx) : null;
  if (found && versionNo !== null)
    await tx
      .updateTable('proofMark')
      .set({ appliedVersion: versionNo, textBy: null, textReason: '', updateTime: Date.now() })
      .where('id', 'in', [...found.done])
      .execute();
  for (const [id, textReason] of reasons) await tx.updateTable('proofMark').set({ textReason }).where('id', '=', id).execute();
  return versionNo;
}

/** Writes the open corrections into the text now, for instance after the text became clear. */
export async function writeCorrectionsFor(caller: RequestCaller, archiveId: number) {
  const { context, currentUser } = caller;
  const manuscript = await manuscriptIn(context.db, archiveId);
  if (!changesText(manuscript, currentUser)) throw forbidden('正文由稿件的责任编辑改');
  await assertNotOnHold(context.db, archiveId);
  const placed = await placeCorrections(context, archiveId);
  const versionNo = await withOperationLog(caller, { title: LOG, business: 'edit' }, (tx) => savePlaced(context, currentUser, archiveId, placed, tx));
  return { done: placed.found?.done.length ?? 0, left: placed.reasons.size, versionNo };
}
