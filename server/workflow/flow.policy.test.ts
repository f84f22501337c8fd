import { expect, test } from 'vitest';
import { carriesTask, deletesInstance, isStarter, returnsTask, seesAllFields, takesBackDelegated } from './flow.policy.ts';

const viewer = (userId: number, permissions: readonly string[] = []) => ({ userId, permissions: new Set(permissions) });

test('#47.1 what assignees, delegators, candidates and others may do with a task in each state', () => {
  const answers = (status: string, who: ReturnType<typeof viewer>, isCandidate = false): string => {
    const task = { assignee: 1, ownerId: 2, status };
    return [carriesTask(task, who) && 'carries', returnsTask(task, isCandidate, who) && 'returns', takesBackDelegated(task, who) && 'takes back']
      .filter(Boolean)
      .join(' ');
  };
  expect([1, 2, 3].map((userId) => answers('claimed', viewer(userId)))).toEqual(['carries returns takes back', 'carries takes back', 'takes back']);
  expect([1, 2, 3].map((userId) => answers('delegated', viewer(userId)))).toEqual(['carries returns', 'carries takes back', '']);
  expect([answers('unclaimed', viewer(3), true), answers('unclaimed', viewer(3)), answers('claimed', viewer(3), true)]).toEqual([
    'returns takes back',
    'takes back',
    'takes back',
  ]);
});

test('#47.1 what the starter and the staff may do with an instance', () => {
  const instance = { startUserId: 1 };
  const answers = (who: ReturnType<typeof viewer>): boolean[] => [
    isStarter(instance, who),
    deletesInstance(instance, who),
    seesAllFields(instance, who),
  ];
  expect(answers(viewer(1))).toEqual([true, true, true]);
  expect(answers(viewer(2))).toEqual([false, false, false]);
  expect(answers(viewer(2, ['flowable:definition:remove']))).toEqual([false, true, false]);
  expect(answers(viewer(2, ['flowable:definition:edit']))).toEqual([false, false, true]);
  expect(isStarter(instance, null)).toBe(false);
});
