import { DAY_MS } from '../../../contract/clock.ts';
import { ERROR_RULES, errorRate } from '../../../contract/proof/error-rate.ts';
import { proofDays, STAGE_STATE, STAGES, type Fate, type ProofState, type Stage } from '../../../contract/proof/proof.machine.ts';
import type { CompositionState } from '../../../contract/composition/composition.machine.ts';
import type { ManuscriptState } from '../../../contract/manuscript/manuscript.machine.ts';
import { isbn13 } from '../../catalog/isbn.ts';
import type { Tx } from '../../db/database.ts';
import { noteReminded } from '../../manuscript/duty.service.ts';
import type { DemoManuscript } from './manuscript/manuscripts.ts';
import { DEMO_MARKS, PROOF_REPORTS } from './proof-texts.ts';

type People = ReadonlyMap<string, number>;

const AFTER: Readonly<Record<Stage, ManuscriptState>> = { one: 'proof_two', two: 'proof_three', three: 'reading', read: 'ready' };
const PROOFREADERS: Readonly<Record<Stage, string>> = { one: 'proof1', two: 'proof2', three: 'proof3', read: 'proof1' };
/** Open proofs in turn, with the days until they are due. */
const OPEN: readonly (readonly [ProofState, number])[] = [
  ['proofing', 3],
  ['pending', 0],
  ['submitted', -2],
  ['assigned', 5],
  ['proofing', -3],
];
/** Compositions that are not delivered yet, in turn. */
const COMPOSING: readonly CompositionState[] = ['pending', 'setting', 'sent', 'setting'];
const READY: readonly CompositionState[] = ['final', 'delivered'];

/** Compositions, ISBNs and proofs of the demo manuscripts that have left editing. */
export async function addProofs(tx: Tx, now: number, manuscripts: readonly DemoManuscript[]): Promise<void> {
  const people: People = new Map((await tx.selectFrom('user').select(['id', 'userName']).execute()).map((user) => [user.userName, user.id]));
  const composed = manuscripts.filter(({ entered }) => entered.has('composing'));
  const numbers = await addNumbers(tx, now);
  let composing = 0;
  let ready = 0;
  for (const manuscript of composed) {
    const { stage } = manuscript;
    const status: CompositionState =
      stage === 'composing'
        ? (COMPOSING[composing++] ?? 'setting')
        : stage === 'ready'
          ? (READY[ready++ % READY.length] ?? 'final')
          : stage === 'published' || stage === 'archived'
            ? 'released'
            : 'delivered';
    await addComposition(tx, now, people, manuscript, status);
    if (stage === 'ready' || status === 'released') {
      const numberId = numbers.shift();
      if (numberId !== undefined)
        await tx
          .updateTable('numberPool')
          .set({ status: status === 'released' ? 'used' : 'reserved', archiveId: manuscript.id, cipNo: `2026第0${12_300 + manuscript.id}号` })
          .where('id', '=', numberId)
          .execute();
    }
  }
  let open = 0;
  for (const manuscript of composed)
    for (const stage of STAGES) {
      const began = manuscript.entered.get(STAGE_STATE[stage]);
      if (began === undefined) continue;
      const done = manuscript.entered.get(AFTER[stage]) ?? null;
      const [status, days] = done === null ? (OPEN[open++ % OPEN.length] ?? ['proofing', 3]) : (['passed', 0] as const);
      await addProof(tx, now, people, manuscript, { stage, status, began, done, dueAt: now + days * DAY_MS });
    }
  await addOthers(tx, now, people, composed);
}

