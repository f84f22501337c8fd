import type { AppContext } from '../../context.ts';
import { documentWorker } from '../../document/document-worker.ts';
import { failed } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { compareAll, markAuthor } from '../version/manuscript-version.service.ts';

/** A .docx with the changes between two versions as marks of the author. */
export async function markedCopyOf(context: AppContext, currentUser: CurrentUser, archiveId: number, from: number, to: number) {
  if (from === to) throw failed('两个版本相同，没有改动');
  const { title, owner, lines } = await compareAll(context, currentUser, archiveId, from, to);
  if (lines.length === 0) throw failed('没有可以比较的文字');
  return {
    name: `${title} 留痕稿 第${from}版至第${to}版.docx`,
    bytes: await documentWorker.mark(lines, { author: markAuthor(owner), at: Date.now() }),
  };
}
