import { DAY_MS } from '../../../../contract/clock.ts';
import {
  manuscriptMachine,
  TURN_OF,
  type ManuscriptEvent,
  type ManuscriptState,
  type Turn,
} from '../../../../contract/manuscript/manuscript.machine.ts';
import type { Tx } from '../../../db/database.ts';
import { yearlyNumber } from '../../../db/yearly-number.ts';
import { MANUSCRIPT_TEXTS } from './manuscript-texts.ts';

const HOUR_MS = 3_600_000;

/** A manuscript of the demo, for the functions that add the rows of its stages. */
export interface DemoManuscript {
  readonly id: number;
  readonly title: string;
  readonly kind: string;
  readonly status: ManuscriptState;
  /** The state that decides which stages it has passed: for a held one the state before. */
  readonly stage: ManuscriptState;
  readonly ownerId: number;
  readonly editorId: number | null;
  /** Epoch milliseconds of the step into each state that it has passed. */
  readonly entered: ReadonlyMap<ManuscriptState, number>;
  readonly characters: number;
}

/** Steps of the usual way, with the days that each stage takes. */
const WAY: readonly (readonly [ManuscriptEvent, ManuscriptState, number])[] = [
  ['submit', 'submitted', 4],
  ['declare', 'topic', 9],
  ['assign', 'assigned', 3],
  ['startAudit', 'audit_one', 20],
  ['passOne', 'audit_two', 12],
  ['passTwo', 'audit_last', 8],
  ['passLast', 'contracting', 9],
  ['contractSigned', 'editing', 24],
  ['finishEdit', 'composing', 9],
  ['proofsOut', 'proof_one', 6],
  ['passProofOne', 'proof_two', 6],
  ['passProofTwo', 'proof_three', 6],
  ['passProofThree', 'reading', 4],
  ['readPassed', 'ready', 5],
  ['publish', 'published', 60],
  ['archiveIt', 'archived', 0],
];

/** Where manuscripts outside the usual way came from, and by which event. */
const ASIDE: Readonly<Record<string, readonly [from: ManuscriptState, event: ManuscriptEvent]>> = {
  revising: ['audit_one', 'reviseByReview'],
  rejected: ['submitted', 'reject'],
  withdrawn: ['submitted', 'withdraw'],
};
const HELD: Readonly<Record<string, ManuscriptState>> = { 海的另一边: 'editing', 夜班电台: 'composing', 法律翻译入门: 'topic' };
const HELD_WHY: Readonly<Record<string, readonly [type: string, reason: string]>> = {
  海的另一边: ['版权', '插图作者的授权书还没有寄到，等授权后继续加工。'],
  夜班电台: ['作者原因', '作者生病，录音推迟到出院以后。'],
  法律翻译入门: ['市场', '同类教材刚刚修订，等新法实施后再论证。'],
};
const NOTES: Readonly<Partial<Record<ManuscriptEvent, string>>> = {
  reviseByReview: '人物关系清楚，但第二部分时间线有几处对不上，请核对后重排；引文请注明出处。',
  reject: '稿件结构松散，与本社今年的选题方向也不相合，暂不采用，谢谢您的信任。',
};
const TURN_TITLES: readonly (readonly [title: string, days: number, blocking: '0' | '1'])[] = [
  ['核对参考文献', 10, '1'],
  ['核对图稿与说明', 14, '1'],
  ['统一译名表', 20, '0'],
];

type People = ReadonlyMap<string, number>;

const actorOf = (people: People, event: ManuscriptEvent, ownerId: number, editorId: number | null): number => {
  if (event === 'submit' || event === 'withdraw') return ownerId;
  if (event === 'startAudit' || event === 'declare' || event === 'finishEdit') return editorId ?? people.get('editor1') ?? 0;
  if (event === 'assign') return people.get('worksadmin') ?? 0;
  if (event === 'passTwo') return people.get('section') ?? 0;
  if (event === 'archiveIt') return people.get('archivist') ?? 0;
  if (event === 'publish') return people.get('worksadmin') ?? 0;
  if (event.startsWith('passProof') || event === 'readPassed') return editorId ?? 0;
  return event === 'passOne' || event === 'reviseByReview' ? (people.get('editor2') ?? 0) : (people.get('chief') ?? 0);
};

