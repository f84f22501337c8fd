export const ORDER = {
  /** Different works in one order or cart. */
  lines: 50,
  perHour: 20,
  unpaid: 10,
  expireMinutes: 30,
  finishDays: 7,
  lateHours: 24,
  refundDays: 7,
  /** A page fee waits for its payment this long. */
  pageFeeDays: 60,
  /** A larger refund needs a second person, fen. */
  confirmFen: 50_000,
} as const;

/** Payments outside the channels. */
export const OFFLINE = {
  /** Days that an order waits for the money. */
  days: 7,
  /** The smallest order for which buyers may choose it while a channel exists, fen. */
  leastFen: 100_000,
} as const;
export const OFFLINE_METHODS = { transfer: '对公转账', cash: '现金' } as const;
export type OfflineMethod = keyof typeof OFFLINE_METHODS;

export const CHANNELS = ['alipay', 'wechat', 'sandbox', 'offline', 'free'] as const;
export type Channel = (typeof CHANNELS)[number];
export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  alipay: '支付宝',
  wechat: '微信支付',
  sandbox: '演示支付',
  offline: '线下支付',
  free: '免费',
};
/** On what a buyer pays. */
export const PAY_DEVICES = ['pc', 'mobile', 'wechat'] as const;

/** Copies of one work that the buyer hands out. */
export const SEATS = {
  most: 500,
  /** The smallest number with a discount. */
  least: 5,
  /** The part that is paid from that number on, basis points. */
  discountBp: 8800,
  /** Copies handed out in one call. */
  atOnce: 50,
} as const;

/** Why less than the price is paid. A line has one discount, the best of them. */
export const DISCOUNT_KINDS = ['none', 'author', 'campaign', 'seats'] as const;
export type DiscountKind = (typeof DISCOUNT_KINDS)[number];
/** `8折`, `8.5折`, of the part that is paid. */
export const foldOf = (rateBp: number): string => `${rateBp / 1000}折`;

/** Kinds of lines that sell copies of a work: for the buyer, and to hand out. */
export const SOLD_KINDS = ['publication', 'seats'] as const;

export const ORDER_KINDS = ['publication', 'seats', 'tutor', 'page_fee'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];
export const KIND_NAMES: Readonly<Record<OrderKind, string>> = { publication: '出版物', seats: '团购', tutor: '辅导费', page_fee: '版面费' };
/** Fees for a service of another area: nothing is read, and the area decides when the line is finished or returned. */
export const FEE_KINDS = ['tutor', 'page_fee'] as const satisfies readonly OrderKind[];
export type FeeKind = (typeof FEE_KINDS)[number];
export const isFee = (kind: string): kind is FeeKind => kind === 'tutor' || kind === 'page_fee';
/** What a line is named in lists, messages, receipts and invoices. */
export const lineName = ({ kind, title }: { readonly kind: string; readonly title: string }): string =>
  isFee(kind) ? `${KIND_NAMES[kind]}（${title}）` : `《${title}》`;

export const NO_RETURN = '数字内容一经阅读或下载，不支持七日无理由退货';
export const OPENED = '数字内容已开始使用，不支持七日无理由退货';
export const REFUNDING = '退款处理中，暂不能阅读';
export const NO_CHANNEL = '支付方式暂不可用，请稍后再试';
export const ORDER_CODES = {
  owned: 21502,
  price: 21503,
  amount: 21504,
  opened: 21505,
  invoiced: 21506,
  unpaid: 21507,
  notSold: 21508,
  quantity: 21509,
  /** A copy that its reader has opened cannot be taken back. */
  seatUsed: 21510,
  seatLink: 21511,
  /** Of SM27. */
  secondPayment: 22702,
  /** Of SM28. */
  above: 22802,
  twice: 22803,
  second: 22804,
} as const;

/** The channel of payments that finance registers: a transfer or cash. */
export const OFFLINE_CHANNEL = 'offline';
