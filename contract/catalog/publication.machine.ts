import { stateMachine } from '../state-machine.ts';

const EDIT = 'publish:publication:edit';
const PUBLISH = 'publish:publication:publish';

/** SM08, the part that needs no manuscript. */
export const publicationMachine = stateMachine({
  id: 'SM08',
  entity: 'publication',
  name: '出版物',
  illegal: 20801,
  initial: 'draft',
  states: {
    draft: { label: '待完善', tone: 'draft' },
    checking: { label: '上架审核', tone: 'review' },
    rejected: { label: '驳回', tone: 'error' },
    listed: { label: '已上架', tone: 'success' },
    delisted: { label: '已下架', tone: 'idle' },
    // Set by the recall of a print run (SM07), which has no event here.
    recalled: { label: '已召回', tone: 'error', final: true },
  },
  events: {
    submit: {
      label: '提交上架',
      from: ['draft', 'rejected'],
      to: 'checking',
      permission: EDIT,
      consequence: '提交后由另一位作品管理员审核，审核期间不能修改。',
    },
    approve: { label: '上架', from: ['checking'], to: 'listed', permission: PUBLISH, consequence: '上架后读者马上可以在前台找到并阅读。' },
    reject: {
      label: '驳回',
      from: ['checking'],
      to: 'rejected',
      permission: PUBLISH,
      reason: { min: 1, message: '请填写驳回意见' },
      consequence: '驳回后由编辑修改再提交。',
      danger: true,
    },
    delist: {
      label: '下架',
      from: ['listed'],
      to: 'delisted',
      permission: 'publish:publication:delist',
      reason: { min: 1, message: '请填写下架原因' },
      consequence: '下架后前台不再展示，已有阅读权的读者仍可阅读。',
      danger: true,
    },
    relist: { label: '重新上架', from: ['delisted'], to: 'listed', permission: PUBLISH, consequence: '重新上架后读者马上可以找到。' },
  },
});
