// `npm run migrate`: brings the database to this version of the program without starting a server, as a step of its own of an upgrade.
import { holdFolder } from './db/hold-folder.ts';
import { fullError } from './http/full-error.ts';
import { closeContext, openContext, prepareStart } from './open-context.ts';
import { SettingError } from './setting-values.ts';
import { readSettings } from './settings.ts';

const say = (line: string): boolean => process.stdout.write(line);

try {
  const settings = readSettings(process.env);
  const release = settings.databaseUrl ? () => {} : holdFolder(settings.dataDir);
  const context = openContext(settings);
  try {
    say(await prepareStart(context, (line) => say(`${line}\n`)));
    say('数据库已是这个版本，可以启动服务器了\n');
  } finally {
    await closeContext(context);
    release();
  }
} catch (error) {
  process.stderr.write(`没有完成：${error instanceof SettingError ? error.message : fullError(error)}\n`);
  process.exit(1);
}
