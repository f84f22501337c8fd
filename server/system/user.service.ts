import type { House } from '../house.ts';

export async function enabledUsers(house: House): Promise<number> {
  const row = await house.db
    .selectFrom('user')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .executeTakeFirstOrThrow();
  return Number(row.total);
}
