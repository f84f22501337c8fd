import { CHANNEL_NAMES, lineName, type Channel } from '../../contract/commerce/order-limits.ts';
import { groupedYuan } from '../../contract/money.ts';
import type { AppContext } from '../context.ts';
import { configOf } from '../db/config-value.ts';
import { wireTime } from '../db/clock.ts';
import { chinesePdf, textAt, widthOf } from '../document/chinese-pdf.ts';
import type { Sent } from '../files/send-file.ts';
import { failed } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { itemsOf, orderByNo, type ItemRow, type OrderRow } from './order.queries.ts';
import { isBuyer } from './order.policy.ts';
import { orderGone } from './order-step.service.ts';
import { ACCOUNT_KEYS } from './offline-offer.service.ts';

/** A4, points. */
const [WIDTH, HEIGHT, MARGIN] = [595, 842, 56];
const [TITLE, TEXT, NOTE] = [22, 11, 9];
const STEP = 20;
/** Lines of a page below its head. */
const PER_PAGE = 24;
/** Full width characters of a title. */
const TITLE_LENGTH = 28;

const right = (text: string, y: number, size = TEXT): string => textAt(text, WIDTH - MARGIN - widthOf(text, size), y, size);
const rule = (y: number): string => `0.6 w 0.75 G ${MARGIN} ${y} m ${WIDTH - MARGIN} ${y} l S`;

function cut(text: string): string {
  let shown = '';
  for (const character of text) {
    if (widthOf(shown + character, 1) > TITLE_LENGTH) return `${shown}…`;
    shown += character;
  }
  return shown;
}

interface Parts {
  readonly order: OrderRow;
  readonly lines: readonly ItemRow[];
  readonly buyer: string;
  readonly seller: string;
  readonly now: number;
}

/** The receipt of a paid order. It says on each page that it is not an invoice. */
export function receiptPdf({ order, lines, buyer, seller, now }: Parts): Buffer {
  const pages: string[] = [];
  const facts = [
    ['订单号', order.orderNo],
    ['付款人', buyer],
    ['付款时间', wireTime(order.payTime)],
    ['付款方式', CHANNEL_NAMES[order.channel as Channel] ?? order.channel],
    ['收款单位', seller],
  ].filter(([, value]) => value);
  for (let from = 0; from < lines.length; from += PER_PAGE) {
    const last = from + PER_PAGE >= lines.length;
    const out = ['0.12 0.14 0.16 rg', textAt('电子收据', (WIDTH - widthOf('电子收据', TITLE)) / 2, HEIGHT - 80, TITLE)];
    let y = HEIGHT - 120;
    for (const [label, value] of facts) {
      out.push(textAt(`${label}：${value}`, MARGIN, y, TEXT));
      y -= STEP;
    }
    out.push(rule(y + 8));
    y -= 8;
    out.push(textAt('商品', MARGIN, y, TEXT), right('金额（元）', y));
    y -= STEP;
    for (const line of lines.slice(from, from + PER_PAGE)) {
      out.push(textAt(cut(lineName(line)), MARGIN, y, TEXT), right(groupedYuan(line.payFen), y));
      y -= STEP;
    }
    if (last) {
      out.push(rule(y + 10));
      y -= 6;
      const sums: [string, number][] = [
        ...(order.discountFen > 0 ? [['优惠', -order.discountFen] as [string, number]] : []),
        ['实付', order.payFen],
        ...(order.refundedFen > 0
          ? ([
              ['已退', -order.refundedFen],
              ['净额', order.payFen - order.refundedFen],
            ] as [string, number][])
          : []),
      ];
      for (const [label, fen] of sums) {
        out.push(textAt(label, MARGIN, y, TEXT), right(groupedYuan(fen), y));
        y -= STEP;
      }
    }
    out.push(
      textAt('本收据只证明付款，不是发票，不能用于报销入账或抵扣税款；需要发票请在订单里申请。', MARGIN, 72, NOTE),
      textAt(`${wireTime(now)}生成`, MARGIN, 56, NOTE),
      right(`第${pages.length + 1}页，共${Math.ceil(lines.length / PER_PAGE)}页`, 56, NOTE),
    );
    pages.push(out.join('\n'));
  }
  return chinesePdf(pages, { width: WIDTH, height: HEIGHT, title: `电子收据 ${order.orderNo}` });
}

/** The receipt of an own order. */
export async function receiptOf(context: AppContext, currentUser: CurrentUser, orderNo: string): Promise<Sent> {
  const { db } = context;
  const order = await orderByNo(db, orderNo);
  if (!order || !isBuyer(order, currentUser)) throw orderGone();
  if (order.payTime === null) throw failed('订单还没有支付，没有收据');
  const lines = await itemsOf(db, [order.id]);
  const seller = (await configOf({ db }, ACCOUNT_KEYS.holder)) ?? '';
  const bytes = receiptPdf({ order, lines, buyer: currentUser.nickName, seller, now: Date.now() });
  return { key: '', name: `电子收据_${orderNo}.pdf`, mime: 'application/pdf', size: bytes.length, bytes };
}
