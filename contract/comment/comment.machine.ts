import { stateMachine } from '../state-machine.ts';

const AUDIT = 'cms:comment:audit';
const REMOVE = 'cms:comment:remove';

/** SM19 for one kind of text that users write. */
export const moderationMachine = <const K extends string>(entity: K, name: string) =>
  stateMachine({
    id: 'SM19',
    entity,
    name,
    illegal: 21901,
    initial: 'pending',
    states: {
      pending: { label: '待审核', tone: 'review' },
      visible: { label: '已通过', tone: 'success' },
      folded: { label: '已折叠', tone: 'waiting' },
      rejected: { label: '已驳回', tone: 'error' },
      appealed: { label: '申诉中', tone: 'review' },
      deleted: { label: '已删除', tone: 'idle', final: true },
    },
    events: {
      pass: {
        label: '通过',
        from: ['pending', 'folded', 'rejected', 'appealed'],
        to: 'visible',
        permission: AUDIT,
        consequence: '通过后所有人可见，并通知作者。',
      },
      reject: {
        label: '驳回',
        from: ['pending', 'visible', 'folded', 'appealed'],
        to: 'rejected',
        permission: AUDIT,
        reason: { min: 2, message: '请填写驳回的理由，作者会看到' },
        danger: true,
      },
      fold: { label: '折叠', from: ['visible'], to: 'folded', by: 'program' },
      edit: { label: '修改', from: ['pending', 'visible'], to: ['pending', 'visible'], by: 'owner' },
      appeal: {
        label: '申诉',
        from: ['rejected', 'folded'],
        to: 'appealed',
        by: 'owner',
        reason: { min: 5, message: '请说明申诉的理由，至少5个字' },
      },
      withdraw: { label: '删除', from: ['pending', 'visible', 'folded', 'rejected', 'appealed'], to: 'deleted', by: 'owner', danger: true },
      remove: {
        label: '移除',
        from: ['pending', 'visible', 'folded', 'rejected', 'appealed'],
        to: 'deleted',
        permission: REMOVE,
        consequence: '移除后显示「该评论已删除」，下面的回复保留。',
        danger: true,
      },
    },
  });

export const commentMachine = moderationMachine('comment', '评论');
