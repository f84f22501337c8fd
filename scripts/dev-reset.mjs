// Empties the data folder of development: `npm run dev:reset`, then `npm run dev` fills it with the demo data again. `-- --yes` does not ask.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';

const root = join(import.meta.dirname, '..');
const folder = resolve(root, process.env.DATA_DIR || 'data');

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** The process that uses the folder; null without one. */
function holder() {
  try {
    const pid = Number(readFileSync(join(folder, 'server.pid'), 'utf8'));
    if (!pid) return null;
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return error.code === 'EPERM' ? '别人的进程' : null;
  }
}

if (process.env.NODE_ENV === 'production') fail('生产环境不能清空数据');
if (process.env.DATABASE_URL) fail('这里只清空内置数据库。DATABASE_URL 指定的数据库请用它自己的工具重建');
if (!existsSync(folder)) fail(`没有要清空的数据：${folder}`);
// Another folder could be anything, even a home folder.
if (!existsSync(join(folder, 'shuzhou.db'))) fail(`${folder} 里没有书舟的数据库（shuzhou.db），没有删除任何文件`);
const pid = holder();
if (pid !== null) fail(`书舟（进程 ${pid}）正在使用 ${folder}，请先停止它`);
if (!process.argv.includes('--yes')) {
  if (!process.stdin.isTTY) fail('请加 --yes 确认：npm run dev:reset -- --yes');
  const line = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await line.question(`删除 ${folder} 里的全部 ${readdirSync(folder).length} 项（数据库、上传的文件、密钥）？输入 yes 确认：`);
  line.close();
  if (answer.trim() !== 'yes') fail('没有删除');
}
for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
console.log('已清空。运行 npm run dev 重新写入演示数据');
