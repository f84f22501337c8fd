import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { House } from '../context.ts';
import { keepAllIdentities } from '../system/account.service.ts';
import { hashPassword } from '../identity/password.ts';
import { addDemo } from './demo/demo.ts';
import { plantEssentials } from './defaults/seed-defaults.ts';

/**
 * Fills an empty database: what every installation needs, and either the demo or the one administrator with a
 * one-time password. Answers the lines a person reads at the start.
 */
export async function prepareFirstStart(house: House): Promise<string> {
  const empty = (await house.db.selectFrom('role').select('id').executeTakeFirst()) === undefined;
  const demo = house.settings.demo;
  if (empty) {
    const password = demo ? demoPassword(house) : newPassword();
    const passwordHash = await hashPassword(password);
    const accounts = demo ? await addDemo.people(password) : [];
    const now = Date.now();
    await house.db.transaction().execute(async (tx) => {
      await plantEssentials(tx, now);
      const admin = await tx
        .insertInto('user')
        .values({
          userName: 'admin',
          nickName: '平台管理员',
          passwordHash,
          pwdUpdateDate: demo ? now : null,
          createBy: 'system',
          createTime: now,
          updateTime: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const role = await tx.selectFrom('role').select('id').where('roleKey', '=', 'admin').executeTakeFirstOrThrow();
      await tx.insertInto('userRole').values({ userId: admin.id, roleId: role.id }).execute();
      if (demo) await addDemo.rows(tx, accounts, now);
    });
    if (!demo) await keepAllIdentities(house.db);
    if (!demo) return `  管理员 admin 的一次性密码：${password}（请登录后立即修改）\n`;
  } else await house.db.transaction().execute((tx) => plantEssentials(tx, Date.now()));
  await keepAllIdentities(house.db);
  if (!demo || !existsSync(passwordFile(house))) return '';
  await addDemo.books(house);
  return `  演示账号：reader1（读者） worksadmin、chief（作品管理员） admin（平台管理员）等\n  演示密码：${readFileSync(passwordFile(house), 'utf8').trim()}\n`;
}

const passwordFile = (house: House): string => join(house.settings.dataDir, 'demo-password');

function demoPassword(house: House): string {
  const password = house.settings.demoPassword ?? newPassword();
  writeFileSync(passwordFile(house), `${password}\n`, { mode: 0o600 });
  return password;
}

/** 12 characters nobody confuses when reading them aloud. */
function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');
}
