import { contestSubmitMachine } from '../../contract/contest/contest-submit.machine.ts';
import { DAY_MS } from '../../contract/clock.ts';
import { contestMachine, type ContestEvent, type ContestState } from '../../contract/contest/contest.machine.ts';
import { PUBLICITY_DAYS, RETURN_HOURS } from '../../contract/contest/contest-limits.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { AppError, failed } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { requirePermission, transition } from '../state-machine/transition.ts';
import { checkQuotas } from './award-quota.ts';
import { issueCertificates } from './certificate.service.ts';
import { CODES } from './contest-codes.ts';
import { hasEntered, assertNotEntrant } from './contest-person.service.ts';
import { contestIn, criteriaOf, stringsOf, subjectOf } from './contest-rows.ts';
import { checkWeights } from './judging/contest-round.service.ts';
import { entryIn, transitionEntry } from './contest-submit-step.ts';
import { dueContest, lapsedEntry, openObjections, roundsOf, type ContestRow } from './contest.queries.ts';
import { confirmedExceptions } from './contest-exception.queries.ts';
import { placeRows } from './places.queries.ts';
import { finalRoundOf, proposeAwards, writePlaces } from './places.service.ts';

const LOG = '大赛';

async function checkPlan(tx: Tx, contest: ContestRow): Promise<void> {
  const { submitStart, submitEnd } = contest;
  if (submitStart === null || submitEnd === null || submitStart >= submitEnd) throw new AppError(CODES.dates, '征稿的开始须早于截止，请修改日期');
  if (stringsOf(contest.groups).length === 0) throw failed('请至少设一个组别');
  const rounds = await roundsOf(tx, contest.id);
  if (rounds[0]?.roundType !== 1) throw new AppError(CODES.rounds, '请先设置初审');
  if (!finalRoundOf(rounds) || finalRoundOf(rounds)?.roundType === 1) throw new AppError(CODES.rounds, '请再设置一个打分的复审或终审，名次由它决定');
  if (rounds.at(-1)?.mode !== 'score') throw new AppError(CODES.rounds, '最后一轮须按评分项打分');
  let before = submitEnd;
  for (const round of rounds) {
    if (round.startTime === null || round.endTime === null || round.startTime < before || round.startTime >= round.endTime)
      throw new AppError(CODES.dates, '各轮的日期须在征稿截止以后，并且一轮接一轮，请修改日期');
    before = round.endTime;
    checkWeights(round.mode, criteriaOf(round));
  }
}

const runner = (contest: ContestRow) =>
  transition<ContestState, ContestEvent, ContestRow>(contestMachine, {
    table: 'contest',
    stateOf: (row) => row.status,
    subject: subjectOf,
    on: {
      publish: { guard: ({ tx }) => checkPlan(tx, contest) },
      announce: {
        async guard({ tx, currentUser }) {
          if ((await roundsOf(tx, contest.id)).some(({ status }) => status !== 'confirmed')) throw new AppError(CODES.roundsOpen, '评审尚未全部结束');
          if (currentUser) await assertNotEntrant(tx, contest, currentUser.userId);
        },
        columns: ({ now }) => ({ publicityEnd: now + PUBLICITY_DAYS * DAY_MS }),
        async after({ tx }) {
          await writePlaces(tx, contest);
          await proposeAwards(tx, contest);
          await checkQuotas(tx, contest);
          await notifyEntrants(tx, contest, '名次公示了', `公示${PUBLICITY_DAYS}天，可以在“我的大赛”里看成绩和评语。`);
        },
      },
      cancel: { after: ({ tx, reason }) => notifyEntrants(tx, contest, '已取消', reason) },
      finish: {
        async guard({ tx, currentUser, now }) {
          if ((contest.publicityEnd ?? 0) > now && (await confirmedExceptions(tx, contest.id, 'early_finish')).length === 0)
            throw new AppError(
              CODES.publicityOpen,
              `公示到${wireTime(contest.publicityEnd).slice(0, 16)}结束，那时才能结束大赛；确需提前的，填写理由申请，由另一人确认`,
            );
          if ((await openObjections(tx, contest.id)) > 0) throw new AppError(CODES.objectionsOpen, '尚有异议未处理');
          if (currentUser) await assertNotEntrant(tx, contest, currentUser.userId);
          await checkQuotas(tx, contest);
        },
        after: ({ tx, currentUser }) => award(tx, currentUser, contest),
      },
    },
  });

