import { createECDH, createPrivateKey, createPublicKey, randomBytes, type KeyObject } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { delimiter, join } from 'node:path';
import { PASSWORD_LENGTH } from '../contract/limits.ts';
import { DOCUMENT_EDITORS, type DocumentEditorName } from '../contract/manuscript/document.ts';
import { filesBy, type FilesBy } from './files/files-by.ts';
import { objectStore, type S3Settings } from './files/s3-settings.ts';
import type { AlipaySettings, WechatPaySettings } from './payment/payment-settings.ts';
import { address, all, dataDirOf, type Environment, oneOf, SettingError, wholeNumber } from './setting-values.ts';

/** An OpenID Connect provider, from `OIDC_PROVIDERS` and `OIDC_<KEY>_…`. */
export interface ExternalProvider {
  readonly key: string;
  /** Label of its sign-in button. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
}

/** Web Push (RFC 8030): the keys of the server (RFC 8292) and the push services to which it sends. */
export interface PushSettings {
  /** An uncompressed point of P-256, base64url. */
  readonly publicKey: string;
  readonly privateKey: string;
  /** Where operators of push services can write: a mailto: or https: address. */
  readonly contact: string;
  /** Host names, with a leading dot for every name below, or complete origins. */
  readonly services: readonly string[];
}

export interface Settings {
  readonly port: number;
  readonly host: string;
  /** `web` answers requests, `worker` does the background work, `all` does both. */
  readonly role: 'web' | 'worker' | 'all';
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly redisUrl: string | null;
  readonly s3: S3Settings | null;
  readonly filesBy: FilesBy;
  /** Maximum milliseconds of a PostgreSQL statement or connection attempt. */
  readonly dbTimeoutMs: number;
  /** Milliseconds from the stop signal until the port closes: `/ready` says 503 meanwhile, and requests are served. */
  readonly drainNoticeMs: number;
  /** Proxies whose X-Forwarded-* headers count: addresses, networks (CIDR) or `loopback`; empty without a proxy. */
  readonly trustedProxies: readonly string[];
  readonly smtpUrl: string | null;
  /** Push messages to browsers; null when the server has no keys. */
  readonly push: PushSettings | null;
  /** Where to report vulnerabilities: a mailto:, https: or tel: address; null when not set. */
  readonly securityContact: string | null;
  readonly alipay: AlipaySettings | null;
  readonly wechatPay: WechatPaySettings | null;
  readonly externalProviders: readonly ExternalProvider[];
  readonly onlyoffice: { url: string; secret: string } | null;
  /** How documents are opened: in the embedded editor, in a document server, or read only with upload. */
  readonly documentReview: DocumentEditorName;
  /** The program that creates video streams and posters; null when the machine has none. */
  readonly ffmpeg: string | null;
  readonly publicUrl: string;
  readonly demo: boolean;
  readonly demoPassword: string | null;
  readonly captcha: boolean;
  /** Off: serves a worker that removes itself, for the case that a faulty worker must be withdrawn. */
  readonly serviceWorker: boolean;
  readonly logLevel: string;
  /** Numbers for Prometheus at `/metrics`, for callers with this bearer token; null: not served. */
  readonly metricsToken: string | null;
  /** Where scheduled backups are written; null when there are none. */
  readonly backupTo: string | null;
  readonly production: boolean;
  /** 32 random bytes created at the first start, stored in the data directory with mode 0600. */
  readonly secret: Buffer;
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * Reads all settings. Creates the data directory and the secret when they are missing.
 * Throws `SettingError` for an invalid value.
 */
export function readSettings(env: Environment): Settings {
  const production = env['NODE_ENV'] === 'production';
  const port = wholeNumber(env, 'PORT', 8080, 0, 65_535);
  const host = env['HOST'] || '127.0.0.1';
  const dataDir = dataDirOf(env);
  const captcha = oneOf(env, 'CAPTCHA', ['on', 'off'], 'on') === 'on';
  if (production && !captcha) throw new SettingError('CAPTCHA=off 不能用于生产环境，请去掉这个设置');
  const databaseUrl = address(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const redisUrl = address(env, 'REDIS_URL', ['redis:', 'rediss:', 'valkey:']);
  const demo = oneOf(env, 'DEMO', ['0', '1'], production ? '0' : '1') === '1';
  const demoPassword = env['DEMO_PASSWORD'] || null;
  if (demoPassword && (demoPassword.length < PASSWORD_LENGTH.least || demoPassword.length > PASSWORD_LENGTH.most))
    throw new SettingError(`DEMO_PASSWORD 须为${PASSWORD_LENGTH.least}到${PASSWORD_LENGTH.most}个字符`);
  const onlyoffice = office(env);
  // The embedded channel takes no money: it comes with the demonstration only.
  if (oneOf(env, 'PAY_SANDBOX', ['0', '1'], '0') === '1' && !demo) throw new SettingError('PAY_SANDBOX 不能用于正式环境');
  const s3 = objectStore(env);
  const sentBy = filesBy(env, s3);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return {
    port,
    host,
    role: roleOf(env, databaseUrl),
    dataDir,
    databaseUrl,
    redisUrl,
    s3,
    filesBy: sentBy,
    dbTimeoutMs: wholeNumber(env, 'DB_TIMEOUT_MS', 30_000, 100, 600_000),
    // A server with the embedded database is the only one: nothing else could serve meanwhile.
    drainNoticeMs: wholeNumber(env, 'DRAIN_NOTICE_MS', databaseUrl ? 3_000 : 0, 0, 20_000),
    trustedProxies: trustedProxies(env),
    smtpUrl: address(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    push: pushKeys(env),
    securityContact: contact(env),
    alipay: alipay(env),
    wechatPay: wechatPay(env),
    externalProviders: externalProviders(env),
    onlyoffice,
    documentReview: documentReview(env, onlyoffice),
    ffmpeg: program(env, 'FFMPEG', 'ffmpeg'),
    publicUrl: (address(env, 'PUBLIC_URL', ['http:', 'https:']) ?? `http://${host}:${port}`).replace(/\/+$/, ''),
    demo,
    demoPassword,
    captcha,
    serviceWorker: oneOf(env, 'SERVICE_WORKER', ['on', 'off'], 'on') === 'on',
    metricsToken: metricsToken(env),
    backupTo: env['BACKUP_TO'] || null,
    logLevel: oneOf(env, 'LOG_LEVEL', LEVELS, production ? 'info' : 'warn'),
    production,
    secret: keptSecret(join(dataDir, 'secret')),
  };
}

function metricsToken(env: Environment): string | null {
  const token = env['METRICS_TOKEN'];
  if (!token) return null;
  if (token.length < 16) throw new SettingError('METRICS_TOKEN 太短，至少16个字符');
  return token;
}

function roleOf(env: Environment, databaseUrl: string | null): Settings['role'] {
  const role = oneOf(env, 'ROLE', ['web', 'worker', 'all'], 'all') as Settings['role'];
  if (role === 'worker' && databaseUrl === null)
    throw new SettingError('ROLE=worker 需要 PostgreSQL：内置数据库只能由一个进程使用，请设置 DATABASE_URL，或去掉 ROLE');
  return role;
}

/** `SECURITY_CONTACT`: a URI or a plain e-mail address. */
function contact(env: Environment): string | null {
  const text = env['SECURITY_CONTACT'];
  if (!text) return null;
  const full = /^[^\s@:]+@[^\s@]+$/.test(text) ? `mailto:${text}` : text;
  if (!/^(mailto:|https:\/\/|tel:)\S+$/.test(full))
    throw new SettingError('SECURITY_CONTACT 不可用，请写邮箱，或以https://、mailto:、tel:开头的地址');
  return full;
}

/** A payment gateway: https, or http on this machine. */
function gatewayOf(env: Environment, name: string, usual: string): string {
  const text = address(env, name, ['https:', 'http:']) ?? usual;
  const { protocol, hostname } = new URL(text);
  if (protocol !== 'https:' && !LOOPBACK.has(hostname)) throw new SettingError(`${name} 不可用，地址须以https://开头`);
  return text.replace(/\/+$/, '');
}

/** Reads an RSA key of at least 2048 bits: a PEM file, or the base64 text alone, as the key tools of the payment companies write it. */
function keyFrom(env: Environment, name: string, kind: 'private' | 'public'): KeyObject {
  const wrong = new SettingError(`${name} 不可用，请写一个${kind === 'private' ? '私钥' : '公钥'}文件（RSA，PEM格式）的完整路径`);
  try {
    const text = readFileSync(env[name] ?? '', 'utf8').trim();
    const der = Buffer.from(text, 'base64');
    const labels = text.startsWith('-----') ? [''] : kind === 'private' ? ['pkcs8', 'pkcs1'] : ['spki'];
    for (const type of labels)
      try {
        const key =
          kind === 'private'
            ? createPrivateKey(type ? { key: der, format: 'der', type: type as 'pkcs8' } : text)
            : createPublicKey(type ? { key: der, format: 'der', type: 'spki' } : text);
        if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048) return key;
      } catch {
        // The next format, or the message below.
      }
  } catch {
    throw wrong;
  }
  throw wrong;
}

function alipay(env: Environment): AlipaySettings | null {
  const found = all(env, ['ALIPAY_APP_ID', 'ALIPAY_SELLER_ID', 'ALIPAY_PRIVATE_KEY_FILE', 'ALIPAY_PUBLIC_KEY_FILE']);
  if (!found) return null;
  for (const name of ['ALIPAY_APP_ID', 'ALIPAY_SELLER_ID'] as const)
    if (!/^\d{16}$/.test(found[name])) throw new SettingError(`${name} 不可用，须为16位数字`);
  return {
    appId: found.ALIPAY_APP_ID,
    sellerId: found.ALIPAY_SELLER_ID,
    privateKey: keyFrom(env, 'ALIPAY_PRIVATE_KEY_FILE', 'private'),
    publicKey: keyFrom(env, 'ALIPAY_PUBLIC_KEY_FILE', 'public'),
    gateway: gatewayOf(env, 'ALIPAY_GATEWAY', 'https://openapi.alipay.com/gateway.do'),
  };
}

function wechatPay(env: Environment): WechatPaySettings | null {
  const names = ['WECHAT_PAY_MCH_ID', 'WECHAT_PAY_APP_ID', 'WECHAT_PAY_CERT_SERIAL', 'WECHAT_PAY_PRIVATE_KEY_FILE', 'WECHAT_PAY_API_V3_KEY'] as const;
  const found = all(env, names);
  const key = all(env, ['WECHAT_PAY_PUBLIC_KEY_ID', 'WECHAT_PAY_PUBLIC_KEY_FILE']);
  if (!found && key) throw new SettingError(`设置了WECHAT_PAY_PUBLIC_KEY_ID，还缺少${names.join('、')}`);
  if (!found) return null;
  if (!/^\d{8,10}$/.test(found.WECHAT_PAY_MCH_ID)) throw new SettingError('WECHAT_PAY_MCH_ID 不可用，须为8到10位数字');
  if (!/^wx[0-9a-f]{16}$/.test(found.WECHAT_PAY_APP_ID)) throw new SettingError('WECHAT_PAY_APP_ID 不可用，须以wx开头，共18个字符');
  if (!/^[0-9A-F]{8,40}$/i.test(found.WECHAT_PAY_CERT_SERIAL)) throw new SettingError('WECHAT_PAY_CERT_SERIAL 不可用，须为商户证书的序列号');
  if (Buffer.byteLength(found.WECHAT_PAY_API_V3_KEY) !== 32) throw new SettingError('WECHAT_PAY_API_V3_KEY 不可用，须为32个字符');
  if (key && !key.WECHAT_PAY_PUBLIC_KEY_ID.startsWith('PUB_KEY_ID_')) throw new SettingError('WECHAT_PAY_PUBLIC_KEY_ID 不可用，须以PUB_KEY_ID_开头');
  return {
    mchId: found.WECHAT_PAY_MCH_ID,
    appId: found.WECHAT_PAY_APP_ID,
    certSerial: found.WECHAT_PAY_CERT_SERIAL.toUpperCase(),
    privateKey: keyFrom(env, 'WECHAT_PAY_PRIVATE_KEY_FILE', 'private'),
    apiV3Key: found.WECHAT_PAY_API_V3_KEY,
    publicKey: key && { id: key.WECHAT_PAY_PUBLIC_KEY_ID, key: keyFrom(env, 'WECHAT_PAY_PUBLIC_KEY_FILE', 'public') },
    gateway: gatewayOf(env, 'WECHAT_PAY_GATEWAY', 'https://api.mch.weixin.qq.com'),
  };
}

/** Returns the path of a program: the given one, or the one found by its usual name; null for `off` or when there is none. */
function program(env: Environment, name: string, usual: string): string | null {
  const named = env[name];
  if (named === 'off') return null;
  const runs = (path: string): boolean => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  if (named && !runs(named)) throw new SettingError(`${name}=${named} 不可用，请写程序的完整路径，或写off`);
  const places = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return named || (places.map((folder) => join(folder, usual)).find(runs) ?? null);
}

/**
 * The push services of Chromium, Firefox, Safari and Edge. A browser names the address itself, so that without this list anybody could make
 * the server send requests to any address.
 */
const PUSH_SERVICES = ['fcm.googleapis.com', '.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'];

function pushKeys(env: Environment): PushSettings | null {
  const found = all(env, ['PUSH_PUBLIC_KEY', 'PUSH_PRIVATE_KEY', 'PUSH_CONTACT']);
  if (!found) return null;
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey, PUSH_CONTACT: contact } = found;
  if (publicOf(privateKey) !== publicKey)
    throw new SettingError('PUSH_PUBLIC_KEY 与 PUSH_PRIVATE_KEY 不是一对，请用 npx web-push generate-vapid-keys 生成');
  if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(contact)) throw new SettingError('PUSH_CONTACT 不可用，请写以mailto:或https://开头的地址');
  const more = (env['PUSH_SERVICES'] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  for (const one of more)
    if (!/^\.?([a-z0-9-]+\.)+[a-z]{2,}$/.test(one) && !isLoopbackOrigin(one))
      throw new SettingError(`PUSH_SERVICES 里的 ${one} 不可用，请写域名，用逗号分开`);
  return { publicKey, privateKey, contact, services: [...PUSH_SERVICES, ...more] };
}

/** For development and tests: a push service on this machine. */
const isLoopbackOrigin = (text: string): boolean => /^http:\/\/(localhost|127\.0\.0\.1):\d+$/.test(text);

/** The public key of a private one; null when it is none. */
function publicOf(privateKey: string): string | null {
  const bytes = Buffer.from(privateKey, 'base64url');
  if (bytes.length !== 32) return null;
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(bytes);
    return curve.getPublicKey('base64url');
  } catch {
    return null;
  }
}

function trustedProxies(env: Environment): string[] {
  const given = (env['TRUSTED_PROXIES'] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  for (const one of given) {
    const [address = '', bits] = one.split('/');
    const family = isIP(address);
    const network = family > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)));
    if (!network && one !== 'loopback')
      throw new SettingError(`TRUSTED_PROXIES 里的 ${one} 不可用，请写IP地址、网段（如10.0.0.0/8）或loopback，用逗号分开`);
  }
  // A public https: address needs a proxy that ends TLS; it runs on the same machine unless another is set.
  return given.length === 0 && (env['PUBLIC_URL'] ?? '').startsWith('https:') ? ['loopback'] : given;
}

