import type { ServerArea } from '../area.ts';
import { contestReport } from './figures/contest-report.service.ts';
import { contestSearch } from './extensions/search-source.ts';
import { contestPersonalTables } from './extensions/personal-tables.ts';
import { contestComments } from './extensions/comment-target.ts';
import { prizeEarnings } from './extensions/prize.service.ts';
import { blindNext } from './entry/blind-file.service.ts';
import { contestExceptionRoutes } from './contest-exception.routes.ts';
import { contestFieldRoutes } from './contest-field.routes.ts';
import { contestSite } from './contest-subject.ts';
import { contestJudgeRoutes } from './judging/contest-judge.routes.ts';
import { contestPublicityRoutes } from './contest-publicity.routes.ts';
import { remindNextJudge } from './contest-reminder.service.ts';
import { contestRoundRoutes } from './judging/contest-round.routes.ts';
import { openDueRound } from './judging/contest-round.service.ts';
import { advanceDueContest, lapseNext } from './contest-step.service.ts';
import { contestSubmitRoutes } from './contest-submit.routes.ts';
import { heldJudging } from './judging/held-judging.service.ts';
import { objectionsWaiting, roundsWaiting } from './contest-todo.queries.ts';
import { contestRoutes } from './contest.routes.ts';
import { exceptionsWaiting } from './contest-exception.queries.ts';
import { judgeTaskRoutes } from './judging/judge-task.routes.ts';

export const contestArea: ServerArea = {
  reports: [contestReport],
  searchSources: [contestSearch],
  personalTables: contestPersonalTables,
  earningSources: [prizeEarnings],
  commentTargets: {
    contest: contestComments,
  },
  recycleKinds: {
    contest: { bin: 'content', purge: 'mark' },
  },
  routes: [
    contestRoutes,
    contestRoundRoutes,
    contestJudgeRoutes,
    contestFieldRoutes,
    contestSubmitRoutes,
    judgeTaskRoutes,
    contestPublicityRoutes,
    contestExceptionRoutes,
  ],
  site: contestSite,
  todoSources: [
    {
      key: 'contestRound',
      label: '大赛评审待处理',
      permission: 'contest:round:confirm',
      link: '/cms/contest',
      items: async (db) => roundsWaiting(db, Date.now()),
    },
    {
      key: 'contestObjection',
      label: '大赛异议待处理',
      permission: 'contest:contest:announce',
      link: '/cms/contest',
      items: async (db, currentUser) => objectionsWaiting(db, currentUser.accounts),
    },
    {
      key: 'contestException',
      label: '大赛例外待确认',
      permission: 'contest:contest:announce',
      link: '/cms/contest',
      items: async (db, currentUser) => exceptionsWaiting(db, currentUser.accounts),
    },
  ],
  heldWork: [heldJudging],
  lanes: [
    {
      name: 'contest-schedule',
      title: '大赛阶段与提醒评委',
      workers: [advanceDueContest, openDueRound, lapseNext, remindNextJudge],
      everyMs: 60_000,
    },
    { name: 'contest-anonymous-copies', title: '大赛匿名稿', workers: [blindNext], everyMs: 30_000 },
  ],
};
