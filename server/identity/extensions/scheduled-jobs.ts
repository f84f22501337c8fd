import { jobTarget, type JobDefinition } from '../../jobs/job-target.ts';
import { closeDueAccounts } from '../closing/closing.service.ts';
import { sweepSessions } from '../session.service.ts';

/** What a scheduled job may call in this area. */
export const identityJobs: readonly JobDefinition[] = [
  jobTarget('account.close', '注销到期的账号', '删除申请注销满15天的账号的资料；又有了没办完的事的不注销，并通知本人', [], [], async (context) => {
    return `注销了${await closeDueAccounts(context)}个账号`;
  }),
  jobTarget('session.sweep', '清理过期登录', '删除已经过期的登录和缓存，不影响在线的人', [], [], async (context) => {
    const sessions = await sweepSessions(context);
    return `删除${sessions}个过期登录、${await context.cache.sweep()}项过期缓存`;
  }),
];
