import { buffer } from 'node:stream/consumers';
import type { ShownWork } from '../../../contract/contest/contest.ts';
import { fileKindOf } from '../../../contract/contest/contest-limits.ts';
import type { AppContext } from '../../context.ts';
import type { Sent } from '../../files/send-file.ts';
import { missing } from '../../http/app-error.ts';
import { authorsText } from '../contest-rows.ts';
import { awardedWork, fileById, filesOfEntries, type FileRow } from '../contest-submit.queries.ts';
import { typeOf } from './entry-file.service.ts';
import { workText } from './work-text.ts';

const gone = () => missing('作品不存在或没有公开');

const isOpen = ({ blindState }: FileRow): boolean => blindState === 'ready';
const hasText = (file: FileRow): boolean => ['document', 'book'].includes(fileKindOf(file.blindName));

/** An awarded work, for everybody, once its contest has ended. */
export async function shownWork(context: AppContext, submitId: number): Promise<ShownWork> {
  const row = await awardedWork(context.db, submitId);
  if (!row) throw gone();
  const files = (await filesOfEntries(context.db, [submitId])).filter(isOpen);
  const document = files.find(hasText);
  const text = document ? await workText(typeOf(document.blindName), await buffer(await context.files.read(document.blindKey))) : { paragraphs: [] };
  return {
    title: row.title,
    authorsText: authorsText(row.nickName, row.team),
    awardName: row.awardName,
    intro: row.intro,
    files: files.filter((file) => !hasText(file)).map((file) => ({ fileId: file.id, kind: fileKindOf(file.blindName), mime: file.mime })),
    paragraphs: [...text.paragraphs],
  };
}

export async function shownFile(context: AppContext, fileId: number): Promise<Sent> {
  const file = await fileById(context.db, fileId);
  if (!file || !isOpen(file) || !(await awardedWork(context.db, file.submitId))) throw gone();
  return { key: file.blindKey, name: file.blindName, mime: file.mime, size: file.blindSize };
}
