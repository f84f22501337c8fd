import { generateKeyPairSync, sign, verify } from 'node:crypto';
import PizZip from 'pizzip';
import { fenOf } from '../../contract/money-input.ts';
import { yuan } from '../../contract/money.ts';
import { wireTime } from '../../server/db/clock.ts';
import type { AlipaySettings } from '../../server/payment/payment-settings.ts';
import { FakeBooks, fakeServer, type Reply } from './payment-fake.ts';

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const HEAD =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';

/** Alipay on loopback: it checks the application's signature and signs its answers and notices with its own key. */
export async function fakeAlipay() {
  const [app, own] = [keyPair(), keyPair()];
  const books = new FakeBooks();
  const appId = '2021000000000001';
  const sellerId = '2088000000000001';
  /** The bill of the next download, and whether there is one. */
  const bill: { bytes: Buffer; ready: boolean } = { bytes: Buffer.alloc(0), ready: true };
  const ok = { code: '10000', msg: 'Success' };
  const fault = (sub: string) => ({ code: '40004', msg: 'Business Failed', sub_code: sub, sub_msg: sub });

  const methods: Record<string, (biz: Record<string, string>) => object> = {
    'alipay.trade.query'({ out_trade_no: no = '' }) {
      const trade = books.trades.get(no);
      if (!trade) return fault('ACQ.TRADE_NOT_EXIST');
      const status = { waiting: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED' }[trade.state];
      const paid = trade.state === 'paid' ? { send_pay_date: wireTime(trade.paidAt) } : {};
      return { ...ok, out_trade_no: no, trade_no: trade.tradeNo, trade_status: status, total_amount: yuan(trade.amountFen), ...paid };
    },
    'alipay.trade.close'({ out_trade_no: no = '' }) {
      const trade = books.trades.get(no);
      if (!trade) return fault('ACQ.TRADE_NOT_EXIST');
      if (trade.state !== 'waiting') return fault('ACQ.TRADE_STATUS_ERROR');
      trade.state = 'closed';
      return { ...ok, out_trade_no: no, trade_no: trade.tradeNo };
    },
    'alipay.trade.refund'({ out_trade_no: no = '', out_request_no: refundNo = '', refund_amount: amount = '' }) {
      const trade = books.trades.get(no);
      if (trade?.state !== 'paid') return fault('ACQ.TRADE_NOT_EXIST');
      if (books.poor) return fault('ACQ.SELLER_BALANCE_NOT_ENOUGH');
      const known = books.refunds.get(refundNo);
      if (!known) books.refunds.set(refundNo, { paymentNo: no, refundNo, fen: fenOf(amount) ?? 0, state: books.nextRefund });
      return { ...ok, out_trade_no: no, trade_no: trade.tradeNo, fund_change: !known && books.nextRefund === 'done' ? 'Y' : 'N', refund_fee: amount };
    },
    'alipay.trade.fastpay.refund.query'({ out_request_no: refundNo = '', out_trade_no: no = '' }) {
      const known = books.refunds.get(refundNo);
      if (!known) return ok;
      return { ...ok, trade_no: `T${no}`, out_request_no: refundNo, ...(known.state === 'done' ? { refund_status: 'REFUND_SUCCESS' } : {}) };
    },
    'alipay.data.dataservice.bill.downloadurl.query': () =>
      bill.ready ? { ...ok, bill_download_url: `${server.origin}/bill` } : fault('isp.bill_not_exist'),
  };

  const signText = (text: string): string => sign('RSA-SHA256', Buffer.from(text), own.privateKey).toString('base64');
  const paramText = (fields: ReadonlyMap<string, string>, left: readonly string[]): string =>
    [...fields]
      .filter(([name, value]) => !left.includes(name) && value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
  const fieldsOf = (url: string, body: string): Map<string, string> =>
    new Map([...new URL(url, 'http://loopback').searchParams, ...new URLSearchParams(body)]);
  const isApp = (fields: ReadonlyMap<string, string>): boolean =>
    fields.get('app_id') === appId &&
    verify('RSA-SHA256', Buffer.from(paramText(fields, ['sign'])), app.publicKey, Buffer.from(fields.get('sign') ?? '', 'base64'));

  const server = await fakeServer(books, (request, body, signed): Reply => {
    if (request.url === '/bill') return { status: 200, body: bill.bytes };
    const fields = fieldsOf(request.url ?? '', body);
    const method = fields.get('method') ?? '';
    books.calls.push(method);
    const act = methods[method];
    const found = !isApp(fields)
      ? { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature', sub_msg: '验签出错' }
      : act
        ? act(JSON.parse(fields.get('biz_content') ?? '{}') as Record<string, string>)
        : fault('isv.invalid-method');
    const content = JSON.stringify(found);
    const signature = signed ? signText(content) : Buffer.alloc(256).toString('base64');
    return { status: 200, body: `{"${method.replaceAll('.', '_')}_response":${content},"sign":"${signature}"}` };
  });

  const settings: AlipaySettings = { appId, sellerId, privateKey: app.privateKey, publicKey: own.publicKey, gateway: `${server.origin}/gateway.do` };
  return {
    ...server,
    books,
    bill,
    settings,
    appKeys: app,
    /** The buyer opens the page: Alipay makes the trade then. Throws when the link is not signed by the application. */
    visit(address: string): URLSearchParams {
      const { searchParams } = new URL(address);
      const fields = new Map(searchParams);
      if (!isApp(fields)) throw new Error('the link is not signed by the application');
      const biz = JSON.parse(fields.get('biz_content') ?? '{}') as Record<string, string>;
      books.add(biz['out_trade_no'] ?? '', fenOf(biz['total_amount'] ?? '') ?? 0);
      return searchParams;
    },
    /** A notice as it is posted; `change` replaces fields before the signature, `after` behind it. */
    notice(paymentNo: string, change: Record<string, string> = {}, after: Record<string, string> = {}) {
      const trade = books.trades.get(paymentNo);
      const now = Date.now();
      const fields = new Map(
        Object.entries({
          notify_time: wireTime(now),
          notify_type: 'trade_status_sync',
          notify_id: `n${now}`,
          app_id: appId,
          seller_id: sellerId,
          out_trade_no: paymentNo,
          trade_no: trade?.tradeNo ?? 'T0',
          trade_status: 'TRADE_SUCCESS',
          total_amount: yuan(trade?.amountFen ?? 0),
          subject: '《灯塔》+100%&b=c',
          gmt_payment: wireTime(trade?.paidAt || now),
          charset: 'utf-8',
          sign_type: 'RSA2',
          ...change,
        }),
      );
      fields.set('sign', signText(paramText(fields, ['sign', 'sign_type'])));
      for (const [name, value] of Object.entries(after)) fields.set(name, value);
      return {
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
        body: new URLSearchParams([...fields]).toString(),
      };
    },
    /** The zip of a day with everything in the books, in UTF-8: its text has no characters outside ASCII but the column names. */
    billOf(day: string, feeFen: number): Buffer {
      const line = (no: string, theirs: string, refund: boolean, fen: number, request: string): string => {
        const cells = HEAD.split(',').map(() => '');
        const set = (name: string, value: string): void => void (cells[HEAD.split(',').indexOf(name)] = `${value}\t`);
        set('支付宝交易号', theirs);
        set('商户订单号', no);
        set('业务类型', refund ? '退款' : '交易');
        set('完成时间', `${day} 12:00:00`);
        set('订单金额（元）', yuan(refund ? -fen : fen));
        set('退款批次号/请求号', request);
        set('服务费（元）', refund ? '0.00' : `-${yuan(feeFen)}`);
        return cells.join(',');
      };
      const lines = [
        '#支付宝业务明细查询',
        `#账号：[${sellerId}]`,
        HEAD,
        ...[...books.trades.values()]
          .filter(({ state }) => state === 'paid')
          .map((one) => line(one.paymentNo, one.tradeNo, false, one.amountFen, '')),
        ...[...books.refunds.values()].map((one) => line(one.paymentNo, `T${one.paymentNo}`, true, one.fen, one.refundNo)),
        '#业务明细列表结束',
      ];
      return new PizZip().file('20881_detail.csv', gbk(lines.join('\r\n'))).generate({ type: 'nodebuffer' });
    },
  };
}

let table: Map<string, Buffer> | null = null;
/** Node has no encoder of GBK: the table is made with its decoder. */
function gbk(text: string): Buffer {
  if (!table) {
    table = new Map();
    const decoder = new TextDecoder('gbk');
    for (let high = 0x81; high <= 0xfe; high += 1)
      for (let low = 0x40; low <= 0xfe; low += 1) {
        const bytes = Buffer.from([high, low]);
        const sign = decoder.decode(bytes);
        if (sign.length === 1 && sign !== '\uFFFD' && !table.has(sign)) table.set(sign, bytes);
      }
  }
  return Buffer.concat([...text].map((sign) => (sign.charCodeAt(0) < 128 ? Buffer.from(sign) : (table?.get(sign) ?? Buffer.from('?')))));
}
