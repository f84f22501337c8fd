// `npm run reset-admin [-- --user NAME] [--remove-second-factor]`.
import { parseArgs } from 'node:util';
import { openDatabase } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { SettingError } from '../setting-values.ts';
import { readSettings } from '../settings.ts';
import { resetAdmin } from './reset-admin.service.ts';

try {
  const { values } = parseArgs({
    options: { user: { type: 'string', default: 'admin' }, 'remove-second-factor': { type: 'boolean', default: false } },
  });
  const db = openDatabase(readSettings(process.env));
  const password = await resetAdmin(db, values.user, values['remove-second-factor']).finally(() => db.destroy());
  process.stdout.write(`管理员 ${values.user} 的一次性密码：${password}（请登录后立即修改；原来的登录在一分钟内全部退出）\n`);
} catch (error) {
  const plain = error instanceof AppError || error instanceof SettingError || String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS');
  const unready = /no such table|does not exist/.test((error as Error).message);
  const text = unready ? '数据库还没有建立，请先用 npm start 启动一次' : plain ? (error as Error).message : (error as Error).stack;
  process.stderr.write(`没有完成：${text}\n`);
  process.exit(1);
}
