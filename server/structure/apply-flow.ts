import type { ApplyStatus } from '../../contract/structure/apply-for-log.ts';

/** SM18: which event leads from where to where, and what it is called. */
export const APPLY_STEPS: Readonly<Record<string, { readonly from: readonly ApplyStatus[]; readonly to: ApplyStatus; readonly verb: string }>> = {
  approve: { from: ['pending'], to: 'approved', verb: '通过' },
  reject: { from: ['pending'], to: 'rejected', verb: '驳回' },
  supplement: { from: ['pending'], to: 'supplement', verb: '要求补正' },
  resend: { from: ['supplement'], to: 'pending', verb: '重新提交' },
  cancel: { from: ['pending', 'supplement'], to: 'cancelled', verb: '撤销' },
  revoke: { from: ['approved'], to: 'revoked', verb: '取消资格' },
};

export const APPLY_STATUS_NAMES: Readonly<Record<ApplyStatus, string>> = {
  pending: '待审核',
  supplement: '待补正',
  approved: '已通过',
  rejected: '已驳回',
  cancelled: '已撤销',
  revoked: '已取消资格',
};

export const APPLY_CODES = { illegal: 21801, materials: 21802, open: 21803, early: 21804, own: 21805 } as const;

const DAY = 86_400_000;
/** After a rejection one waits this long. */
export const REAPPLY_MS = 7 * DAY;
/** To supplement there is this long. */
export const SUPPLEMENT_MS = 15 * DAY;
