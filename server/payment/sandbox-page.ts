import { yuan } from '../../contract/money.ts';
import { escapeXml } from '../document/escape-xml.ts';

/** What a visitor of the sandbox can do, as a payment company's page and its network would. */
export const SANDBOX_ACTIONS = {
  pay: '支付成功',
  fail: '支付失败',
  stay: '付款后不返回',
  late: '订单过期后才到账',
  thrice: '重复通知三次',
  wrongAmount: '改金额通知',
  forged: '伪造签名通知',
  refundFail: '退款时失败',
  refundWait: '退款处理中',
} as const;
export type SandboxAction = keyof typeof SANDBOX_ACTIONS;

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.6 system-ui, 'Noto Sans SC', sans-serif; }
  body { margin: 0 auto; max-width: 26rem; padding: 2rem 1.25rem; }
  h1 { font-size: 1.25rem; margin: 0 0 .25rem; } p { margin: 0 0 1rem; } .sum { font-size: 2rem; font-weight: 700; margin: 1rem 0; }
  button { display: block; width: 100%; min-height: 48px; margin: 0 0 .5rem; font: inherit; border: 1px solid; border-radius: 8px; background: none; color: inherit; }
  button.first { background: #00707a; border-color: #00707a; color: #fff; font-weight: 700; } h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; } a { color: inherit; }
`;

interface Shown {
  readonly paymentNo: string;
  readonly amountFen: number;
  readonly state: string;
  readonly returnTo: string;
  /** What the last action did. */
  readonly said: string;
}

/** The page of the embedded channel: no script; each button is a form. */
export function sandboxPage({ paymentNo, amountFen, state, returnTo, said }: Shown): string {
  const button = (action: SandboxAction, first = false): string =>
    `<button name="action" value="${action}"${first ? ' class="first"' : ''}>${SANDBOX_ACTIONS[action]}</button>`;
  const open = state === 'waiting';
  const actions = open
    ? `${button('pay', true)}${button('fail')}<h2>试一试不寻常的情况</h2>${(['stay', 'late', 'thrice', 'wrongAmount', 'forged'] as const).map((one) => button(one)).join('')}`
    : `<p><a href="${escapeXml(returnTo)}">回到订单</a></p>${state === 'paid' ? `<h2>下一次退款</h2>${button('refundFail')}${button('refundWait')}` : ''}`;
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>演示支付</title><style>${STYLE}</style></head>
<body><main><h1>演示支付</h1><p>这里不会真的扣款。支付单号 ${escapeXml(paymentNo)}</p><p class="sum">¥ ${yuan(amountFen)}</p>${said ? `<p role="status">${escapeXml(said)}</p>` : ''}<form method="post">${actions}</form></main></body></html>`;
}
