import type { House } from '../house.ts';
import { signedOut } from '../http/refusal.ts';
import type { Visitor } from '../http/visitor.ts';

/** A configuration value; null for an unknown key. Read each time: a change counts at once on every server. */
export async function configOf(house: House, key: string): Promise<string | null> {
  return (await row(house, key))?.configValue ?? null;
}

const row = (house: House, key: string) =>
  house.db.selectFrom('config').select(['configValue', 'isPublic']).where('configKey', '=', key).where('delFlag', '=', '0').executeTakeFirst();

/** The value a client may see: without a session only keys flagged public, an unknown one as an empty string. */
export async function visibleConfig(house: House, key: string, visitor: Visitor | null, path: string): Promise<string> {
  const found = await row(house, key);
  if (!visitor && found?.isPublic !== '1') throw signedOut(path);
  return found?.configValue ?? '';
}