/** Forty-five manuscripts, at least one in each state, with their way so far. Dates are relative to `now`. */
export async function addManuscripts(tx: Tx, now: number): Promise<DemoManuscript[]> {
  const people: People = new Map((await tx.selectFrom('user').select(['id', 'userName']).execute()).map((user) => [user.userName, user.id]));
  const names = new Map((await tx.selectFrom('user').select(['id', 'nickName']).execute()).map((user) => [user.id, user.nickName]));
  const categories = await tx.selectFrom('archiveType').select('id').where('delFlag', '=', '0').orderBy('id').execute();
  await addStations(tx, people, now);
  await addTaskTemplates(tx, now);
  const made: DemoManuscript[] = [];
  for (const [index, [title, author, kind, status, days, words, summary]] of MANUSCRIPT_TEXTS.entries()) {
    const ownerId = people.get(`author${author}`) ?? 0;
    const stage = HELD[title] ?? ASIDE[status]?.[0] ?? status;
    const passed = WAY.findIndex(([, to]) => to === stage);
    const hasEditor = passed >= WAY.findIndex(([, to]) => to === 'assigned');
    const editorId = hasEditor ? (people.get(['editor1', 'editor2', 'editor_out'][index % 3] ?? 'editor1') ?? null) : null;
    const since = now - days * DAY_MS - (index % 9) * HOUR_MS;
    const log: { event: string; from: string; to: string; at: number; note: string }[] = [];
    const entered = new Map<ManuscriptState, number>();
    const aside = HELD[title] ? (['hold', 'held'] as const) : ASIDE[status] ? ([ASIDE[status][1], status] as const) : null;
    let at = since - (aside ? 6 * DAY_MS : 0);
    for (let step = passed; step >= 0; step -= 1) {
      const [event, to] = WAY[step] ?? ['submit', 'submitted', 0];
      const from = WAY[step - 1]?.[1] ?? 'draft';
      log.unshift({ event, from, to, at, note: '' });
      entered.set(to, at);
      at -= (WAY[step - 1]?.[2] ?? 3) * DAY_MS + (index % 5) * HOUR_MS;
    }
    log.unshift({ event: 'create', from: '', to: 'draft', at: status === 'draft' ? since : at, note: '' });
    if (aside) {
      const [event, to] = aside;
      log.push({
        event,
        from: stage,
        to,
        at: since,
        note: event === 'hold' ? (HELD_WHY[title]?.[1] ?? '') : (NOTES[event as ManuscriptEvent] ?? ''),
      });
      entered.set(to, since);
    }
    const turn: Turn = TURN_OF[status];
    const turnUserId = turn === 'author' ? ownerId : turn === 'editor' ? editorId : null;
    const number = status === 'draft' ? '' : await yearlyNumber(tx, 'GJ', 6, now);
    const { id } = await tx
      .insertInto('manuscript')
      .values({
        archiveNo: number,
        kind,
        title,
        summary,
        archiveTypeId: categories[index % Math.max(1, categories.length)]?.id ?? null,
        keywords: JSON.stringify([kind === 'textbook' ? '教材' : '读物', ['外语', '散文', '小说', '教学'][index % 4]]),
        wordCount: words * 1000,
        planWordCount: words,
        authors: JSON.stringify([{ name: names.get(ownerId) ?? '', role: kind === 'textbook' ? '编著' : '著', share: 10_000, userId: ownerId }]),
        ownerId,
        topicId: null,
        editorId,
        typesetterId: null,
        publicationId: null,
        publishedAt: entered.get('published') ?? null,
        status,
        prevStatus: aside ? stage : '',
        turn,
        turnUserId,
        turnOutside: editorId !== null && turnUserId === editorId && editorId === people.get('editor_out') ? '1' : '0',
        stageSince: since,
        dueAt: dueOf(status, since),
        reviewRound: passed >= 3 ? 1 : 0,
        restoreAskedAt: title === '灯塔日记' ? now - DAY_MS : null,
        currentVersion: 0,
        createBy: `author${author}`,
        createTime: log[0]?.at ?? since,
        updateBy: 'system',
        updateTime: since,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('flowLog')
      .values(
        log.map((row) => ({
          entityType: 'manuscript',
          entityId: id,
          event: row.event,
          fromStatus: row.from,
          toStatus: row.to,
          operatorId: row.event === 'create' ? ownerId : actorOf(people, row.event as ManuscriptEvent, ownerId, editorId),
          note: row.note,
          at: row.at,
        })),
      )
      .execute();
    await tx
      .insertInto('manuscriptText')
      .values({ archiveId: id, content: textOf(title, summary), revision: 1 })
      .execute();
    if (status === 'held') await addHold(tx, id, title, stage, people, since, now);
    if (editorId !== null) await addEditTask(tx, id, editorId, people, entered, now, status);
    made.push({ id, title, kind, status, stage, ownerId, editorId, entered, characters: words * 1000 });
  }
  await addQueries(tx, made, now);
  return made;
}

/** States with a usual length; the due date follows from the entry. */
const dueOf = (status: ManuscriptState, since: number): number | null => {
  const days = ({ revising: 30, editing: 24, composing: 12, contracting: 10, assigned: 7 } as Partial<Record<ManuscriptState, number>>)[status];
  return days === undefined ? null : since + days * DAY_MS;
};

/** Enough text to read and to send to review. */
const textOf = (title: string, summary: string): string =>
  `<h2>${title}</h2>${Array.from({ length: 8 }, (_, index) => `<p>${summary}${index % 2 === 0 ? '' : '写到这里，灯又暗了一格，作者停下笔，听了一会儿窗外。'}</p>`).join('')}`;

async function addHold(tx: Tx, archiveId: number, title: string, stage: ManuscriptState, people: People, since: number, now: number): Promise<void> {
  const [reasonType = '其他', reason = ''] = HELD_WHY[title] ?? [];
  const resumePlan = new Date(now + 10 * DAY_MS).toISOString().slice(0, 10);
  await tx
    .insertInto('manuscriptHold')
    .values({
      archiveId,
      reasonType,
      reason,
      fromStatus: stage,
      heldBy: people.get('chief') ?? 0,
      heldAt: since,
      resumePlan,
      resumedBy: null,
      resumedAt: null,
    })
    .execute();
}

async function addEditTask(
  tx: Tx,
  archiveId: number,
  editorId: number,
  people: People,
  entered: ReadonlyMap<ManuscriptState, number>,
  now: number,
  status: ManuscriptState,
): Promise<void> {
  const started = entered.get('editing') ?? null;
  const finishedAt = entered.get('composing') ?? null;
  await tx
    .insertInto('editTask')
    .values({
      archiveId,
      editorId,
      assignedBy: people.get('worksadmin') ?? 0,
      startDate: started,
      dueAt: started === null ? null : started + 24 * DAY_MS,
      finishedAt,
      completeness: finishedAt === null ? '[1,1,0]' : '[1,1,1]',
      status: finishedAt !== null ? 'done' : started === null ? 'assigned' : 'editing',
      createBy: 'worksadmin',
      createTime: entered.get('assigned') ?? now,
      updateTime: now,
    })
    .execute();
  if (status !== 'editing') return;
  await tx
    .insertInto('stageTask')
    .values(
      TURN_TITLES.map(([title, offset, blocking], index) => ({
        archiveId,
        stage: 'editing',
        title,
        blocking,
        dueAt: (started ?? now) + offset * DAY_MS,
        doneBy: index === 0 ? editorId : null,
        doneAt: index === 0 ? now - DAY_MS : null,
        createTime: started ?? now,
        updateTime: now,
      })),
    )
    .execute();
}

const STATIONS: readonly (readonly [userName: string, station: string, qualification: string])[] = [
  ['chief', 'chief_editor', '编审'],
  ['section', 'section_editor', '副编审'],
  ['editor1', 'editor', '编辑'],
  ['editor2', 'editor', '编辑'],
  ['editor_out', 'editor', '编辑'],
  ['proof1', 'proofreader', '一级校对'],
  ['proof2', 'proofreader', '一级校对'],
  ['proof3', 'proofreader', '一级校对'],
  ['typeset', 'typesetter', '技术编辑'],
  ['worksadmin', 'press_manager', '编辑'],
  ['archivist', 'archivist', '编辑'],
];

async function addStations(tx: Tx, people: People, now: number): Promise<void> {
  await tx
    .insertInto('pressUser')
    .values(
      STATIONS.map(([userName, station, qualification], index) => ({
        userId: people.get(userName) ?? 0,
        station,
        qualification,
        certNo: station === 'editor' ? `责编证-99-${String(index + 1).padStart(4, '0')}` : '',
        validTo: station === 'editor' ? '2029-12-31' : '',
        maxTasks: station === 'editor' ? 15 : 20,
        createTime: now,
        updateTime: now,
      })),
    )
    .execute();
}

async function addTaskTemplates(tx: Tx, now: number): Promise<void> {
  await tx
    .insertInto('stageTaskTemplate')
    .values(
      TURN_TITLES.map(([title, dueOffsetDays, blocking], orderNum) => ({
        stage: 'editing',
        title,
        dueOffsetDays,
        blocking,
        orderNum,
        createTime: now,
        updateTime: now,
      })),
    )
    .execute();
}

const QUERIES: readonly (readonly [
  place: string,
  quote: string,
  text: string,
  answer: string,
  status: 'open' | 'answered' | 'resolved' | 'overruled',
])[] = [
  ['第2章第3段', '民国二十一年', '这里与第5章的年份对不上，以哪一处为准？', '', 'open'],
  ['第4章开头', '据说', '“据说”出自何处？需要注明来源。', '出自作者的采访笔记，可以加注。', 'answered'],
  ['全书', '师傅、师父', '两种写法混用，是否统一为“师傅”？', '同意统一。', 'resolved'],
];

async function addQueries(tx: Tx, manuscripts: readonly DemoManuscript[], now: number): Promise<void> {
  const edited = manuscripts.filter(({ status, editorId }) => status === 'editing' && editorId !== null).slice(0, 4);
  for (const { id, editorId, ownerId } of edited)
    await tx
      .insertInto('editQuery')
      .values(
        QUERIES.map(([place, quote, text, answer, status], index) => ({
          archiveId: id,
          versionNo: 1,
          place,
          quote,
          text,
          askedBy: editorId ?? 0,
          askTo: ownerId,
          answer,
          answeredAt: answer ? now - index * DAY_MS : null,
          status,
          createTime: now - (index + 2) * DAY_MS,
          updateTime: now - index * DAY_MS,
        })),
      )
      .execute();
}

/** Labels of the demo are those of the machine: a state that it does not have is a mistake of the demo. */
for (const [title, , , status] of MANUSCRIPT_TEXTS)
  if (!Object.hasOwn(manuscriptMachine.states, status)) throw new Error(`${title}: no state ${status}`);
