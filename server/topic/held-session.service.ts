import { failed } from '../http/app-error.ts';
import type { Handover, HeldWork } from '../identity/held-work.service.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { writeState } from '../state-machine/transition.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { attendeeHolders } from './topic.queries.ts';
import { attendeesOf, sessionsHeldBy, type SessionRow } from './topic-session.queries.ts';
import { OPEN, sessionIn, sessionPath, VOTING_STATIONS } from './topic-session.service.ts';
import { hostsSession, recordsSession } from './topic.policy.ts';

const dutiesOf = (row: { hostId: number; recorderId: number }, userId: number): string =>
  [hostsSession(row, { userId }) && '主持', recordsSession(row, { userId }) && '记录'].filter((one) => one !== false).join('和');

const record = ({ tx, actor, reason }: Handover, { id, status }: SessionRow): Promise<unknown> =>
  logTransition(tx, actor, { entityType: 'topicSession', entityId: id, event: 'handOver', fromStatus: status, toStatus: status, note: reason });

async function giveTo(handover: Handover, id: number, to: number): Promise<void> {
  const { tx, actor, from } = handover;
  const row = await sessionIn(tx, id);
  if (!(await attendeeHolders(tx, VOTING_STATIONS)).some(({ userId }) => userId === to))
    throw failed('接手的人须是本社在岗的总编辑、编辑室主任、责任编辑或编务');
  const people = await attendeesOf(tx, [id]);
  const present = people.find(({ userId }) => userId === to)?.present === '1';
  // Who came is fixed when the session opens: its votes were counted from them.
  if (row.status === 'holding' && !present) throw failed('会议正在进行，接手的人须已到会');
  if (OPEN.has(row.status)) {
    await tx.deleteFrom('sessionAttendee').where('sessionId', '=', id).where('userId', '=', from).execute();
    if (!people.some(({ userId }) => userId === to)) await tx.insertInto('sessionAttendee').values({ sessionId: id, userId: to }).execute();
  }
  await writeState(tx, 'topicSession', row, {
    hostId: row.hostId === from ? to : row.hostId,
    recorderId: row.recorderId === from ? to : row.recorderId,
    updateBy: actor.userName,
    updateTime: Date.now(),
  });
  await record(handover, row);
  await sendMessage(tx, {
    userId: to,
    type: 'task',
    title: `${row.title}由您${dutiesOf(row, from)}`,
    content: handover.reason,
    link: sessionPath(id),
  });
}

/** A session always has a host and a recorder, so they stay until an editorial manager names others. */
async function leave(handover: Handover, id: number): Promise<void> {
  const { tx, from } = handover;
  const row = await sessionIn(tx, id);
  await record(handover, row);
  for (const { userId } of await attendeeHolders(tx, ['press_manager']))
    if (userId !== from)
      await sendMessage(tx, {
        userId,
        type: 'task',
        title: `请改派${row.title}的${dutiesOf(row, from)}人`,
        content: handover.reason,
        link: sessionPath(id),
      });
}

/** Sessions that a user hosts or records. */
export const heldSessions: HeldWork = {
  key: 'topicSession',
  label: '论证会',
  items: async (tx, userId) => (await sessionsHeldBy(tx, userId)).map((row) => ({ id: row.id, title: row.title, note: dutiesOf(row, userId) })),
  handOver: giveTo,
  release: leave,
};
