import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serverKeys } from '../tests/support/push-service.ts';
import { readSettings } from './settings.ts';

const STORE = { S3_ENDPOINT: 'http://s', S3_BUCKET: 'b', S3_REGION: 'r', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 's' };

let DATA_DIR: string;
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'shuzhou-settings-'));
});
afterEach(() => rmSync(DATA_DIR, { recursive: true }));

test('requires no setting', () => {
  expect(readSettings({ DATA_DIR })).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    demo: true,
    captcha: true,
    databaseUrl: null,
    publicUrl: 'http://127.0.0.1:8080',
  });
});

test('A21 creates the secret at the first start, readable only by its owner, and keeps it', () => {
  const { secret } = readSettings({ DATA_DIR });
  expect(secret.length).toBe(32);
  expect(statSync(join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600);
  expect(readSettings({ DATA_DIR }).secret).toEqual(secret);
  writeFileSync(join(DATA_DIR, 'secret'), 'short');
  expect(() => readSettings({ DATA_DIR })).toThrow('已损坏');
  expect(readFileSync(join(DATA_DIR, 'secret'), 'utf8')).toBe('short');
});

test('chooses the document editor; a document server needs its address and secret', () => {
  expect(readSettings({ DATA_DIR })).toMatchObject({ documentReview: 'embedded', onlyoffice: null });
  expect(readSettings({ DATA_DIR, DOCUMENT_REVIEW: 'off' }).documentReview).toBe('off');
  const office = { ONLYOFFICE_URL: 'https://office.example.org/', ONLYOFFICE_SECRET: 'a secret of both servers' };
  expect(readSettings({ DATA_DIR, DOCUMENT_REVIEW: 'onlyoffice', ...office })).toMatchObject({
    documentReview: 'onlyoffice',
    onlyoffice: { url: 'https://office.example.org', secret: office.ONLYOFFICE_SECRET },
  });
});

test('44.18 sends push messages only with the keys of the server, to known push services and those that it adds', () => {
  expect(readSettings({ DATA_DIR }).push).toBeNull();
  const { publicKey, privateKey } = serverKeys();
  const env = { DATA_DIR, PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey, PUSH_CONTACT: 'mailto:it@example.org' };
  expect(readSettings(env).push).toMatchObject({ publicKey, privateKey, services: expect.arrayContaining(['fcm.googleapis.com']) });
  expect(readSettings({ ...env, PUSH_SERVICES: 'push.example.org, .other.test' }).push?.services.slice(-2)).toEqual([
    'push.example.org',
    '.other.test',
  ]);
  expect(() => readSettings({ ...env, PUSH_PRIVATE_KEY: serverKeys().privateKey })).toThrow('不是一对');
  expect(() => readSettings({ ...env, PUSH_PRIVATE_KEY: 'x' })).toThrow('不是一对');
  expect(() => readSettings({ ...env, PUSH_CONTACT: 'it' })).toThrow('PUSH_CONTACT 不可用');
  expect(() => readSettings({ ...env, PUSH_SERVICES: 'http://10.0.0.1:80' })).toThrow('PUSH_SERVICES 里的 http://10.0.0.1:80 不可用');
  expect(() => readSettings({ DATA_DIR, PUSH_PUBLIC_KEY: publicKey })).toThrow('还缺少PUSH_PRIVATE_KEY、PUSH_CONTACT');
});

test.each([
  [{ DOCUMENT_REVIEW: 'pro' }, 'DOCUMENT_REVIEW=pro 不可用，可选：embedded、onlyoffice、off'],
  [{ DOCUMENT_REVIEW: 'onlyoffice' }, 'DOCUMENT_REVIEW=onlyoffice 还缺少ONLYOFFICE_URL、ONLYOFFICE_SECRET'],
  [{ ONLYOFFICE_URL: 'https://office.example.org' }, '设置了ONLYOFFICE_URL，还缺少ONLYOFFICE_SECRET'],
  [{ ONLYOFFICE_URL: 'office', ONLYOFFICE_SECRET: 'a secret of both servers' }, 'ONLYOFFICE_URL 不可用，地址须以http://开头'],
  [{ ONLYOFFICE_URL: 'https://office.example.org', ONLYOFFICE_SECRET: 'short' }, 'ONLYOFFICE_SECRET 太短，至少16个字符，并与文档服务器里的一致'],
  [{ PORT: 'x' }, 'PORT=x 不可用，请写0到65535之间的整数'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL 不可用，地址须以postgres://开头'],
  [{ REDIS_URL: 'nonsense' }, 'REDIS_URL 不可用，地址须以redis://开头'],
  [{ S3_BUCKET: 'b' }, '设置了S3_BUCKET，还缺少S3_ENDPOINT、S3_REGION、S3_ACCESS_KEY、S3_SECRET_KEY'],
  [{ TRUSTED_PROXIES: '10.0.0.0/40' }, 'TRUSTED_PROXIES 里的 10.0.0.0/40 不可用，请写IP地址、网段（如10.0.0.0/8）或loopback，用逗号分开'],
  [{ DB_TIMEOUT_MS: '1' }, 'DB_TIMEOUT_MS=1 不可用，请写100到600000之间的整数'],
  [{ CAPTCHA: 'off', NODE_ENV: 'production' }, 'CAPTCHA=off 不能用于生产环境，请去掉这个设置'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL=loud 不可用，可选：fatal、error、warn、info、debug、trace、silent'],
  [{ PAY_SANDBOX: '1', DEMO: '0' }, 'PAY_SANDBOX 不能用于正式环境'],
  [{ ALIPAY_APP_ID: '2021' }, '设置了ALIPAY_APP_ID，还缺少ALIPAY_SELLER_ID、ALIPAY_PRIVATE_KEY_FILE、ALIPAY_PUBLIC_KEY_FILE'],
  [{ WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1', WECHAT_PAY_PUBLIC_KEY_FILE: 'x' }, '设置了WECHAT_PAY_PUBLIC_KEY_ID，还缺少WECHAT_PAY_MCH_ID'],
  [{ DEMO_PASSWORD: 'short' }, 'DEMO_PASSWORD 须为8到64个字符'],
  [{ FILES_BY: 'presigned' }, 'FILES_BY=presigned 需要对象存储'],
  [{ FILES_BY: 'accel', ...STORE }, 'FILES_BY=accel 只用于本机磁盘'],
  [{ FILES_BY: 'presigned', PUBLIC_URL: 'https://books.example.org', ...STORE }, 'S3_PUBLIC_ENDPOINT'],
  [{ FILES_BY: 'apache' }, 'FILES_BY=apache 不可用，可选：node、presigned、accel'],
  [{ ACCEL_PREFIX: 'files' }, 'ACCEL_PREFIX=files 不可用'],
])('stops the start for %o with one clear line', (env, words) => {
  expect(() => readSettings({ DATA_DIR, ...env })).toThrow(words);
});

test('adds no demo data in production unless it is requested', () => {
  expect(readSettings({ DATA_DIR, NODE_ENV: 'production' }).demo).toBe(false);
});

test('#53.5 reads who sends the files, and the address of the store for browsers', () => {
  expect(readSettings({ DATA_DIR }).filesBy).toEqual({ how: 'node', accelPrefix: '/stored-files/', storeOrigin: null });
  expect(readSettings({ DATA_DIR, FILES_BY: 'accel', ACCEL_PREFIX: '/inside/' }).filesBy).toMatchObject({ how: 'accel', accelPrefix: '/inside/' });
  const outside = { FILES_BY: 'presigned', S3_PUBLIC_ENDPOINT: 'https://store.example.org/s3', PUBLIC_URL: 'https://books.example.org' };
  expect(readSettings({ DATA_DIR, ...STORE, ...outside }).filesBy.storeOrigin).toBe('https://store.example.org');
  expect(readSettings({ DATA_DIR, ...STORE, ...outside, S3_PATH_STYLE: 'off' }).filesBy.storeOrigin).toBe('https://b.store.example.org');
});

test('#33.34 #33.33 reads proxies, timeouts and the store addressing, with usable defaults', () => {
  const store = STORE;
  expect(readSettings({ DATA_DIR, ...store })).toMatchObject({ trustedProxies: [], dbTimeoutMs: 30_000, s3: { pathStyle: true, timeoutMs: 10_000 } });
  expect(readSettings({ DATA_DIR, PUBLIC_URL: 'https://books.example.org' }).trustedProxies).toEqual(['loopback']);
  const set = { TRUSTED_PROXIES: '10.0.0.0/8, ::1', DB_TIMEOUT_MS: '2000', S3_PATH_STYLE: 'off', S3_TIMEOUT_MS: '3000' };
  expect(readSettings({ DATA_DIR, ...store, ...set })).toMatchObject({
    trustedProxies: ['10.0.0.0/8', '::1'],
    dbTimeoutMs: 2_000,
    s3: { pathStyle: false, timeoutMs: 3_000 },
  });
});

test('#48.5 reads the payment channels and names the variable that is wrong', () => {
  const app = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const file = (name: string, text: string): string => {
    const path = join(DATA_DIR, name);
    writeFileSync(path, text);
    return path;
  };
  const pem = file('app.pem', app.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString());
  const bare = file('bare.txt', app.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'));
  const publicBare = file('public.txt', app.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'));
  const alipay = {
    DATA_DIR,
    ALIPAY_APP_ID: '2021000000000001',
    ALIPAY_SELLER_ID: '2088000000000001',
    ALIPAY_PRIVATE_KEY_FILE: bare,
    ALIPAY_PUBLIC_KEY_FILE: publicBare,
  };
  expect(readSettings({ DATA_DIR })).toMatchObject({ alipay: null, wechatPay: null });
  expect(readSettings(alipay).alipay).toMatchObject({ appId: '2021000000000001', gateway: 'https://openapi.alipay.com/gateway.do' });
  expect(() => readSettings({ ...alipay, ALIPAY_SELLER_ID: '2088' })).toThrow('ALIPAY_SELLER_ID 不可用，须为16位数字');
  expect(() => readSettings({ ...alipay, ALIPAY_PRIVATE_KEY_FILE: publicBare })).toThrow('ALIPAY_PRIVATE_KEY_FILE 不可用');
  expect(() => readSettings({ ...alipay, ALIPAY_PUBLIC_KEY_FILE: '/no/such/file' })).toThrow('ALIPAY_PUBLIC_KEY_FILE 不可用');
  expect(() => readSettings({ ...alipay, ALIPAY_GATEWAY: 'http://pay.example.org' })).toThrow('ALIPAY_GATEWAY 不可用');
  const wechat = {
    DATA_DIR,
    WECHAT_PAY_MCH_ID: '1900000001',
    WECHAT_PAY_APP_ID: 'wx0123456789abcdef',
    WECHAT_PAY_CERT_SERIAL: 'abcdef0123456789',
    WECHAT_PAY_PRIVATE_KEY_FILE: pem,
    WECHAT_PAY_API_V3_KEY: 'k'.repeat(32),
  };
  expect(readSettings(wechat).wechatPay).toMatchObject({ certSerial: 'ABCDEF0123456789', publicKey: null });
  const withKey = { ...wechat, WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1', WECHAT_PAY_PUBLIC_KEY_FILE: publicBare };
  expect(readSettings(withKey).wechatPay?.publicKey?.id).toBe('PUB_KEY_ID_1');
  expect(() => readSettings({ ...wechat, WECHAT_PAY_API_V3_KEY: 'short' })).toThrow('WECHAT_PAY_API_V3_KEY 不可用，须为32个字符');
  expect(() => readSettings({ ...withKey, WECHAT_PAY_PUBLIC_KEY_ID: 'X' })).toThrow('WECHAT_PAY_PUBLIC_KEY_ID 不可用');
});
