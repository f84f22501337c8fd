import type { z } from 'zod';
import { publicationMachine } from '../../contract/catalog/publication.machine.ts';
import { onTransition } from '../state-machine/effects.ts';
import { layoutWords } from '../../contract/composition/composition.machine.ts';
import {
  SAMPLE_CHARACTERS,
  SIGNER_NAMES,
  SIGNERS,
  type addQualityCheck,
  type QualityCheck,
  type Signer,
} from '../../contract/proof/quality-check.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { samePerson } from '../db/same-person.ts';
import { AppError, failed, forbidden, invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { assertNotAuthor, manuscriptIn, type ManuscriptRow } from '../manuscript/manuscript-step.service.ts';
import { CODES } from './proof-codes.ts';
import { checkById, checksOf, printedWork, signaturesOf } from './proof-mark.queries.ts';
import { compositionFor, stagesOf } from './proof.queries.ts';
import { hasSigned, signerOf } from './proof.policy.ts';
import { assertNotOnHold } from '../manuscript/hold/on-hold.service.ts';

const LOG = '质量检查';

/** The people who proofread a manuscript. */
const proofreadersOf = async (db: Database | Tx, archiveId: number): Promise<number[]> =>
  [...(await stagesOf(db, archiveId)).values()].flatMap(({ proofreaderId }) => proofreaderId ?? []);

/** In what role a user may sign the checks of a manuscript. */
const signsAs = async (db: Database | Tx, manuscript: ManuscriptRow, currentUser: CurrentUser): Promise<Signer | ''> =>
  signerOf(manuscript, await proofreadersOf(db, manuscript.id), currentUser);

export async function checksFor({ db }: AppContext, currentUser: CurrentUser, archiveId: number): Promise<QualityCheck[]> {
  const rows = await checksOf(db, archiveId);
  const signatures = await signaturesOf(
    db,
    rows.map(({ id }) => id),
  );
  const manuscript = await db.transaction().execute((tx) => manuscriptIn(tx, archiveId));
  const role = await signsAs(db, manuscript, currentUser);
  return rows.map((row) => {
    const own = signatures.filter(({ checkId }) => checkId === row.id);
    const signed = hasSigned(own, role, currentUser);
    return {
      checkId: row.id,
      kind: row.kind,
      pageFrom: row.pageFrom,
      pageTo: row.pageTo,
      charCount: row.charCount,
      score: row.score,
      rate: row.rate / 10_000,
      verdict: row.verdict,
      opinion: row.opinion,
      inspectorName: row.inspectorName ?? '',
      createTime: wireTime(row.createTime),
      signatures: own.map((one) => ({ role: one.role, userName: one.nickName ?? '', at: wireTime(one.at) })),
      maySign: signed || row.verdict === 'fail' ? '' : role,
    };
  });
}

/** Registers a check by the caller, who must not have proofread the work. */
export async function addCheck(caller: RequestCaller, given: z.output<typeof addQualityCheck.body>): Promise<void> {
  const { currentUser } = caller;
  await withOperationLog(caller, { title: LOG, business: 'add' }, async (tx) => {
    const manuscript = await manuscriptIn(tx, given.archiveId);
    await assertNotOnHold(tx, given.archiveId);
    assertNotAuthor(manuscript, currentUser);
    for (const userId of await proofreadersOf(tx, given.archiveId))
      if (await samePerson(tx, userId, currentUser.userId)) throw failed('检查人不能是本书的校对，请由其他人检查');
    const composition = await compositionFor(tx, given.archiveId);
    const whole = (composition ? layoutWords(composition) : 0) || manuscript.wordCount;
    const least = Math.min(SAMPLE_CHARACTERS, whole);
    if (given.charCount < least) throw invalid(`抽查不少于${least}字（版面字数）；不足十万字的书全书检查`);
    const now = Date.now();
    await tx
      .insertInto('qualityCheck')
      .values({
        ...given,
        rate: Math.round((given.score * 1_000_000) / given.charCount),
        verdict: given.score * 100 <= given.charCount ? 'pass' : 'fail',
        inspectorId: currentUser.userId,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .execute();
  });
}

/** Signs a check; each role and each person once. */
export async function signCheck(caller: RequestCaller, checkId: number): Promise<void> {
  const { currentUser } = caller;
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await checkById(tx, checkId);
    if (!row) throw missing('检查记录不存在，请刷新后重试');
    if (row.verdict === 'fail') throw failed('检查不合格，改正后重新检查再签署');
    const manuscript = await manuscriptIn(tx, row.archiveId);
    await assertNotOnHold(tx, row.archiveId);
    assertNotAuthor(manuscript, currentUser);
    const role = await signsAs(tx, manuscript, currentUser);
    if (role === '') throw forbidden('由责任编辑、责任校对和主管签署');
    const signed = await signaturesOf(tx, [checkId]);
    if (hasSigned(signed, role, currentUser)) throw failed(`${SIGNER_NAMES[role]}已签署`);
    await tx.insertInto('qualitySignature').values({ checkId, role, userId: currentUser.userId, at: Date.now() }).execute();
  });
}

/** A printed book that came from a manuscript goes on sale only with a signed check of its sample copy. */
export const sampleCheckEffect = onTransition(publicationMachine, {
  async approve({ tx, entityId }) {
    const work = await printedWork(tx, entityId);
    if (!work) return;
    const samples = (await checksOf(tx, work.id)).filter(({ kind, verdict }) => kind === 'sample' && verdict === 'pass');
    const signatures = await signaturesOf(
      tx,
      samples.map(({ id }) => id),
    );
    const complete = samples.some(({ id }) => SIGNERS.every((role) => signatures.some((one) => one.checkId === id && one.role === role)));
    if (complete) return;
    const newest = signatures.filter(({ checkId }) => checkId === samples[0]?.id);
    const lacking = SIGNERS.filter((role) => !newest.some((one) => one.role === role)).map((role) => SIGNER_NAMES[role]);
    throw new AppError(CODES.sample, samples.length === 0 ? '样书检查未完成，不能上架' : `样书检查未完成，不能上架：缺${lacking.join('、')}签署`);
  },
});
