import { stateMachine } from '../state-machine.ts';

const EDIT = 'system:notice:edit';
const AUDIT = 'cms:content:audit';

/** SM24. The target depends on the publish time and on whether content is audited. */
export const noticeMachine = stateMachine({
  id: 'SM24',
  entity: 'notice',
  name: '公告',
  illegal: 22401,
  initial: 'draft',
  states: {
    draft: { label: '草稿', tone: 'draft' },
    pending: { label: '待审核', tone: 'review' },
    scheduled: { label: '定时发布', tone: 'waiting' },
    published: { label: '已发布', tone: 'success' },
    offline: { label: '已下线', tone: 'idle' },
  },
  events: {
    submit: {
      label: '提交发布',
      from: ['draft'],
      to: ['pending', 'scheduled', 'published'],
      permission: EDIT,
      consequence: '提交后由另一位同事审核，通过后读者可见。',
    },
    approve: {
      label: '审核通过',
      from: ['pending'],
      to: ['scheduled', 'published'],
      permission: AUDIT,
      consequence: '通过后按发布时间展示给读者；不能审核自己提交的公告。',
    },
    reject: {
      label: '退回修改',
      from: ['pending'],
      to: 'draft',
      permission: AUDIT,
      reason: { min: 1, message: '请填写退回的原因' },
      danger: true,
    },
    offline: {
      label: '下线',
      from: ['published', 'scheduled'],
      to: 'offline',
      permission: EDIT,
      consequence: '读者马上看不到它，可以随时重新发布。',
      danger: true,
    },
    publish: { label: '重新发布', from: ['offline'], to: 'published', permission: EDIT, consequence: '读者马上可以看到它。' },
  },
});
