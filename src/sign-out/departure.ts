import { annotationSender } from '../annotations/annotations.store.ts';
import { withTimeout } from '../storage/device-store.ts';
import { unsentOf } from './clear-device.ts';
import { storedKey } from '../device-key/device-key.ts';
import { droppedWork } from './personal-keys.ts';
import { isEmpty, type Unsent } from './sealed-unsent.ts';

/** Names of what waits in rows of databases, as the sign-out says them. */
const ROWS: Readonly<Record<string, string>> = {
  'shuzhou-judging': '份评审意见',
  'shuzhou-attempts': '份没有交上去的作答',
  'shuzhou-practice': '条练习记录',
  'shuzhou-marks': '份没有保存到服务器的批改',
  'shuzhou-learning': '段阅读时长',
};

/** Milliseconds that the question waits for what is still being sent. */
const SEND_MS = 1_500;

/** Names what the account does not have yet and what the sign-out removes for good; empty when nothing is waiting. */
export async function departureWords(userId: number): Promise<string> {
  let unsent = await unsentOf(userId);
  if (unsent.notes.length > 0 && navigator.onLine) {
    await Promise.race([annotationSender.sendNow(), new Promise((resolve) => setTimeout(resolve, SEND_MS))]);
    unsent = await unsentOf(userId);
  }
  const lost = await withTimeout(droppedWork(userId), []);
  const parts: string[] = [];
  if (!isEmpty(unsent)) {
    const stays = (await storedKey(userId)) ? '会加密存在这台设备上' : '会留在这台设备上';
    parts.push(`还没有同步到账号：${unsentWords(unsent).join('、')}。${stays}，您下次在这里登录后再同步。`);
  }
  if (lost.length > 0) parts.push(`退出后会删除：${lost.join('、')}。想留下请点“取消”，先提交或保存。`);
  return parts.join('\n');
}

function unsentWords({ notes, positions, media, favorites, rows = [] }: Unsent): string[] {
  const counts = [
    [notes.length, '条笔记、生词或阅读记录'],
    [positions.length + Object.keys(media).length, '处阅读或播放进度'],
    [Object.keys(favorites).length, '条收藏'],
    ...Object.entries(ROWS).map(([name, what]) => [rows.filter(({ database }) => database === name).length, what] as const),
  ] as const;
  return counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
}