/** Twenty numbers of the publisher 999999, of which one is void. */
async function addNumbers(tx: Tx, now: number): Promise<number[]> {
  const ids: number[] = [];
  for (let title = 60; title < 80; title += 1) {
    const digit = Array.from({ length: 10 }, (_, last) => isbn13(`9787999999${title}${last}`)).find((isbn) => isbn !== null);
    if (!digit) continue;
    const { id } = await tx
      .insertInto('numberPool')
      .values({
        isbn: digit,
        batch: title < 70 ? '今年第一批' : '今年第二批',
        status: title === 79 ? 'void' : 'free',
        remark: title === 79 ? '录入时与另一家出版社重号' : '',
        archiveId: null,
        publicationId: null,
        createBy: 'archivist',
        createTime: now - 90 * DAY_MS,
        updateBy: 'archivist',
        updateTime: now - 90 * DAY_MS,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (title !== 79) ids.push(id);
  }
  return ids;
}

async function addComposition(tx: Tx, now: number, people: People, manuscript: DemoManuscript, status: CompositionState): Promise<void> {
  const began = manuscript.entered.get('composing') ?? now;
  const typesetterId = status === 'pending' ? null : (people.get('typeset') ?? null);
  const delivered = ['delivered', 'final', 'released'].includes(status);
  const perPage = 28 * 29;
  const working = status === 'sent' || status === 'setting';
  const dueAt = working ? now + (manuscript.id % 2 === 0 ? 4 : -2) * DAY_MS : null;
  const { id } = await tx
    .insertInto('composition')
    .values({
      archiveId: manuscript.id,
      typesetterId,
      ...(delivered
        ? {
            format: '185×260',
            sheetPages: 16,
            charsPerLine: 28,
            linesPerPage: 29,
            pages: Math.ceil(manuscript.characters / perPage / 2) * 2,
            fontFamily: '宋体',
            fontSizePt: '10.5',
          }
        : {}),
      requirements: status === 'pending' ? '' : '正文宋体，章题居中，注释排页末；图稿随文，图题用楷体小一号。',
      proofNo: delivered ? 1 : 0,
      proofFileId: null,
      deliveredFileId: null,
      deliveredAt: delivered ? (manuscript.entered.get('proof_one') ?? began) : null,
      finalFileId: null,
      epubFileId: null,
      queuedFileId: null,
      ...(status === 'final' || status === 'released' ? { binding: '平装', printRun: 3000, priceFen: 5800 } : {}),
      sentAt: status === 'pending' ? null : began + DAY_MS,
      sentBy: status === 'pending' ? null : manuscript.editorId,
      dueAt,
      releasedAt: status === 'released' ? (manuscript.entered.get('published') ?? now) - DAY_MS : null,
      releasedBy: status === 'released' ? (people.get('chief') ?? null) : null,
      status,
      createBy: 'system',
      createTime: began,
      updateTime: began + DAY_MS,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.updateTable('manuscript').set({ typesetterId }).where('id', '=', manuscript.id).execute();
  if (working && manuscript.status === 'composing')
    await tx.updateTable('manuscript').set({ turn: 'typesetter', turnUserId: typesetterId, dueAt }).where('id', '=', manuscript.id).execute();
  if (manuscript.status === 'ready')
    await tx
      .updateTable('manuscript')
      .set(status === 'final' ? { turn: 'manager', turnUserId: null } : { turn: 'editor', turnUserId: manuscript.editorId })
      .where('id', '=', manuscript.id)
      .execute();
  if (status !== 'pending')
    await tx
      .insertInto('flowLog')
      .values({
        entityType: 'composition',
        entityId: id,
        event: 'send',
        fromStatus: 'pending',
        toStatus: 'sent',
        operatorId: manuscript.editorId ?? 0,
        note: '',
        at: began + DAY_MS,
      })
      .execute();
}

interface Part {
  readonly stage: Stage;
  readonly status: ProofState;
  readonly began: number;
  readonly done: number | null;
  readonly dueAt: number;
}

/** One proof with its marks. */
async function addProof(tx: Tx, now: number, people: People, manuscript: DemoManuscript, part: Part): Promise<void> {
  const { stage, status, began, done } = part;
  const proofreaderId = status === 'pending' ? null : (people.get(PROOFREADERS[stage]) ?? null);
  const finished = status === 'passed' || status === 'submitted';
  const charCount = manuscript.characters;
  const { id } = await tx
    .insertInto('proofread')
    .values({
      archiveId: manuscript.id,
      stage,
      round: 1,
      proofreaderId,
      assignedBy: proofreaderId === null ? null : (people.get('worksadmin') ?? null),
      assignedAt: proofreaderId === null ? null : began,
      dueAt: proofreaderId === null ? null : status === 'passed' ? began + proofDays(charCount) * DAY_MS : part.dueAt,
      startedAt: status === 'pending' || status === 'assigned' ? null : began,
      finishedAt: finished ? (done ?? now - DAY_MS) : null,
      charCount: finished ? charCount : 0,
      reportText: finished ? (PROOF_REPORTS[manuscript.id % PROOF_REPORTS.length] ?? '') : '',
      status,
      createBy: 'system',
      createTime: began,
      updateTime: done ?? now - DAY_MS,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (proofreaderId !== null && part.dueAt !== null && !finished) await noteReminded(tx, 'proofread', id, part.dueAt, now);
  if (proofreaderId !== null && status !== 'assigned') await addMarks(tx, now, people, manuscript, part, id, proofreaderId);
  if (done !== null || manuscript.status !== STAGE_STATE[stage] || status === 'pending') return;
  const editor = status === 'submitted';
  await tx
    .updateTable('manuscript')
    .set(
      editor
        ? { turn: 'editor', turnUserId: manuscript.editorId, dueAt: null }
        : { turn: 'proofreader', turnUserId: proofreaderId, dueAt: part.dueAt },
    )
    .where('id', '=', manuscript.id)
    .execute();
}

/** Points of the first and the second proof, so that their rates are 1.2 and 0.6 in 10 000 characters. */
const RATES: Readonly<Record<Stage, number>> = { one: 1.2, two: 0.6, three: 0.3, read: 0.1 };
const FATES: readonly Fate[] = ['adopted', 'rejected', 'carried', 'adopted', 'pending'];

async function addMarks(tx: Tx, now: number, people: People, manuscript: DemoManuscript, part: Part, proofId: number, userId: number): Promise<void> {
  const { stage, status, began } = part;
  const wanted = (RATES[stage] * manuscript.characters) / 10_000;
  const editorId = manuscript.editorId ?? people.get('editor1') ?? 0;
  const made: { kind: (typeof DEMO_MARKS)[number][0]; page: number; wrong: string; right: string; groupKey: string; characters: number }[] = [];
  const scoreNow = () => errorRate(made, ERROR_RULES, manuscript.characters).score / 100;
  for (let index = 0; scoreNow() < wanted - 0.05 && index < 60; index += 1) {
    const given = DEMO_MARKS[(index + manuscript.id) % DEMO_MARKS.length];
    if (!given) break;
    const [kind, wrong, right, note, characters, thread] = given;
    const mark = { kind, page: 3 + index * 4, wrong, right, groupKey: '', characters };
    made.push(mark);
    if (scoreNow() > wanted + 0.05) {
      made.pop();
      continue;
    }
    const passed = status === 'passed';
    const fate = passed ? (FATES[index % 4] ?? 'adopted') : status === 'submitted' ? (FATES[index % FATES.length] ?? 'pending') : 'pending';
    const settled = fate === 'carried' && (manuscript.entered.has('reading') || stage === 'read') ? 'adopted' : fate;
    // Works before the last reading have a correction that a person must still write.
    const written = passed && settled === 'adopted' && (manuscript.entered.has('reading') || index % 4 === 0);
    const { id } = await tx
      .insertInto('proofMark')
      .values({
        archiveId: manuscript.id,
        proofId,
        stage,
        round: 1,
        ...mark,
        quote: wrong,
        note,
        userId,
        fate: settled,
        ...(written ? { appliedVersion: 1, checkedProofNo: 1, checkedBy: editorId, checkedAt: (part.done ?? now) - DAY_MS } : {}),
        textReason: passed && settled === 'adopted' && !written ? '正文里有多处相同的文字，请在正文里直接改' : '',
        fateReason: settled === 'rejected' ? '作者有意这样写，保留' : '',
        fateBy: settled === 'pending' ? null : editorId,
        fateAt: settled === 'pending' ? null : (part.done ?? now) - DAY_MS,
        createBy: 'system',
        createTime: began + DAY_MS,
        updateTime: began + DAY_MS,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [by, text] of thread)
      await tx
        .insertInto('proofMarkReply')
        .values({ markId: id, userId: by === 'editor' ? editorId : userId, text, at: began + 2 * DAY_MS })
        .execute();
  }
  if (status !== 'passed' && status !== 'submitted') return;
  const rejected = await tx
    .selectFrom('proofMark')
    .select(['kind', 'page', 'wrong', 'right', 'groupKey', 'characters'])
    .where('proofId', '=', proofId)
    .where('fate', '<>', 'rejected')
    .execute();
  const { score, rate } = errorRate(rejected, ERROR_RULES, manuscript.characters);
  await tx
    .updateTable('proofread')
    .set({ score, rate: Math.round(rate * 10_000) })
    .where('id', '=', proofId)
    .execute();
}

/** An author's proof that is being read, and the signed check of a sample copy. */
async function addOthers(tx: Tx, now: number, people: People, composed: readonly DemoManuscript[]): Promise<void> {
  const third = composed.find(({ status }) => status === 'proof_three');
  if (third)
    await tx
      .insertInto('authorProof')
      .values({
        archiveId: third.id,
        userId: third.ownerId,
        dueAt: now + 4 * DAY_MS,
        doneAt: null,
        createTime: now - 3 * DAY_MS,
        updateTime: now - 3 * DAY_MS,
      })
      .execute();
  for (const work of composed.filter(({ stage }) => stage === 'published' || stage === 'archived')) {
    const at = (work.entered.get('published') ?? now) - DAY_MS;
    const charCount = Math.min(100_000, work.characters);
    const { id } = await tx
      .insertInto('qualityCheck')
      .values({
        archiveId: work.id,
        kind: 'sample',
        pageFrom: 1,
        pageTo: Math.ceil(charCount / 812),
        charCount,
        score: Math.round(charCount * 0.005),
        rate: 5000,
        verdict: 'pass',
        opinion: '样书装订整齐，印制清楚，页码连续，未见缺页倒装。',
        inspectorId: people.get('section') ?? 0,
        createBy: 'section',
        createTime: at,
        updateTime: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const signers = [
      ['editor', work.editorId],
      ['proofreader', people.get('proof1')],
      ['manager', people.get('worksadmin')],
    ] as const;
    await tx
      .insertInto('qualitySignature')
      .values(signers.map(([role, userId]) => ({ checkId: id, role, userId: userId ?? 0, at })))
      .execute();
  }
}
