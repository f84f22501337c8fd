import { TOPIC_KINDS, type ManuscriptKind } from '../../contract/manuscript/manuscript-limits.ts';
import { manuscriptMachine, type ManuscriptState } from '../../contract/manuscript/manuscript.machine.ts';
import { onTransition, type AcceptedEvent } from '../state-machine/effects.ts';
import type { Tx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { cancelEditTasks } from '../manuscript/edit-task-step.service.ts';
import { manuscriptIn } from '../manuscript/manuscript-step.service.ts';
import { CODES } from './topic-codes.ts';
import { setTopicTurn, transitionTopic, topicIn } from './topic-step.service.ts';
import { approvedTopicOf, closedTopicOf, openTopicOf } from './topic.queries.ts';

async function requireApproved(tx: Tx, archiveId: number): Promise<void> {
  const { kind } = await manuscriptIn(tx, archiveId);
  if (!TOPIC_KINDS.includes(kind as ManuscriptKind) || (await approvedTopicOf(tx, archiveId))) return;
  throw new AppError(CODES.notApproved, '选题尚未通过论证，不能派责任编辑');
}

async function requireRecord(tx: Tx, archiveId: number): Promise<void> {
  const topic = await approvedTopicOf(tx, archiveId);
  if (topic?.isMajor === '1' && topic.recordNo === '') throw new AppError(CODES.noRecord, '重大选题未取得备案号，不能终审通过');
}

type Handler = (accepted: AcceptedEvent<ManuscriptState>) => Promise<void>;
const close: Handler = async ({ tx, entityId, currentUser, reason }) => {
  const open = await openTopicOf(tx, entityId);
  if (open) await transitionTopic(tx, currentUser, await topicIn(tx, open.id), 'close', { checked: true, reason });
};
const continueTurn: Handler = async ({ tx, entityId, to }) => {
  const open = to === 'topic' ? await openTopicOf(tx, entityId) : undefined;
  if (open) await setTopicTurn(tx, await manuscriptIn(tx, entityId), await topicIn(tx, open.id));
};
const reopen: Handler = async (accepted) => {
  const { tx, entityId, currentUser, reason } = accepted;
  const closed = await closedTopicOf(tx, entityId);
  if (closed) await transitionTopic(tx, currentUser, await topicIn(tx, closed.id), 'reopen', { checked: true, reason });
  await continueTurn(accepted);
};

/** The rules of topics on SM01. */
export const topicEffect = onTransition(manuscriptMachine, {
  assign: ({ tx, entityId }) => requireApproved(tx, entityId),
  passLast: ({ tx, entityId }) => requireRecord(tx, entityId),
  async topicReturned({ tx, entityId, from, currentUser }) {
    if (from === 'assigned') await cancelEditTasks(tx, currentUser, entityId);
  },
  reject: close,
  rejectByReview: close,
  withdraw: close,
  undoReject: reopen,
  undoWithdraw: reopen,
  takeBack: reopen,
  resume: continueTurn,
});
