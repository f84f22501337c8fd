import { createCipheriv, createHash, generateKeyPairSync, randomBytes, sign, verify, X509Certificate, type KeyObject } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPrivateKey } from 'node:crypto';
import { yuan } from '../../contract/money.ts';
import type { WechatPaySettings } from '../../server/payment/payment-settings.ts';
import { FakeBooks, fakeServer, type Reply } from './payment-fake.ts';

const API_V3_KEY = '0123456789abcdef0123456789abcdef';
export const WECHAT_BILL_HEAD =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';

interface Signer {
  serial: string;
  key: KeyObject;
  certificate: string;
}

/** A platform certificate of its own, made by openssl. */
function platformCertificate(): Signer {
  const folder = mkdtempSync(join(tmpdir(), 'wechat-cert-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '30', '-subj', '/CN=Tenpay'], {
      stdio: 'ignore',
    });
    const certificate = readFileSync(cert, 'utf8');
    return { serial: new X509Certificate(certificate).serialNumber, key: createPrivateKey(readFileSync(key)), certificate };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** AES-256-GCM with the tag behind the text, as in notices and certificates. */
function seal(text: string, kind: string): { algorithm: string; nonce: string; associated_data: string; ciphertext: string } {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', API_V3_KEY, nonce, { authTagLength: 16 });
  cipher.setAAD(Buffer.from(kind));
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { algorithm: 'AEAD_AES_256_GCM', nonce, associated_data: kind, ciphertext: bytes.toString('base64') };
}

/** WeChat Pay APIv3 on loopback, in one of the two key modes: it checks the merchant's signature and signs answers and notices with its own keys. */
export async function fakeWechatPay(mode: 'public key' | 'certificates') {
  const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKeyId = 'PUB_KEY_ID_0100000000012026010100000000000001';
  const certificates = mode === 'certificates' ? [platformCertificate()] : [];
  const signer = { ...(certificates[0] ?? { serial: publicKeyId, key: own.privateKey, certificate: '' }) };
  const books = new FakeBooks();
  const [mchId, appId, certSerial] = ['1900000001', 'wx0123456789abcdef', 'ABCDEF0123456789'];
  const bill: { bytes: Buffer; state: 'ready' | 'creating' | 'none'; hash: string } = { bytes: Buffer.alloc(0), state: 'ready', hash: '' };

  const signedHeaders = (body: string): Record<string, string> => {
    const [time, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(8).toString('hex')];
    const signature = sign('RSA-SHA256', Buffer.from(`${time}\n${nonce}\n${body}\n`), signer.key).toString('base64');
    return {
      'wechatpay-serial': signer.serial,
      'wechatpay-timestamp': time,
      'wechatpay-nonce': nonce,
      'wechatpay-signature': signature,
      'content-type': 'application/json',
    };
  };
  const isMerchant = (method: string, url: string, header: string, body: string): boolean => {
    const of = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(header)?.[1] ?? '';
    if (of('mchid') !== mchId || of('serial_no') !== certSerial) return false;
    const text = `${method}\n${url}\n${of('timestamp')}\n${of('nonce_str')}\n${body}\n`;
    return verify('RSA-SHA256', Buffer.from(text), merchant.publicKey, Buffer.from(of('signature'), 'base64'));
  };
  const tradeData = (no: string): Record<string, unknown> => {
    const trade = books.trades.get(no);
    const state = { waiting: 'NOTPAY', paid: 'SUCCESS', closed: 'CLOSED' }[trade?.state ?? 'waiting'];
    return {
      mchid: mchId,
      appid: appId,
      out_trade_no: no,
      trade_state: state,
      ...(trade?.state === 'paid'
        ? {
            transaction_id: trade.tradeNo,
            success_time: new Date(trade.paidAt).toISOString(),
            amount: { total: trade.amountFen, payer_total: Math.max(0, trade.amountFen - 100), currency: 'CNY', payer_currency: 'CNY' },
          }
        : {}),
    };
  };
  const refundData = (refundNo: string): object => {
    const refund = books.refunds.get(refundNo);
    const status = { done: 'SUCCESS', waiting: 'PROCESSING', closed: 'CLOSED', abnormal: 'ABNORMAL' }[refund?.state ?? 'done'];
    return { refund_id: `R${refundNo}`, out_refund_no: refundNo, out_trade_no: refund?.paymentNo, status };
  };
  const ok = (data: object): { status: number; data: object } => ({ status: 200, data });
  const fault = (status: number, code: string): { status: number; data: object } => ({ status, data: { code, message: code } });

  const act = (method: string, url: string, body: string): { status: number; data: object | null } => {
    const { pathname } = new URL(url, 'http://loopback');
    const sent = (body ? JSON.parse(body) : {}) as Record<string, unknown> & { amount?: { total: number; refund: number } };
    const [, no = '', close] = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(pathname) ?? [];
    books.calls.push(`${method} ${pathname}`);
    if (pathname === '/v3/certificates')
      return ok({
        data: certificates.map(({ serial, certificate }) => ({
          serial_no: serial,
          effective_time: new Date().toISOString(),
          expire_time: new Date(Date.now() + 1e9).toISOString(),
          encrypt_certificate: seal(certificate, 'certificate'),
        })),
      });
    if (/^\/v3\/pay\/transactions\/(native|h5)$/.test(pathname)) {
      books.add(String(sent['out_trade_no']), sent.amount?.total ?? 0);
      return ok(
        pathname.endsWith('native')
          ? { code_url: `weixin://wxpay/bizpayurl?pr=${String(sent['out_trade_no'])}` }
          : { h5_url: `${server.origin}/h5?prepay_id=${String(sent['out_trade_no'])}` },
      );
    }
    if (close) {
      const trade = books.trades.get(no);
      if (!trade) return fault(404, 'ORDER_NOT_EXIST');
      if (trade.state === 'paid') return fault(400, 'ORDERPAID');
      trade.state = 'closed';
      return { status: 204, data: null };
    }
    if (no) return books.trades.has(no) ? ok(tradeData(no)) : fault(404, 'ORDER_NOT_EXIST');
    if (method === 'POST' && pathname === '/v3/refund/domestic/refunds') {
      const [paymentNo, refundNo] = [String(sent['out_trade_no']), String(sent['out_refund_no'])];
      if (books.poor) return fault(403, 'NOT_ENOUGH');
      if (books.trades.get(paymentNo)?.amountFen !== sent.amount?.total) return fault(400, 'PARAM_ERROR');
      if (!books.refunds.has(refundNo)) books.refunds.set(refundNo, { paymentNo, refundNo, fen: sent.amount?.refund ?? 0, state: books.nextRefund });
      return ok(refundData(refundNo));
    }
    const refundNo = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(pathname)?.[1];
    if (refundNo) return books.refunds.has(refundNo) ? ok(refundData(refundNo)) : fault(404, 'RESOURCE_NOT_EXISTS');
    if (pathname === '/v3/bill/tradebill') {
      if (bill.state === 'creating') return fault(400, 'STATEMENT_CREATING');
      if (bill.state === 'none') return fault(400, 'NO_STATEMENT_EXIST');
      const hash = bill.hash || createHash('sha1').update(bill.bytes).digest('hex');
      return ok({ hash_type: 'SHA1', hash_value: hash, download_url: `${server.origin}/v3/billdownload/file?token=t` });
    }
    return fault(404, 'NOT_FOUND');
  };

  const server = await fakeServer(books, (request, body, signed): Reply => {
    const [method, url] = [request.method ?? '', request.url ?? ''];
    const found = isMerchant(method, url, request.headers.authorization ?? '', body)
      ? url.startsWith('/v3/billdownload')
        ? bill.bytes
        : act(method, url, body)
      : fault(401, 'SIGN_ERROR');
    if (Buffer.isBuffer(found)) return { status: 200, body: found };
    const text = found.data === null ? '' : JSON.stringify(found.data);
    const headers = signedHeaders(text);
    return { status: found.status, body: text, headers: signed ? headers : { ...headers, 'wechatpay-signature': 'WECHATPAY/SIGNTEST/AAAA' } };
  });

  const settings: WechatPaySettings = {
    mchId,
    appId,
    certSerial,
    privateKey: merchant.privateKey,
    apiV3Key: API_V3_KEY,
    publicKey: mode === 'public key' ? { id: publicKeyId, key: own.publicKey } : null,
    gateway: server.origin,
  };
  return {
    ...server,
    books,
    bill,
    settings,
    /** The platform signs with a new certificate from now on; the old one stays in the list. */
    changeCertificate(): void {
      const made = platformCertificate();
      certificates.push(made);
      Object.assign(signer, made);
    },
    notice(paymentNo: string, change: Record<string, unknown> = {}, headers: Record<string, string> = {}, event = 'TRANSACTION.SUCCESS') {
      const body = JSON.stringify({
        id: randomBytes(8).toString('hex'),
        create_time: new Date().toISOString(),
        resource_type: 'encrypt-resource',
        event_type: event,
        summary: '支付成功',
        resource: seal(JSON.stringify({ ...tradeData(paymentNo), ...change }), 'transaction'),
      });
      return { headers: { ...signedHeaders(body), ...headers }, body };
    },
    billOf(day: string, fee: string): Buffer {
      const names = WECHAT_BILL_HEAD.split(',');
      const line = (values: Record<string, string>): string => names.map((name) => `\`${values[name] ?? ''}`).join(',');
      const lines = [
        ...[...books.trades.values()]
          .filter(({ state }) => state === 'paid')
          .map((one) =>
            line({
              交易时间: `${day} 12:00:00`,
              微信订单号: one.tradeNo,
              商户订单号: one.paymentNo,
              交易状态: 'SUCCESS',
              商品名称: '《灯塔,下》',
              手续费: fee,
              订单金额: yuan(one.amountFen),
              申请退款金额: '0.00',
            }),
          ),
        ...[...books.refunds.values()].map((one) =>
          line({
            交易时间: `${day} 13:00:00`,
            微信订单号: `T${one.paymentNo}`,
            商户订单号: one.paymentNo,
            交易状态: 'REFUND',
            微信退款单号: `R${one.refundNo}`,
            商户退款单号: one.refundNo,
            退款状态: one.state === 'done' ? 'SUCCESS' : 'PROCESSING',
            手续费: '-0.00000',
            订单金额: '0.00',
            申请退款金额: yuan(one.fen),
          }),
        ),
      ];
      return Buffer.from(`\uFEFF${[WECHAT_BILL_HEAD, ...lines, '总交易单数,应结订单总金额', '`1,`1.00', ''].join('\r\n')}`);
    },
  };
}
