import { createHash, randomUUID } from 'node:crypto';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { unloggedWrite } from '../../../audit/operation-log.ts';
import { ACCOUNT_KEYS } from '../../../commerce/offline-offer.service.ts';
import { decide, register } from '../../../commerce/offline.service.ts';
import { pay, place } from '../../../commerce/order.service.ts';
import type { AppContext } from '../../../context.ts';
import { OFFLINE } from '../../../../contract/commerce/order-limits.ts';
import { sum, yuan } from '../../../../contract/money.ts';
import { wireDate } from '../../../db/clock.ts';
import type { CurrentUser } from '../../../http/current-user.ts';

const ACCOUNT = { holder: '书舟出版社（演示）', bank: '渡口银行灯塔支行', account: '6228480000000000000' } as const;
/** The works of the demo are cheap: a transfer is offered from this sum, fen. */
const LARGE_FEN = 4_000;

/** Fills in the account for transfers where it is empty, so that the demo can show them. */
export async function addTransferAccount({ db }: AppContext): Promise<void> {
  const put = (key: string, value: string, before: string) =>
    db.updateTable('config').set({ configValue: value }).where('configKey', '=', key).where('configValue', '=', before).execute();
  for (const key of Object.keys(ACCOUNT) as (keyof typeof ACCOUNT)[]) await put(ACCOUNT_KEYS[key], ACCOUNT[key], '');
  await put('pay.offline.leastFen', String(LARGE_FEN), String(OFFLINE.leastFen));
}

/** A one-page PDF; the standard fonts of PDF have no Han characters. */
export async function demoPdf(lines: readonly string[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  const page = document.addPage([595, 420]);
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const [at, line] of lines.entries()) page.drawText(line, { x: 60, y: 340 - at * 24, size: 13, font });
  return Buffer.from(await document.save());
}

/** Stores a file as its owner would have uploaded it. */
export async function addFile(
  context: AppContext,
  { userId }: CurrentUser,
  name: string,
  bytes: Buffer,
): Promise<{ fileId: number; name: string; size: number }> {
  const now = Date.now();
  const fileName = `/profile/upload/${wireDate(now).replaceAll('-', '/')}/${randomUUID().replaceAll('-', '')}.pdf`;
  await context.files.put(fileName.slice(1), bytes, 'application/pdf');
  const { id } = await context.db
    .insertInto('file')
    .values({
      fileName,
      fileOriginName: name,
      url: context.settings.publicUrl + fileName,
      size: bytes.length,
      mime: 'application/pdf',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ownerId: userId,
      isPublic: '0',
      createTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { fileId: id, name, size: bytes.length };
}

interface Work {
  readonly id: number;
  readonly salePriceFen: number;
}

const sumOf = (works: readonly Work[]): number => sum(works.map(({ salePriceFen }) => salePriceFen));

/** Money outside the channels: one order that waits for a transfer, two that wait for the second person, three that are paid. */
export async function addOfflineOrders(
  context: AppContext,
  buyers: readonly CurrentUser[],
  works: readonly Work[],
  clerk: CurrentUser,
  second: CurrentUser,
): Promise<void> {
  const orderOf = async (buyer: CurrentUser, some: readonly Work[]): Promise<string> => {
    const lines = some.map(({ id, salePriceFen }) => ({ publishId: id, shownFen: salePriceFen }));
    return (await place(context, buyer, { requestId: randomUUID(), lines, client: 'pc', fromCart: false })).orderNo;
  };
  const [first, ...others] = buyers;
  const large: Work[] = [];
  for (const work of works) if (sumOf(large) < LARGE_FEN) large.push(work);
  if (first) {
    const orderNo = await orderOf(first, large);
    if (sumOf(large) >= LARGE_FEN) await pay(context, first, orderNo, { requestId: randomUUID(), channel: 'offline' });
  }
  for (const [index, buyer] of others.entries()) {
    const at = (index * 3) % works.length;
    const some = works.slice(at, at + 3);
    const orderNo = await orderOf(buyer, some);
    const fen = sumOf(some);
    const pdf = await demoPdf(['BANK VOUCHER (demonstration)', `Order ${orderNo}`, `Amount CNY ${yuan(fen)}`]);
    const body = {
      requestId: randomUUID(),
      orderNo,
      method: index % 3 === 2 ? ('cash' as const) : ('transfer' as const),
      fen,
      payer: buyer.nickName,
      receivedOn: wireDate(Date.now()),
      note: '',
      voucher: [await addFile(context, clerk, '银行回单.pdf', pdf)],
    };
    await register(context, clerk, body, unloggedWrite(context));
    if (index < 2) continue;
    const { id } = await context.db.selectFrom('payment').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
    await decide(context, second, { event: 'confirmOffline', paymentId: id }, '', unloggedWrite(context));
  }
}