async function notifyEntrants(tx: Tx, contest: ContestRow, what: string, content: string): Promise<void> {
  const users = await tx
    .selectFrom('contestSubmit')
    .select('userId')
    .distinct()
    .where('contestId', '=', contest.id)
    .where('delFlag', '=', '0')
    .where('status', 'not in', contestSubmitMachine.groups.left)
    .execute();
  for (const { userId } of users)
    await sendMessage(tx, { userId, type: 'task', title: `${subjectOf(contest)}${what}`, content, link: '/personalCenter/contests' });
}

/** Awards and certificates at the end of the publicity. */
async function award(tx: Tx, currentUser: CurrentUser | null, contest: ContestRow): Promise<void> {
  const winners = (await placeRows(tx, contest.id)).filter(
    ({ awardName, status }) => awardName !== '' && (status === 'in_review' || status === 'in_final'),
  );
  for (const { id } of winners) await transitionEntry(tx, currentUser, await entryIn(tx, id), 'award', { checked: true });
  await issueCertificates(tx, contest, winners);
  for (const { userId, title, awardName } of winners)
    await sendMessage(tx, {
      userId,
      type: 'task',
      title: `《${title}》获得${awardName}`,
      content: `祝贺您在${subjectOf(contest)}获奖，证书已生成，可以下载。`,
      link: '/personalCenter/contests',
    });
}

export async function handleContestEvent(
  caller: RequestCaller,
  id: number,
  event: Exclude<ContestEvent, 'open' | 'close'>,
  reason: string,
): Promise<void> {
  requirePermission(contestMachine, event, caller.currentUser);
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const contest = await contestIn(tx, id);
    await runner(contest)(tx, caller.currentUser, contest, event, reason);
  });
  caller.context.jobs.wake();
}

/** Ends the publicity before its announced time; another person has confirmed the exception. */
export async function finishEarly(tx: Tx, currentUser: CurrentUser, contest: ContestRow, reason: string): Promise<void> {
  await runner(contest)(tx, currentUser, contest, 'finish', reason);
}

const BY_CLOCK: Readonly<Partial<Record<ContestState, ContestEvent>>> = { announced: 'open', collecting: 'close', publicity: 'finish' };

/** Moves one contest whose time has come. */
export async function advanceDueContest({ db }: AppContext): Promise<boolean> {
  const due = await dueContest(db, Date.now());
  if (!due) return false;
  await db.transaction().execute(async (tx) => {
    const contest = await contestIn(tx, due.id);
    const event = BY_CLOCK[contest.status];
    if (contest.status !== due.status || !event) return;
    await runner(contest)(tx, null, contest, event);
    if (event === 'close') await notifyOrganisers(tx, contest);
  });
  return true;
}

async function notifyOrganisers(tx: Tx, contest: ContestRow): Promise<void> {
  for (const userId of new Set([contest.ownerId, contest.secondId]))
    if (userId !== null && !(await hasEntered(tx, contest.id, userId)))
      await sendMessage(tx, {
        userId,
        type: 'task',
        title: `${subjectOf(contest)}征稿截止，可以分配评委了`,
        content: '先检查回避，再分配初审。',
        link: `/cms/contest/board/${contest.id}`,
      });
}

/** Voids one draft or returned entry whose time is over. */
export async function lapseNext({ db }: AppContext): Promise<boolean> {
  const due = await lapsedEntry(db, Date.now());
  if (!due) return false;
  await db.transaction().execute(async (tx) => {
    const row = await entryIn(tx, due.id);
    if (row.status !== 'draft' && row.status !== 'returned') return;
    await transitionEntry(tx, null, row, 'lapse');
    await sendMessage(tx, {
      userId: row.userId,
      type: 'task',
      title: `${subjectOf(row)}逾期作废`,
      content: row.status === 'draft' ? '征稿截止时作品还是草稿。' : `${RETURN_HOURS}小时内没有完成补正。`,
      link: '/personalCenter/contests',
    });
  });
  return true;
}
