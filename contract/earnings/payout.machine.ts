import { stateMachine } from '../state-machine.ts';

/** SM30. Approved withdrawals that are paid by one file of the bank. */
export const payoutMachine = stateMachine({
  id: 'SM30',
  entity: 'payout',
  name: '打款批次',
  illegal: 23001,
  initial: 'draft',
  states: {
    draft: { label: '待导出', tone: 'draft' },
    exported: { label: '待回盘', tone: 'waiting' },
    resulted: { label: '已回盘', tone: 'review' },
    closed: { label: '已完成', tone: 'success', final: true },
    cancelled: { label: '已撤销', tone: 'idle', final: true },
  },
  events: {
    export: {
      label: '导出银行文件',
      from: ['draft', 'exported'],
      to: 'exported',
      permission: 'earnings:withdraw:pay',
      consequence: '文件里有完整的收款账号；在银行上传后，核对笔数、总额和校验值',
    },
    import: { label: '导入回盘', from: ['exported', 'resulted'], to: 'resulted', permission: 'earnings:withdraw:pay' },
    close: {
      label: '完成',
      from: ['resulted'],
      to: 'closed',
      permission: 'earnings:withdraw:pay',
      consequence: '每一笔都有了银行的结果',
    },
    cancel: {
      label: '撤销批次',
      from: ['draft', 'exported'],
      to: 'cancelled',
      permission: 'earnings:withdraw:pay',
      reason: { min: 5, message: '请写明撤销的原因，至少5个字' },
      consequence: '批次里的提现回到待打款；已导出的批次须先向银行确认没有处理，并由另一位财务人员撤销',
      danger: true,
    },
  },
  groups: {
    live: ['draft', 'exported', 'resulted'],
    /** The bank has its file. */
    sent: ['exported', 'resulted'],
  },
});
