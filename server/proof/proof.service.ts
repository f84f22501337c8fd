import type { z } from 'zod';
import { spokenCharacters } from '../../contract/manuscript/work-files.ts';
import { layoutWords } from '../../contract/composition/composition.machine.ts';
import { PROOF_EVENTS, proofMachine } from '../../contract/proof/proof.machine.ts';
import type { ProofDetail, Proofreader, proofList, ProofRow } from '../../contract/proof/proof.ts';
import { eventLabel, eventsFrom, stateLabel } from '../../contract/state-machine.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import { offsetOf } from '../db/page-offset.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { daysSince } from '../manuscript/edit-task.service.ts';
import { transitionsOf } from '../manuscript/manuscript-log.service.ts';
import { manuscriptIn } from '../manuscript/manuscript-step.service.ts';
import { isAuthor } from '../manuscript/manuscript.policy.ts';
import { masterListOf, masterSeconds } from '../media/master/master-track.service.ts';
import { pageCharacters } from './mark-place.service.ts';
import { authorProofOf } from './proof-mark.queries.ts';
import { marksFor } from './proof-mark.service.ts';
import { objectionTo, proofGone, rulesOf } from './proof-step.service.ts';
import { compositionFor, proofById, proofPage, proofreaderStations, type ProofRowWithNames } from './proof.queries.ts';
import { decidesProof, isProofreader, marksProof } from './proof.policy.ts';

const rateOfRow = (row: ProofRowWithNames): number | null => (row.finishedAt === null ? null : row.rate / 10_000);
const isLate = (row: ProofRowWithNames, now: number): boolean => row.finishedAt === null && row.dueAt !== null && row.dueAt < now;

export async function proofsFor({ db }: AppContext, currentUser: CurrentUser, asked: z.output<typeof proofList.query>) {
  const page = await proofPage(db, { ...asked, userId: currentUser.userId, keyword: asked.keyword }, asked.pageSize, (total) =>
    offsetOf(asked, total),
  );
  const now = Date.now();
  return {
    total: page.total,
    rows: page.rows.map(
      (row): ProofRow => ({
        proofId: row.id,
        archiveId: row.archiveId,
        archiveNo: row.archiveNo,
        title: row.title,
        kind: row.kind as ProofRow['kind'],
        stage: row.stage,
        round: row.round,
        status: row.status,
        proofreaderName: row.proofreaderName ?? '',
        mine: isProofreader(row, currentUser),
        dueAt: wireTime(row.dueAt),
        late: isLate(row, now),
        days: daysSince(row.assignedAt ?? row.createTime, row.finishedAt ?? now),
        charCount: row.charCount || row.wordCount,
        marks: Number(row.marks ?? 0),
        rate: rateOfRow(row),
      }),
    ),
  };
}

export async function proofFor(context: AppContext, currentUser: CurrentUser, id: number): Promise<ProofDetail> {
  const { db } = context;
  const row = await proofById(db, id);
  if (!row) throw proofGone();
  const composition = await compositionFor(db, row.archiveId);
  const layout = composition ? layoutWords(composition) : 0;
  const decides = decidesProof(row, currentUser);
  return {
    proofId: row.id,
    archiveId: row.archiveId,
    title: row.title,
    kind: row.kind as ProofDetail['kind'],
    tracks: await masterListOf(context, row.archiveId),
    stage: row.stage,
    round: row.round,
    status: row.status,
    proofreaderName: row.proofreaderName ?? '',
    dueAt: wireTime(row.dueAt),
    late: isLate(row, Date.now()),
    charCount: row.charCount || layout || spokenCharacters(await masterSeconds(db, row.archiveId)) || row.wordCount,
    noErrors: row.noErrors === '1',
    reportText: row.reportText,
    rate: rateOfRow(row),
    proofFileId: composition?.deliveredFileId ?? null,
    proofNo: composition?.proofNo ?? 0,
    pages: composition?.pages ?? 0,
    pageCharacters: pageCharacters(composition),
    marks: await marksFor(db, row.archiveId),
    rules: await rulesOf(db),
    authorOpen: (await authorProofOf(db, row.archiveId))?.status === 'open',
    log: await transitionsOf(
      db,
      'proofread',
      id,
      (event) => eventLabel(proofMachine, event),
      (state) => stateLabel(proofMachine, state),
    ),
    can:
      row.manuscriptStatus === 'held' || isAuthor(row, currentUser)
        ? []
        : eventsFrom(
            proofMachine,
            row.status,
            (permission) => hasPermission(currentUser, permission),
            (who) => who === 'assignee' && isProofreader(row, currentUser),
          )
            .filter((event): event is (typeof PROOF_EVENTS)[number] => event !== 'cancel')
            .filter((event) => decides || (event !== 'pass' && event !== 'redo')),
    marksNow: marksProof(row, currentUser),
    decides,
  };
}

/** Everybody on a proofreader's station; `blocked` says why one cannot take this task. */
export async function peopleFor({ db }: AppContext, proofId: number): Promise<Proofreader[]> {
  return db.transaction().execute(async (tx) => {
    const row = await proofById(tx, proofId);
    if (!row) throw proofGone();
    const manuscript = await manuscriptIn(tx, row.archiveId);
    const list: Proofreader[] = [];
    for (const person of await proofreaderStations(tx)) {
      const objection = await objectionTo(tx, row, manuscript, person.userId);
      list.push({
        userId: person.userId,
        nickName: person.nickName,
        qualification: person.qualification,
        load: Number(person.load ?? 0),
        blocked: objection?.message ?? '',
      });
    }
    return list;
  });
}
