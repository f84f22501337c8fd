import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppContext } from '../context.ts';
import { saveAllIdentities } from '../identity/account-identity.service.ts';
import { hashPassword } from '../identity/password.ts';
import { addDemo } from './demo/demo.ts';
import { seedDefaults } from './defaults/seed-defaults.ts';

/**
 * Fills an empty database with the default data, and either the demo or a single administrator with a
 * one-time password. Returns the startup messages for the operator.
 */
export async function prepareFirstStart(context: AppContext): Promise<string> {
  const empty = (await context.db.selectFrom('role').select('id').executeTakeFirst()) === undefined;
  const demo = context.settings.demo;
  if (empty) {
    const password = demo ? demoPassword(context) : newPassword();
    const passwordHash = await hashPassword(password);
    const accounts = demo ? await addDemo.people(password) : [];
    const now = Date.now();
    await context.db.transaction().execute(async (tx) => {
      await seedDefaults(tx, now);
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
    if (!demo) await saveAllIdentities(context.db);
    if (!demo) return `  管理员 admin 的一次性密码：${password}（请登录后立即修改）\n`;
  } else await context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await saveAllIdentities(context.db);
  if (!demo || !existsSync(passwordFile(context))) return '';
  await addDemo.books(context);
  return `  演示账号：reader1（读者） worksadmin、chief（作品管理员） admin（平台管理员）等\n  演示密码：${readFileSync(passwordFile(context), 'utf8').trim()}\n`;
}

const passwordFile = (context: AppContext): string => join(context.settings.dataDir, 'demo-password');

function demoPassword(context: AppContext): string {
  const password = context.settings.demoPassword ?? newPassword();
  writeFileSync(passwordFile(context), `${password}\n`, { mode: 0o600 });
  return password;
}

/** 12 characters that are not confused when read aloud. */
function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');
}
