import { expect, test } from 'vitest';
import { TOPIC_STATES, type TopicState } from '../../contract/topic/topic.machine.ts';
import {
  ballotOf,
  editsTopic,
  isOwnTopic,
  offersTopicEvent,
  opensMinutes,
  opensSession,
  removesTopic,
  seesTopic,
  visibleDeclarer,
  writesMinutes,
} from './topic.policy.ts';

const viewer = (userId: number, permissions: readonly string[] = [], ...accounts: number[]) => ({
  userId,
  accounts: new Set([userId, ...accounts]),
  permissions: new Set(permissions),
});
const STAFF = ['press:session:list', 'press:topic:record'];
const row = (status: TopicState) => ({ declarerId: 1, status, isMajor: '0' });

test('#47.1 what each person may do with a declared topic in each state', () => {
  const answers = (status: TopicState, who: ReturnType<typeof viewer>): string =>
    [
      seesTopic(row(status), who) && 'sees',
      editsTopic(row(status), who) && 'edits',
      removesTopic(row(status), who) && 'removes',
      offersTopicEvent(row(status), 'sectionPass', who) && 'decides',
    ]
      .filter(Boolean)
      .join(' ');
  for (const status of TOPIC_STATES) {
    const open = status === 'draft' || status === 'revise';
    expect([status, answers(status, viewer(1))]).toEqual([status, open ? 'sees edits removes' : 'sees removes']);
    expect([status, answers(status, viewer(2))]).toEqual([status, 'decides']);
    expect([status, answers(status, viewer(9, STAFF))]).toEqual([status, 'sees removes decides']);
    // Two accounts of the declarer are one person.
    expect([status, answers(status, viewer(9, STAFF, 1))]).toEqual([status, 'sees removes']);
  }
  expect([isOwnTopic(row('draft'), viewer(9, [], 1)), isOwnTopic(row('draft'), viewer(9))]).toEqual([true, false]);
  expect(offersTopicEvent(row('draft'), 'record', viewer(9))).toBe(false);
  expect(offersTopicEvent({ ...row('draft'), isMajor: '1' }, 'record', viewer(9))).toBe(true);
});

test('#47.1 the condition of lists and counts agrees with the rule for one topic', () => {
  for (const declarerId of [1, 2, 3])
    for (const who of [viewer(1), viewer(2, STAFF), viewer(3, [], 1)]) {
      const declarer = visibleDeclarer(who);
      expect(seesTopic({ declarerId }, who)).toBe(declarer === null || declarer === declarerId);
    }
  expect([visibleDeclarer(viewer(1)), visibleDeclarer(viewer(1, STAFF))]).toEqual([1, null]);
});

test('#47.1 who opens a session and writes its minutes', () => {
  const attendees = [{ userId: 4 }];
  const session = { hostId: 5, recorderId: 6 };
  const answers = (who: ReturnType<typeof viewer>): boolean[] => [
    opensSession(attendees, who),
    opensMinutes(attendees, who),
    writesMinutes(session, who),
  ];
  expect(answers(viewer(4))).toEqual([true, true, false]);
  expect(answers(viewer(5))).toEqual([false, false, true]);
  expect(answers(viewer(6))).toEqual([false, false, true]);
  expect(answers(viewer(8))).toEqual([false, false, false]);
  expect(answers(viewer(8, ['press:session:query', 'press:minutes:query', 'press:minutes:edit']))).toEqual([true, true, true]);
  expect([ballotOf(attendees, { userId: 4 }), ballotOf(attendees, { userId: 5 })]).toEqual([{ userId: 4 }, undefined]);
});
