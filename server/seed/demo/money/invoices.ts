import { randomUUID } from 'node:crypto';
import { unloggedWrite } from '../../../audit/operation-log.ts';
import { applyFor, cancelOwn, saveTitle } from '../../../commerce/invoice/invoice.service.ts';
import { exportBatch, importBatch } from '../../../commerce/invoice/invoice-batch.service.ts';
import { askRed, issueRedOf, startRed } from '../../../commerce/invoice/red-invoice.service.ts';
import { issue, reject } from '../../../commerce/invoice/staff-invoice.service.ts';
import { place, preview } from '../../../commerce/order.service.ts';
import { yuan } from '../../../../contract/money.ts';
import type { InvoiceCard } from '../../../../contract/commerce/invoice.ts';
import type { AppContext } from '../../../context.ts';
import { wireDate } from '../../../db/clock.ts';
import type { CurrentUser } from '../../../http/current-user.ts';
import { addFile, demoPdf } from './offline-orders.ts';

/** What becomes of the applications, in this order: the batch comes first, because it takes all that wait. */
const COURSES = [
  ...Array.from({ length: 4 }, () => 'issuing' as const),
  ...Array.from({ length: 3 }, () => 'failed' as const),
  ...Array.from({ length: 17 }, () => 'issued' as const),
  'red',
  'redPart',
  'redAsked',
  ...Array.from({ length: 4 }, () => 'rejected' as const),
  ...Array.from({ length: 3 }, () => 'cancelled' as const),
  ...Array.from({ length: 8 }, () => 'applied' as const),
] as const;
const BATCH = 7;

const COMPANIES = [
  ['渡口书店有限公司', '91350100M000100Y43'],
  ['灯塔中学', '123501004180001'],
] as const;

interface Parts {
  readonly buyers: readonly CurrentUser[];
  readonly works: readonly number[];
  readonly clerk: CurrentUser;
  /** Pays an order of a buyer in the sandbox. */
  readonly pay: (buyer: CurrentUser, orderNo: string) => Promise<unknown>;
}

/** Some forty applications for invoices in every state, two of them with a red invoice, made by the services of buyers and of the clerk. */
export async function addInvoices(context: AppContext, { buyers, works, clerk, pay }: Parts): Promise<void> {
  let serial = 0;
  const today = wireDate(Date.now());
  const issuedAs = async (fen: number) => {
    serial += 1;
    const number = `${today.slice(2, 4)}110${String(serial).padStart(15, '0')}`;
    const pdf = await demoPdf(['E-INVOICE (demonstration, not a fiscal document)', `No. ${number}`, `Total CNY ${yuan(fen)}`]);
    return { number, issueDate: today, file: [await addFile(context, clerk, `${number}.pdf`, pdf)] };
  };
  const write = unloggedWrite(context);
  const batch: InvoiceCard[] = [];
  for (const [index, course] of COURSES.entries()) {
    const buyer = buyers[index % buyers.length];
    if (!buyer) return;
    const orderNo = await orderOf(context, buyer, works, index, course === 'redPart' ? 2 : 1);
    if (!orderNo) continue;
    await pay(buyer, orderNo);
    const card = await applicationOf(context, buyer, orderNo, index);
    const { invoiceId } = card;
    if (index < BATCH) {
      batch.push(card);
      if (batch.length === BATCH) await runBatch(context, clerk, batch);
      continue;
    }
    if (course === 'rejected') await reject(clerk, invoiceId, '抬头与税号不是同一家单位，请核对后重新申请。', write);
    if (course === 'cancelled') await cancelOwn(context, buyer, invoiceId);
    if (course === 'applied' || course === 'rejected' || course === 'cancelled') continue;
    await issue(clerk, invoiceId, { ...(await issuedAs(card.amountFen)), rates: [], note: '' }, write);
    if (course === 'redAsked') await askRed(context, buyer, invoiceId, '抬头写成了个人，应开给单位。');
    if (course !== 'red' && course !== 'redPart') continue;
    const [first] = card.lines;
    const part = course === 'redPart' && first ? [first.lineId] : [];
    const reason = course === 'red' ? '开票有误' : '销售折让';
    const { redId } = await startRed(clerk, invoiceId, { reason, note: '', confirmNo: '', lineIds: part }, write);
    await issueRedOf(clerk, redId, await issuedAs(part.length > 0 && first ? first.fen : card.amountFen), write);
  }
}

/** An order of works that this buyer can still buy. */
async function orderOf(context: AppContext, buyer: CurrentUser, works: readonly number[], from: number, count: number): Promise<string | null> {
  const turned = works.map((_id, at) => works[(at + from) % works.length] ?? 0);
  const { lines } = await preview(context, buyer, { lines: turned.map((publishId) => ({ publishId })) });
  const sold = lines.filter(({ fault }) => fault === '').slice(0, count);
  if (sold.length < count) return null;
  const wanted = sold.map(({ publishId, payFen }) => ({ publishId, shownFen: payFen }));
  return (await place(context, buyer, { requestId: randomUUID(), lines: wanted, client: 'mobile', fromCart: false })).orderNo;
}

async function applicationOf(context: AppContext, buyer: CurrentUser, orderNo: string, index: number): Promise<InvoiceCard> {
  const [title, taxNo] = COMPANIES[index % COMPANIES.length] ?? COMPANIES[0];
  const company = index % 3 === 1;
  const email = `${buyer.userName}@example.com`;
  const fields = company
    ? { titleType: 'company' as const, title, taxNo, bankInfo: '渡口银行灯塔支行 6228480000000000000', addressPhone: '灯塔路1号 021-12345678', email }
    : { titleType: 'personal' as const, title: buyer.nickName, taxNo: '', bankInfo: '', addressPhone: '', email };
  await saveTitle(context, buyer, { ...fields, isDefault: true });
  return applyFor(context, buyer, { requestId: randomUUID(), orderNos: [orderNo], kind: 'normal', ...fields });
}

/** Exports the applications that wait, and imports the failures of some of them. */
async function runBatch(context: AppContext, clerk: CurrentUser, cards: readonly InvoiceCard[]): Promise<void> {
  const write = unloggedWrite(context);
  await exportBatch(context, clerk, write);
  const lines = cards.flatMap(({ applyNo }, index) => (COURSES[index] === 'failed' ? [`${applyNo},,,税号在税务系统里查不到`] : []));
  const bytes = Buffer.from(['申请号,发票号码,开票日期,失败原因', ...lines].join('\r\n'));
  await importBatch(context, clerk, { name: '结果.csv', bytes }, write);
}
