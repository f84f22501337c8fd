import { TOPIC } from '../../contract/topic/topic-rules.ts';
import { topicMachine, type TopicEvent, type TopicState } from '../../contract/topic/topic.machine.ts';
import type { Tx } from '../db/database.ts';
import { yearlyNumber } from '../db/yearly-number.ts';
import { AppError, failed, forbidden, invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { manuscriptIn, setTurn, transitionManuscript, type ManuscriptRow } from '../manuscript/manuscript-step.service.ts';
import { transition, type Done, type EventRule } from '../state-machine/transition.ts';
import { CODES } from './topic-codes.ts';
import { stationHolders, topicById, type TopicRow } from './topic.queries.ts';
import { isOwnTopic } from './topic.policy.ts';

export type { TopicRow } from './topic.queries.ts';

export const topicGone = (): AppError => missing('选题不存在或已被删除，请刷新后重试');
export const topicPath = (topicId: number): string => `/press/declarationForm?open=${topicId}`;

/** Returns a topic inside a transaction; throws when it does not exist. */
export async function topicIn(tx: Tx, id: number): Promise<TopicRow> {
  const row = await topicById(tx, id);
  if (!row) throw topicGone();
  return row;
}

/** What comes with a step. `checked`: the caller has checked the permission of its own machine. */
export interface TopicStep {
  readonly reason?: string;
  readonly recordNo?: string;
  readonly checked?: boolean;
  /** Columns that the event sets besides the state. */
  readonly columns?: Readonly<Record<string, unknown>>;
}

/** Returns what a declaration lacks before it can be submitted. */
export function lackingOf(row: TopicRow): string[] {
  const texts: readonly (readonly [keyof TopicRow, string])[] = [
    ['authorNames', '作者'],
    ['authorIntro', '作者简介'],
    ['significance', '选题意义'],
    ['targetReaders', '读者对象'],
    ['marketAnalysis', '市场分析'],
  ];
  const intro = [...row.contentIntro].length;
  return [
    ...texts.filter(([field]) => row[field] === '').map(([, label]) => label),
    ...(intro < TOPIC.contentIntroMin ? [`内容简介（至少${TOPIC.contentIntroMin}字，现在${intro}字）`] : []),
    ...(row.planWordCount === 0 ? ['计划字数'] : []),
    ...(row.archiveId === null && row.authorUserId === null ? ['作者账号（组稿通过后为这位作者建稿）'] : []),
  ];
}

/** A user does not decide on an own declaration; `admin` is no exception. */
export function assertNotOwn(row: Pick<TopicRow, 'declarerId'>, currentUser: CurrentUser | null): void {
  if (currentUser && isOwnTopic(row, currentUser)) throw new AppError(CODES.own, '不能审批本人申报的选题');
}

type Rule = EventRule<TopicState, TopicEvent, TopicRow>;
type After = Done<TopicState, TopicEvent, TopicRow>;

/** Tells the declarer what has become of the topic. */
const notifyDeclarer = ({ tx, row, reason }: After, words: string): Promise<void> =>
  sendMessage(tx, { userId: row.declarerId, type: 'task', title: `选题《${row.title}》${words}`, content: reason, link: topicPath(row.id) });

/** An event of the discussion: the declarer is told, and the turn of the manuscript follows the topic. */
const discussed = (words: string | null, more: Rule = {}): Rule => ({
  ...more,
  async after(done) {
    await more.after?.(done);
    await followWithTurn(done);
    if (words !== null) await notifyDeclarer(done, words);
  },
});

/** An event after which the manuscript needs another topic. */
const returned = (words: string | null): Rule => ({
  async after(done) {
    const { tx, currentUser, row } = done;
    const archive = await manuscriptOf(tx, row);
    if (archive?.status === 'topic' || archive?.status === 'assigned')
      await transitionManuscript(tx, currentUser, archive, 'topicReturned', { checked: true, columns: { topicId: null, editorId: null } });
    if (words !== null) await notifyDeclarer(done, words);
  },
});

const stepWith = ({ recordNo = '', columns: more = {} }: TopicStep) =>
  transition<TopicState, TopicEvent, TopicRow>(topicMachine, {
    table: 'topic',
    stateOf: (row) => row.status,
    subject: (row) => `选题《${row.title}》`,
    ownerOf: (row) => row.declarerId,
    notOwner: () => forbidden('这一步由申报人办理，您不能代办'),
    // Back to what it was before it was closed with its manuscript.
    target: ({ row }) => (row.prevStatus === '' ? 'section_passed' : row.prevStatus),
    columns: ({ row, from, to, now }) => ({
      stageSince: to === from ? row.stageSince : now,
      prevStatus: '',
      ...(from === 'scheduled' && to !== 'approved' ? { sessionId: null } : {}),
      ...more,
    }),
    on: {
      submit: discussed(null, {
        guard({ row }) {
          if (row.isMajor === '1' && row.majorCategory === '') throw new AppError(CODES.noCategory, '重大选题须选择备案类别');
          const lacking = lackingOf(row);
          if (lacking.length > 0) throw new AppError(CODES.incomplete, `申报表不完整：${lacking.join('、')}`);
        },
        columns: ({ now }) => ({ submittedAt: now }),
        async after({ tx, row, now }) {
          if (row.topicNo === '')
            await tx
              .updateTable('topic')
              .set({ topicNo: await yearlyNumber(tx, 'XT', 4, now, '-') })
              .where('id', '=', row.id)
              .execute();
          await notifyReaders(tx, row);
        },
      }),
      sectionPass: discussed('通过室内论证，待上会', {
        guard: ({ row, currentUser }) => assertNotOwn(row, currentUser),
        columns: ({ reason }) => ({ opinion: reason }),
      }),
      sectionReturn: discussed('被退回修改', {
        guard: ({ row, currentUser }) => assertNotOwn(row, currentUser),
        columns: ({ reason }) => ({ opinion: reason }),
      }),
      schedule: discussed(null),
      unschedule: discussed(null, { after: leaveSession }),
      approve: discussed('已通过论证', { columns: ({ now }) => ({ approvedAt: now }) }),
      defer: discussed('缓议'),
      reject: returned('被否决'),
      record: discussed('已登记备案号', {
        guard({ row }) {
          if (row.isMajor !== '1') throw new AppError(CODES.notMajor, '非重大选题无需备案');
          if (recordNo === '') throw invalid('请填写备案号');
        },
        columns: { recordNo },
      }),
      cancel: returned(null),
      expire: returned('已到期失效，需重新申报'),
      close: {
        columns: ({ from }) => ({ prevStatus: from === 'scheduled' ? 'section_passed' : from }),
        async after(done) {
          await leaveSession(done);
          await notifyDeclarer(done, '随稿件终止');
        },
      },
    },
  });

/** A topic that leaves the agenda before the minutes are signed leaves no trace in the session. */
async function leaveSession({ tx, row, from }: After): Promise<void> {
  if (from !== 'scheduled' || row.sessionId === null) return;
  await tx.deleteFrom('sessionTopic').where('sessionId', '=', row.sessionId).where('topicId', '=', row.id).execute();
}

/** The manuscript that waits for the topic, if there is one; throws while it is on hold. */
async function manuscriptOf(tx: Tx, row: TopicRow): Promise<ManuscriptRow | null> {
  if (row.archiveId === null) return null;
  const archive = await manuscriptIn(tx, row.archiveId);
  if (archive.status === 'held') throw failed(`稿件《${archive.title}》已搁置，恢复后再办理选题`);
  return archive;
}

async function followWithTurn({ tx, row, to }: After): Promise<void> {
  const archive = await manuscriptOf(tx, row);
  if (archive?.status === 'topic') await setTopicTurn(tx, archive, { ...row, status: to });
}

/** Whose turn a manuscript is while its topic is discussed: the declarer's while the form is written. */
export const setTopicTurn = (tx: Tx, archive: ManuscriptRow, row: Pick<TopicRow, 'status' | 'declarerId'>): Promise<void> =>
  row.status === 'draft' || row.status === 'revise'
    ? setTurn(tx, archive, { turn: 'editor', userId: row.declarerId, dueAt: null })
    : setTurn(tx, archive, { turn: 'manager', userId: null, dueAt: null });

async function notifyReaders(tx: Tx, row: TopicRow): Promise<void> {
  const readers = new Set((await stationHolders(tx, ['section_editor'])).map(({ userId }) => userId));
  readers.delete(row.declarerId);
  for (const userId of readers)
    await sendMessage(tx, {
      userId,
      type: 'task',
      title: `请审核选题《${row.title}》`,
      content: `${row.declarerName ?? ''}申报，作者${row.authorNames}。`,
      link: topicPath(row.id),
    });
}

/** Takes one step of SM02 inside the caller's transaction and returns the topic after it. Throws as `transition` does. */
export async function transitionTopic(
  tx: Tx,
  currentUser: CurrentUser | null,
  row: TopicRow,
  event: TopicEvent,
  step: TopicStep = {},
): Promise<TopicRow> {
  await stepWith(step)(tx, currentUser, row, event, step.reason ?? '', step.checked ? 'checked' : 'check');
  return topicIn(tx, row.id);
}
