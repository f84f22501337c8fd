import { stateMachine } from '../state-machine.ts';
import { NOTICE_STATE_NAMES } from './periodical-limits.ts';

const PUBLISH = 'journal:issue:publish';

/** SM10N. A correction or retraction of a published article: one person drafts it, another one publishes it. */
export const correctionNoticeMachine = stateMachine({
  id: 'SM10N',
  entity: 'correctionNotice',
  name: '声明',
  illegal: 21007,
  initial: 'draft',
  states: {
    draft: { label: NOTICE_STATE_NAMES.draft, tone: 'review' },
    published: { label: NOTICE_STATE_NAMES.published, tone: 'success', final: true },
    rejected: { label: NOTICE_STATE_NAMES.rejected, tone: 'error', final: true },
  },
  events: {
    publish: { label: '发布', from: ['draft'], to: 'published', permission: PUBLISH, consequence: '声明公开，不能撤下' },
    reject: { label: '驳回', from: ['draft'], to: 'rejected', permission: PUBLISH },
  },
});
export type NoticeEvent = keyof typeof correctionNoticeMachine.events & string;
