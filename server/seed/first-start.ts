import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppContext } from '../context.ts';
import { saveAllIdentities } from '../identity/account-identity.service.ts';
import { hashPassword } from '../identity/password.ts';
import { addAdmin } from '../identity/platform-admin.queries.ts';
import { randomPassword } from '../identity/staff.service.ts';
import { addDemo, demoComplete, type Say } from './demo/demo.ts';
import { seedDefaults } from './defaults/seed-defaults.ts';

/**
 * Fills an empty database with the default data, and either the demo or a single administrator with a
 * one-time password. Returns the startup messages for the operator; `say` gets lines of progress, because the demo takes a minute.
 */
export async function prepareFirstStart(context: AppContext, say: Say = () => {}): Promise<string> {
  const empty = (await context.db.selectFrom('role').select('id').executeTakeFirst()) === undefined;
  const demo = context.settings.demo;
  const notify = empty || (demo && !(await demoComplete(context))) ? say : () => {};
  if (empty) notify(demo ? '  第一次启动，正在准备账号和演示数据，约需一两分钟……' : '  第一次启动，正在写入初始数据……');
  if (empty) {
    const password = demo ? demoPassword(context) : randomPassword();
    const passwordHash = await hashPassword(password);
    const accounts = demo ? await addDemo.people(password) : [];
    const now = Date.now();
    await context.db.transaction().execute(async (tx) => {
      await seedDefaults(tx, now);
      await addAdmin(tx, { passwordHash, pwdUpdateDate: demo ? now : null, now });
      if (demo) await addDemo.rows(tx, accounts, now, notify);
    });
    if (!demo) await saveAllIdentities(context.db);
    if (!demo) return `  管理员 admin 的一次性密码：${password}（请登录后立即修改）\n`;
  } else await context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await saveAllIdentities(context.db);
  if (!demo || !existsSync(passwordFile(context))) return '';
  const codes = await addDemo.books(context, notify);
  // The codes are stored nowhere: only the start that made them shows them.
  const shown = codes.length > 0 ? `  教材激活码（《渡口英语听说》，只显示这一次）：${codes.join(' ')}\n` : '';
  return `  演示账号：reader1（读者） worksadmin、chief（作品管理员） admin（平台管理员）等\n  演示密码：${readFileSync(passwordFile(context), 'utf8').trim()}\n${shown}`;
}

const passwordFile = (context: AppContext): string => join(context.settings.dataDir, 'demo-password');

function demoPassword(context: AppContext): string {
  const password = context.settings.demoPassword ?? randomPassword();
  writeFileSync(passwordFile(context), `${password}\n`, { mode: 0o600 });
  return password;
}
