import type { AppContext } from '../../../context.ts';
import type { CurrentUser } from '../../../http/current-user.ts';
import { isIdCard, type IdType } from '../../../../contract/system/identity-number.ts';
import { sealedNumber } from '../../../system/real-name.service.ts';

/** Of no region: the numbers belong to nobody. */
const REGION = '999901';
const FIRST_YEAR = 1961;
const YEARS = 38;

/** A number with the right check character, of nobody. */
function inventedNumber(userId: number): string {
  const born = `${FIRST_YEAR + ((userId * 7) % YEARS)}${String(1 + (userId % 12)).padStart(2, '0')}${String(1 + (userId % 28)).padStart(2, '0')}`;
  const digits = `${REGION}${born}${String(userId % 1000).padStart(3, '0')}`;
  return [...'0123456789X'].map((last) => digits + last).find(isIdCard) ?? '';
}

/** The documents of people who count as verified in the demo: without them the tax list of the demo has gaps. */
export async function addDocuments(context: AppContext, checker: CurrentUser, foreignUser: string): Promise<void> {
  const { db } = context;
  const people = await db
    .selectFrom('user')
    .select(['id', 'userName', 'realName'])
    .where('realNameStatus', '=', 'verified')
    .where('idCardNo', '=', '')
    .orderBy('id')
    .execute();
  for (const { id, userName, realName } of people) {
    const idType: IdType = userName === foreignUser ? 'passport' : 'idCard';
    const number = sealedNumber(context, id, idType, idType === 'passport' ? `E${String(id).padStart(8, '0')}` : inventedNumber(id));
    const now = Date.now();
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('realNameCheck')
        .values({
          userId: id,
          realName,
          idType,
          ...number,
          fileId: null,
          status: 'verified',
          decidedBy: checker.userId,
          decidedAt: now,
          createBy: userName,
          createTime: now,
          updateTime: now,
        })
        .execute();
      await tx.updateTable('user').set(number).where('id', '=', id).execute();
    });
  }
}
