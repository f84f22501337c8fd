import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serverKeys } from '../tests/support/push-service.ts';
import { readSettings } from './settings.ts';

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
  [{ DEMO_PASSWORD: 'short' }, 'DEMO_PASSWORD 须为8到64个字符'],
])('stops the start for %o with one clear line', (env, words) => {
  expect(() => readSettings({ DATA_DIR, ...env })).toThrow(words);
});

test('adds no demo data in production unless it is requested', () => {
  expect(readSettings({ DATA_DIR, NODE_ENV: 'production' }).demo).toBe(false);
});

test('#33.34 #33.33 reads proxies, timeouts and the store addressing, with usable defaults', () => {
  const store = { S3_ENDPOINT: 'http://s', S3_BUCKET: 'b', S3_REGION: 'r', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 's' };
  expect(readSettings({ DATA_DIR, ...store })).toMatchObject({ trustedProxies: [], dbTimeoutMs: 30_000, s3: { pathStyle: true, timeoutMs: 10_000 } });
  expect(readSettings({ DATA_DIR, PUBLIC_URL: 'https://books.example.org' }).trustedProxies).toEqual(['loopback']);
  const set = { TRUSTED_PROXIES: '10.0.0.0/8, ::1', DB_TIMEOUT_MS: '2000', S3_PATH_STYLE: 'off', S3_TIMEOUT_MS: '3000' };
  expect(readSettings({ DATA_DIR, ...store, ...set })).toMatchObject({
    trustedProxies: ['10.0.0.0/8', '::1'],
    dbTimeoutMs: 2_000,
    s3: { pathStyle: false, timeoutMs: 3_000 },
  });
});
