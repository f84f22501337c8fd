import type { z } from 'zod';
import { DAY_MS } from '../../../contract/clock.ts';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { ACCESS_CODE_CODES, type AccessCodeRow, type accessCodes, type ownCodes, type redeemCode } from '../../../contract/textbook/access-code.ts';
import { readAccessCode } from '../../../contract/textbook/access-code-text.ts';
import { withOperationLog } from '../../audit/operation-log.ts';
import { addCodeRight, liveRights, revokeCodeRight } from '../../commerce/entitlement.service.ts';
import type { AppContext } from '../../context.ts';
import type { RequestCaller } from '../../crud/crud-service.ts';
import { configOf } from '../../db/config-value.ts';
import { endOfDay, wireDate, wireTime } from '../../db/clock.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { rateLimitKey } from '../../http/rate-limit-key.ts';
import { assertNotUsedUp, countEvent, type RateLimit } from '../../http/rate-limit.ts';
import { captchaFault, captchaWanted } from '../../identity/login.service.ts';
import { codeHash } from './access-batch.service.ts';
import { isUsable, usedByViewer } from './access-code.policy.ts';
import { claimCode, codeByHash, codeById, codePage, codesOf, namesOf, setVoid, type FoundCode } from './access-code.queries.ts';

const HOUR_MS = 3_600_000;
/** Wrong codes of an account. */
const WRONG_HOUR: RateLimit = { name: 'access_code_wrong', points: 10, windowMs: HOUR_MS, message: '输错的次数太多了，请一小时后再试' };
const WRONG_DAY: RateLimit = { name: 'access_code_wrong_day', points: 20, windowMs: DAY_MS, message: '今天输错的次数太多了，请明天再试' };
/** Wrong codes of an address: a school is one. */
const WRONG_ADDRESS: RateLimit = { name: 'access_code_address', points: 300, windowMs: HOUR_MS, message: '这个网络输错的次数太多了，请一小时后再试' };
/** Wrong codes of an account in an hour after which it adds the sum of a picture. */
const FREE_TRIES = 3;

/** One answer for a code that never was, one that is void and one whose batch is frozen: guessing learns nothing. */
async function unusable(context: AppContext): Promise<AppError> {
  const phone = (await configOf(context, 'site.phone')) ?? '';
  return new AppError(ACCESS_CODE_CODES.unusable, `激活码不正确或不能使用，请核对${phone ? `；仍不行请联系${phone}` : ''}`);
}

/** The end of the right of a code that is used now; null without an end. */
export function rightEnd({ rightDays, rightTo }: Pick<FoundCode, 'rightDays' | 'rightTo'>, now: number): number | null {
  const ends = [rightDays > 0 ? endOfDay(wireDate(now + rightDays * DAY_MS)) : Infinity, rightTo === '' ? Infinity : endOfDay(rightTo)];
  const end = Math.min(...ends);
  return end === Infinity ? null : end;
}

type Redeemed = DataOf<typeof redeemCode>;
const answer = ({ publishId, title }: FoundCode, validTo: number | null): Redeemed => ({
  publishId,
  title,
  validTo: validTo === null ? '' : wireDate(validTo),
  captchaNeeded: false,
});

