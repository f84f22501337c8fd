import type { Tx } from '../../db/database.ts';
import { seedBlocks } from './blocks.ts';
import { seedAreas } from './areas.ts';
import { CATEGORIES } from './categories.ts';
import { CONFIG } from './configs.ts';
import { DICTIONARIES } from './dictionaries.ts';
import { seedErrorRules } from './error-rules.ts';
import { seedFlowRules } from './flow-rules.ts';
import { seedJobs } from './jobs.ts';
import { seedMenus, type Stamps } from './seed-menus.ts';
import { ROLES } from './roles.ts';
import { seedTemplates } from './templates.ts';
import { seedUserModes } from './user-modes.ts';

/** The pages of the site that staff write, without content. */
const SITE_PAGES = [
  ['logo', '书舟'],
  ['introduction', '平台介绍'],
  ['about', '关于我们'],
] as const;

/**
 * Inserts the default data of an installation and what a newer program adds, each item once. Rows that
 * staff have changed or removed since are left alone.
 */
export async function seedDefaults(tx: Tx, now: number): Promise<void> {
  const base = { createBy: 'system', createTime: now, updateTime: now };
  const done = new Set((await tx.selectFrom('planted').select('key').execute()).map((row) => row.key));
  const fresh: string[] = [];
  const isNew = (key: string): boolean => {
    if (done.has(key)) return false;
    fresh.push(key);
    return true;
  };

  for (const [index, [roleKey, roleName]] of ROLES.entries()) {
    if (!isNew(`role ${roleKey}`) || (await tx.selectFrom('role').select('id').where('roleKey', '=', roleKey).executeTakeFirst())) continue;
    await tx
      .insertInto('role')
      .values({ roleKey, roleName, roleSort: index + 1, ...base })
      .execute();
  }
  for (const [configKey, configValue, configName, isPublic] of CONFIG) {
    if (!isNew(`config ${configKey}`)) continue;
    if (await tx.selectFrom('config').select('id').where('configKey', '=', configKey).executeTakeFirst()) continue;
    await tx
      .insertInto('config')
      .values({ configKey, configValue, configName, configType: 'Y', isPublic: isPublic ? '1' : '0', ...base })
      .execute();
  }
  for (const [dictType, dictName, entries] of DICTIONARIES) {
    if (isNew(`dict ${dictType}`) && !(await tx.selectFrom('dictType').select('id').where('dictType', '=', dictType).executeTakeFirst()))
      await tx
        .insertInto('dictType')
        .values({ dictType, dictName, isPublic: '1', ...base })
        .execute();
    const has = new Set((await tx.selectFrom('dictData').select('dictValue').where('dictType', '=', dictType).execute()).map((row) => row.dictValue));
    const rows = entries.flatMap(([dictValue, dictLabel, listClass = 'default'], index) =>
      isNew(`entry ${dictType} ${dictValue}`) && !has.has(dictValue)
        ? [{ dictType, dictValue, dictLabel, listClass, dictSort: index + 1, ...base }]
        : [],
    );
    if (rows.length > 0) await tx.insertInto('dictData').values(rows).execute();
  }
  if (isNew('categories') && !(await tx.selectFrom('archiveType').select('id').executeTakeFirst())) await seedCategories(tx, base);
  if (isNew('areas')) await seedAreas(tx, base);
  for (const [pageKey, title] of SITE_PAGES)
    if (isNew(`site page ${pageKey}`) && !(await tx.selectFrom('sitePage').select('id').where('pageKey', '=', pageKey).executeTakeFirst()))
      await tx
        .insertInto('sitePage')
        .values({ pageKey, title, ...base })
        .execute();
  if (isNew('own press') && !(await tx.selectFrom('press').select('id').where('isSelf', '=', '1').executeTakeFirst()))
    await tx
      .insertInto('press')
      .values({ pressName: '启明外语音像出版社', isbnPrefix: '978-7-999999', type: 'av', isSelf: '1', address: '江城市远山路8号', ...base })
      .execute();
  await seedBlocks(tx, isNew, base);
  await seedUserModes(tx, isNew, base);
  await seedMenus(tx, isNew, base);
  await seedJobs(tx, isNew, base);
  await seedFlowRules(tx, isNew, base);
  await seedErrorRules(tx, isNew, base);
  await seedTemplates(tx, isNew, base);
  if (fresh.length === 0) return;
  await tx
    .insertInto('planted')
    .values(fresh.map((key) => ({ key, plantTime: now })))
    .execute();
}

async function seedCategories(tx: Tx, base: Stamps): Promise<void> {
  const add = async (row: { parentId: number; typeName: string; typeCode: string; orderNum: number }) =>
    (
      await tx
        .insertInto('archiveType')
        .values({ ...row, ...base })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  for (const [index, [typeName, typeCode, below]] of CATEGORIES.entries()) {
    const parentId = await add({ parentId: 0, typeName, typeCode, orderNum: index + 1 });
    for (const [order, [name, code]] of below.entries()) await add({ parentId, typeName: name, typeCode: code, orderNum: order + 1 });
  }
}
