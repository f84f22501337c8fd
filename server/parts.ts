import { sql } from 'kysely';
import type { Cache } from './cache/cache.ts';
import type { Database } from './db/database.ts';
import type { FileStore } from './files/file-store.ts';
import { smtpProbe } from './mail/smtp-probe.ts';
import { Breaker, EMBEDDED, FAR, type Part } from './outage/breaker.ts';
import { diskPart } from './outage/disk-part.ts';
import { httpProbe } from './outage/http-probe.ts';
import type { Settings } from './settings.ts';

export interface Adapters {
  readonly db: Database;
  readonly files: FileStore;
  readonly settings: Pick<Settings, 'dataDir' | 'smtpUrl' | 'onlyoffice' | 'alipay' | 'wechatPay'>;
  /** Watches the object store; null for the disk. */
  readonly store: Breaker | null;
  /** Watches Redis; null when the cache is in the database. */
  readonly redis: Breaker | null;
  readonly cache: Cache;
}

/** The parts of an installation, each with a probe that asks the system itself, past every fallback. */
export function partsOf({ db, files, settings, store, redis, cache }: Adapters): readonly Part[] {
  const { dataDir, smtpUrl, onlyoffice, alipay, wechatPay } = settings;
  return [
    db.engine.breaker ?? new Breaker('database', () => sql`select 1`.execute(db), EMBEDDED),
    store ?? new Breaker('files', () => files.size('status'), EMBEDDED),
    redis ?? new Breaker('cache', () => cache.peek('status'), EMBEDDED),
    diskPart(dataDir),
    ...(smtpUrl ? [new Breaker('mail', smtpProbe(smtpUrl), FAR)] : []),
    // The health page of ONLYOFFICE Docs: https://helpcenter.onlyoffice.com/docs/faq/health-check.aspx
    ...(onlyoffice ? [new Breaker('document', httpProbe(`${onlyoffice.url}/healthcheck`), FAR)] : []),
    ...(alipay ? [new Breaker('alipay', httpProbe(alipay.gateway), FAR)] : []),
    ...(wechatPay ? [new Breaker('wechat', httpProbe(wechatPay.gateway), FAR)] : []),
  ];
}
