import type { Database } from '../../server/db/database.ts';
import type { TestContext } from './test-context.ts';

export const PDF = Buffer.from('%PDF-1.7\n');
let files = 0;

/** Stores a PDF that a user uploaded, and returns its id. */
export async function addVoucher({ context }: Pick<TestContext, 'context'>, ownerId: number, bytes: Buffer = PDF): Promise<number> {
  files += 1;
  const key = `profile/upload/2026/01/01/voucher${process.pid}x${files}.pdf`;
  await context.files.put(key, bytes, 'application/pdf');
  const { id } = await context.db
    .insertInto('file')
    .values({
      fileName: `/${key}`,
      fileOriginName: '回单.pdf',
      url: '',
      size: bytes.length,
      mime: 'application/pdf',
      sha256: '',
      ownerId,
      isPublic: '1',
      createTime: Date.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setConfig(db: Database, configKey: string, configValue: string): Promise<void> {
  await db.deleteFrom('config').where('configKey', '=', configKey).execute();
  await db.insertInto('config').values({ configName: configKey, configKey, configValue, createTime: 1, updateTime: 1 }).execute();
}

/** The account that buyers transfer to; transfers are offered only with one. */
export async function setTransferAccount(db: Database, bank = '渡口银行'): Promise<void> {
  await setConfig(db, 'pay.offline.holder', '书舟出版社');
  await setConfig(db, 'pay.offline.bank', bank);
  await setConfig(db, 'pay.offline.account', '6228480000000000000');
}
