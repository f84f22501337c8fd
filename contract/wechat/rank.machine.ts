import { stateMachine } from '../state-machine.ts';

const BUILD = 'cms:wechat:build';

/** A published ranking never changes: a correction is another revision, which replaces it with a public note. */
export const rankMachine = stateMachine({
  id: 'SM25',
  entity: 'wechatRankList',
  name: '榜单',
  illegal: 22501,
  initial: 'draft',
  states: {
    draft: { label: '待发布', tone: 'review' },
    published: { label: '已发布', tone: 'success' },
    replaced: { label: '已修订', tone: 'idle', final: true },
  },
  events: {
    publish: {
      label: '发布',
      from: ['draft'],
      to: 'published',
      permission: BUILD,
      consequence: '读者马上可以看到。发布后不能修改；要更正，请重新生成并发布一个修订版。',
    },
    replace: { label: '被修订版取代', from: ['published'], to: 'replaced', by: 'program' },
  },
});