/** A reader uses a code. The same reader again gets a sentence, another one is told when it was used. */
export async function redeem(
  context: AppContext,
  currentUser: CurrentUser,
  ip: string,
  { code: typed, captcha, uuid }: z.output<typeof redeemCode.body>,
): Promise<Redeemed> {
  const { userId } = currentUser;
  const address = rateLimitKey(ip);
  await assertNotUsedUp(context, WRONG_HOUR, userId);
  await assertNotUsedUp(context, WRONG_DAY, userId);
  await assertNotUsedUp(context, WRONG_ADDRESS, address);
  const read = readAccessCode(typed);
  if ('fault' in read) throw new AppError(ACCESS_CODE_CODES.unusable, read.fault);
  const tries = Number((await context.cache.get(`${WRONG_HOUR.name}:${userId}`)) ?? 0);
  if (tries >= FREE_TRIES && (await captchaWanted(context))) {
    if (captcha === '') return { publishId: 0, title: '', validTo: '', captchaNeeded: true };
    const fault = await captchaFault(context, uuid, captcha);
    if (fault) throw failed(fault);
  }
  const now = Date.now();
  const found = await codeByHash(context.db, codeHash(context, read.code));
  if (found?.status === 'used' && usedByViewer(found, currentUser)) throw failed('您已激活过这本教材');
  if (!found || found.status === 'void' || (found.status === 'unused' && !isUsable(found, wireDate(now)))) {
    for (const [limit, key] of [
      [WRONG_HOUR, userId],
      [WRONG_DAY, userId],
      [WRONG_ADDRESS, address],
    ] as const)
      await countEvent(context, limit, key);
    throw await unusable(context);
  }
  if (found.status === 'used') throw await usedByOther(context, found.usedAt ?? now);
  const validTo = rightEnd(found, now);
  const claimed = await context.db.transaction().execute(async (tx) => {
    const rights = await liveRights(tx, userId, found.publishId, now);
    if (rights.some((right) => right.validTo === null || (validTo !== null && right.validTo >= validTo)))
      throw failed(`您已经可以读${inTitleMarks(found.title)}，这个激活码没有使用，可以给别人用`);
    if (!(await claimCode(tx, found.id, userId, now))) return false;
    await addCodeRight(tx, userId, found.publishId, found.id, validTo, now);
    return true;
  });
  if (claimed) return answer(found, validTo);
  const later = await codeByHash(context.db, codeHash(context, read.code));
  if (later?.status === 'used')
    throw usedByViewer(later, currentUser) ? failed('您已激活过这本教材') : await usedByOther(context, later.usedAt ?? now);
  throw await unusable(context);
}

async function usedByOther(context: AppContext, at: number): Promise<AppError> {
  const phone = (await configOf(context, 'site.phone')) ?? '';
  return new AppError(ACCESS_CODE_CODES.usedByOther, `此激活码已于${wireDate(at)}使用，如非本人请联系${phone || '出版社'}`);
}

export const codesFor = async ({ db }: AppContext, { userId }: CurrentUser): Promise<DataOf<typeof ownCodes>> =>
  (await codesOf(db, userId)).map(({ publishId, title, last4, usedAt, validTo }) => ({
    publishId,
    title,
    last4,
    usedAt: wireTime(usedAt),
    validTo: validTo === null ? '' : wireDate(validTo),
  }));

/** The name of a reader without its middle. */
const masked = (name: string): string => {
  const signs = [...name];
  return signs.length <= 1 ? '*' : `${signs[0] ?? ''}*${signs.length > 2 ? (signs.at(-1) ?? '') : ''}`;
};

export async function codesBy({ db }: AppContext, query: z.output<typeof accessCodes.query>) {
  const { total, rows } = await codePage(db, { ...query, last4: query.last4?.toUpperCase() }, query.pageSize, (all) => offsetOf(query, all));
  const names = new Map(
    (
      await namesOf(
        db,
        rows.flatMap(({ usedBy }) => usedBy ?? []),
      )
    ).map((one) => [one.id, masked(one.nickName || one.userName)]),
  );
  const list: AccessCodeRow[] = rows.map((row) => ({
    codeId: row.id,
    batchId: row.batchId,
    batchName: row.batchName,
    serialNo: row.serialNo,
    last4: row.last4,
    status: row.status,
    usedBy: row.usedBy === null ? '' : (names.get(row.usedBy) ?? ''),
    usedAt: wireTime(row.usedAt),
  }));
  return { total, rows: list };
}

/** A used code that is made void loses only the right that it gave. */
export async function voidCodeOf(caller: RequestCaller, codeId: number, reason: string): Promise<void> {
  await withOperationLog(caller, { title: '激活码' }, async (tx) => {
    const code = await codeById(tx, codeId);
    if (!code) throw missing('激活码不存在，请刷新后重试');
    if (code.status === 'void') throw failed('这个激活码已经作废');
    if (!(await setVoid(tx, codeId, code.status, reason))) throw failed('这个激活码刚刚被使用，请刷新后重试');
    if (code.status === 'used') await revokeCodeRight(tx, codeId);
  });
}
