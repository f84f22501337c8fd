import { jobTarget, type JobDefinition } from '../jobs/job-target.ts';
import { buildDue } from './rank.service.ts';

/** What a scheduled job may call in this area. */
export const wechatJobs: readonly JobDefinition[] = [
  jobTarget(
    'wechat.rank',
    '生成公众号榜单',
    '为上一个已经结束、数据已经截止的周、月、年生成待发布的榜单；已有榜单的不再生成',
    [],
    ['cms:wechat:build'],
    async (context) => {
      const built = await buildDue(context);
      return built.length > 0 ? `生成了${built.join('、')}` : '没有要生成的榜单';
    },
  ),
];
