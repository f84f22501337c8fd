/** What an invoice can be; the site knows it without the schemas. */
export const INVOICE_KINDS = { normal: '数电普票', special: '数电专票' } as const;
export type InvoiceKind = keyof typeof INVOICE_KINDS;
export const TITLE_TYPES = { personal: '个人', company: '单位' } as const;
export type TitleType = keyof typeof TITLE_TYPES;
export const RED_REASONS = ['开票有误', '销货退回', '服务中止', '销售折让'] as const;
export type RedReason = (typeof RED_REASONS)[number];

export const INVOICE = {
  /** Days after the payment in which an invoice can be applied for. */
  days: 180,
  /** Hours in which the buyer confirms a red application. */
  confirmHours: 72,
  titles: 20,
} as const;

export const INVOICE_CODES = {
  /** 订单不可开票 */
  notPossible: 21602,
  taxNumber: 21603,
  /** 发票号码格式错误或重复 */
  number: 21604,
  /** 开票金额与订单金额不一致 */
  amount: 21605,
  file: 21606,
} as const;
export const CANNOT_INVOICE = '订单不可开票';
