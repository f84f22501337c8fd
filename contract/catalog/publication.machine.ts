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
    reprint: {
      label: '重印',
      from: ['listed'],
      to: 'listed',
      permission: 'publish:publication:reprint',
      consequence: '登记一次重印，印次加一；纸书的版税按登记的印数计算。',
    },
    recall: {
      label: '召回',
      from: ['listed', 'delisted'],
      to: 'recalled',
      permission: 'publish:publication:recall',
      reason: { min: 1, message: '请选择召回原因' },
      consequence: '召回后所有读者立即不能再读，已下载的在下次联网时收回；买家的退款由另一位财务人员确认后原路退回。召回不能撤销。',
      danger: true,
    },
  },
  groups: {
    /** The existence of the work is public. */
    public: ['listed', 'delisted'],
    /** It was on sale, and is not any more. */
    offSale: ['delisted', 'recalled'],
    /** The work is finished, or on its way to the readers. */
    finished: ['checking', 'listed', 'delisted'],
    /** Nothing of it is deleted while it is on sale or about to be. */
    undeletable: ['checking', 'listed'],
  },
});
