import type { z } from 'zod';
import { crud } from '../crud.ts';
import { optionalText, reference, shown, shownNumber, status, stringList } from '../field.ts';
import { CONTEST } from './contest-limits.ts';

/** A1: E46. */
export const contestJudge = crud('/cms/contest/judge', {
  name: '评委',
  permission: 'contest:judge',
  key: 'contestJudgeId',
  title: 'nickName',
  fields: {
    contestId: reference('大赛', { required: true, fixedOnceSaved: true }),
    userId: reference('评委', { required: true, of: 'person', shownAs: 'nickName', fixedOnceSaved: true }),
    roundTypes: stringList('参加的轮次', 3, 1, { help: '1 初审、2 复审、3 终审' }),
    groups: stringList('评审的组别', CONTEST.groups, 20, { help: '不填为全部组别' }),
    intro: optionalText('简介', 300),
    status: status(),
  },
  shown: { nickName: shown('评委'), collegeName: shown('院校'), tasks: shownNumber('任务'), done: shownNumber('已评') },
  filter: { contestId: 'equal', status: 'equal' },
  sort: ['contestJudgeId'],
  calls: ['list', 'get', 'add', 'edit', 'remove'],
});
export type ContestJudge = z.output<typeof contestJudge.list.row>;