function office(env: Environment): Settings['onlyoffice'] {
  const found = all(env, ['ONLYOFFICE_URL', 'ONLYOFFICE_SECRET']);
  if (!found) return null;
  const url = address(env, 'ONLYOFFICE_URL', ['http:', 'https:']) ?? '';
  // HS256 with a short secret can be guessed from one token.
  if (found.ONLYOFFICE_SECRET.length < 16) throw new SettingError('ONLYOFFICE_SECRET 太短，至少16个字符，并与文档服务器里的一致');
  return { url: url.replace(/\/+$/, ''), secret: found.ONLYOFFICE_SECRET };
}

function documentReview(env: Environment, onlyoffice: Settings['onlyoffice']): DocumentEditorName {
  const name = oneOf(env, 'DOCUMENT_REVIEW', DOCUMENT_EDITORS, 'embedded') as DocumentEditorName;
  if (name === 'onlyoffice' && !onlyoffice) throw new SettingError('DOCUMENT_REVIEW=onlyoffice 还缺少ONLYOFFICE_URL、ONLYOFFICE_SECRET');
  return name;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `OIDC_PROVIDERS=campus` reads OIDC_CAMPUS_NAME, _ISSUER, _CLIENT_ID, _CLIENT_SECRET and the optional _SCOPE. */
function externalProviders(env: Environment): ExternalProvider[] {
  const keys = (env['OIDC_PROVIDERS'] ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean);
  return keys.map((key) => {
    if (!/^[a-z][a-z0-9_]{0,19}$/.test(key)) throw new SettingError(`OIDC_PROVIDERS 里的 ${key} 不可用，请用小写字母开头的字母、数字和下划线`);
    const prefix = `OIDC_${key.toUpperCase()}_`;
    const read = (name: string): string => {
      const value = env[prefix + name];
      if (!value) throw new SettingError(`OIDC_PROVIDERS 里有 ${key}，还缺少 ${prefix}${name}`);
      return value;
    };
    const issuer = read('ISSUER');
    const url = URL.canParse(issuer) ? new URL(issuer) : null;
    if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname))))
      throw new SettingError(`${prefix}ISSUER 不可用，地址须以https://开头`);
    return {
      key,
      name: read('NAME'),
      issuer,
      clientId: read('CLIENT_ID'),
      clientSecret: read('CLIENT_SECRET'),
      scope: env[`${prefix}SCOPE`] || 'openid profile email',
    };
  });
}

function keptSecret(path: string): Buffer {
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new SettingError(`${path} 已损坏，请删除它再启动（所有人需要重新登录）`);
  return Buffer.from(text, 'hex');
}
