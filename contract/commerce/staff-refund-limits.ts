/** Why the staff refunds lines without an application. */
export const STAFF_REFUND_REASONS = ['质量', '召回', '重复购买', '协商', '其他'] as const;
/** The reason of the refunds of a recalled work. */
export const RECALL_REASON = '召回';
