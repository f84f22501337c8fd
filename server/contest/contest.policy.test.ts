import { expect, test } from 'vitest';
import { CONTEST_STATES } from '../../contract/contest/contest.machine.ts';
import { answersObjection, confirmsException, isEntrant, opensCertificate, opensOriginal, ownsEntryFile } from './entry/entry.policy.ts';
import { hasTask, isBlindContest, isJudge, judgeOf, judgesFault, otherOrganiser, readingFault } from './judging/judge-task.policy.ts';

const viewer = (userId: number, permissions: readonly string[] = [], ...accounts: number[]) => ({
  userId,
  accounts: new Set([userId, ...accounts]),
  permissions: new Set(permissions),
});

test('#47.1 what entrants, organisers and others may do with an entry, its files and its certificate', () => {
  const staff = ['contest:contest:query', 'contest:submit:query', 'contest:contest:announce'];
  const answers = (who: ReturnType<typeof viewer>): string =>
    [
      isEntrant({ userId: 1 }, who) && 'own',
      ownsEntryFile({ ownerId: 1 }, who) && 'file',
      opensOriginal({ ownerId: 1 }, who) && 'original',
      opensCertificate({ userId: 1 }, who) && 'certificate',
      answersObjection({ userId: 1 }, who) && 'objection',
      confirmsException({ status: 'waiting', proposedBy: 1 }, who) && 'exception',
    ]
      .filter(Boolean)
      .join(' ');
  expect(answers(viewer(1))).toBe('own file original certificate');
  expect(answers(viewer(2))).toBe('objection');
  expect(answers(viewer(9, staff))).toBe('original certificate objection exception');
  expect(answers(viewer(9, staff, 1))).toBe('original certificate');
  expect(confirmsException({ status: 'confirmed', proposedBy: 1 }, viewer(9, staff))).toBe(false);
});

test('#47.1 which users may read authors, scores and judges, in each state of a contest', () => {
  const people = { judge: [true, false], entrant: [false, true], other: [false, false] } as const;
  const table = Object.fromEntries(
    CONTEST_STATES.map((status) => [
      status,
      Object.entries(people).map(([name, [judges, entered]]) => {
        const involved = { status, judges, entered };
        const reads = [
          readingFault(involved, 'authors') === '' && 'authors',
          readingFault(involved, 'scores') === '' && 'scores',
          judgesFault(involved) === '' && 'judges',
        ].filter(Boolean);
        return `${name}: ${reads.join(' ')}`;
      }),
    ]),
  );
  const secret = ['judge: authors', 'entrant: authors', 'other: authors scores judges'];
  const open = ['judge', 'entrant', 'other'].map((name) => `${name}: authors scores judges`);
  for (const status of CONTEST_STATES)
    expect([status, table[status]]).toEqual([
      status,
      status === 'judging'
        ? ['judge: ', 'entrant: authors', 'other: authors scores judges']
        : ['publicity', 'finished', 'cancelled'].includes(status)
          ? open
          : secret,
    ]);
});

test('#47.1 judges, tasks and the organiser who takes over', () => {
  const judges = [{ userId: 5 }, { userId: 6 }];
  expect([viewer(5), viewer(7), viewer(7, [], 6)].map((who) => isJudge(judges, who))).toEqual([true, false, true]);
  expect([judgeOf(judges, 6), judgeOf(judges, 7)]).toEqual([{ userId: 6 }, undefined]);
  expect([hasTask([{ judgeId: 5 }], 5), hasTask([{ judgeId: 5 }], 6)]).toEqual([true, false]);
  expect(isBlindContest([{ blind: '1', seeAuthors: '1' }])).toBe(false);
  expect(
    isBlindContest([
      { blind: '0', seeAuthors: '0' },
      { blind: '1', seeAuthors: '0' },
    ]),
  ).toBe(true);
  const organisers = { ownerId: 1, secondId: 2 };
  expect([otherOrganiser(organisers, 1), otherOrganiser(organisers, 2), otherOrganiser({ ownerId: 1, secondId: null }, 1)]).toEqual([2, 1, null]);
});
