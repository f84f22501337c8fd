import { jobTarget, wholeNumber, type JobDefinition } from '../jobs/job-target.ts';
import { expireTopics } from './topic-expiry.service.ts';

/** What a scheduled job may call in this area. */
export const topicJobs: readonly JobDefinition[] = [
  jobTarget(
    'topic.expire',
    '选题到期失效',
    '通过论证这么多个月还没有签约、也没有进入三审的选题失效，稿件回到已投稿',
    [wholeNumber('months', '月数', 6, 60, 24)],
    ['press:topic:record'],
    async (context, [months]) => `${await expireTopics(context, months)}个选题失效`,
  ),
];
