import type { NamedWork, Pair } from '../../contract/media/text-work.ts';
import { GONE } from '../catalog/book.service.ts';
import { notifyTrack } from '../catalog/publication-notify.service.ts';
import type { AppContext } from '../context.ts';
import { unloggedWrite, type Write } from '../audit/operation-log.ts';
import { invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { namedWork, recordingsOf, setTextWork } from './text-work.queries.ts';
import { openWork } from './track.service.ts';

type Row = NonNullable<Awaited<ReturnType<typeof namedWork>>>;
const wire = ({ id, title, kind }: Row): NamedWork => ({ publishId: id, title, kind });
const isText = ({ kind }: Row): boolean => kind === 'book' || kind === 'textbook';

/** Returns the text of a recording on sale, and the recordings of a text; a work that is not on sale has neither. */
export async function pair(context: AppContext, publishId: number): Promise<Pair> {
  const work = await namedWork(context.db, publishId);
  if (!work || work.status !== 'listed') throw missing(GONE);
  const text = work.textWorkId === null ? undefined : await namedWork(context.db, work.textWorkId);
  return {
    text: text?.status === 'listed' ? wire(text) : null,
    recordings: isText(work) ? (await recordingsOf(context.db, publishId)).map(wire) : [],
  };
}

export async function textWork(context: AppContext, publishId: number): Promise<NamedWork | null> {
  const work = await namedWork(context.db, publishId);
  const text = work?.textWorkId ? await namedWork(context.db, work.textWorkId) : undefined;
  return text ? wire(text) : null;
}

/** Sets or removes the text of a recording. */
export async function saveTextWork(
  context: AppContext,
  currentUser: CurrentUser,
  { publishId, textPublishId }: { publishId: number; textPublishId: number | null },
  write: Write = unloggedWrite(context),
): Promise<NamedWork | null> {
  await write(async (tx) => {
    const work = await openWork(tx, publishId);
    const text = textPublishId === null ? null : await namedWork(tx, textPublishId);
    if (text === undefined) throw invalid('这本图书不存在或已删除，请重新选择');
    if (text && !isText(text)) throw invalid('请选择图书或数字教材');
    await setTextWork(tx, work.id, text?.id ?? null, currentUser, Date.now());
    await notifyTrack(tx, currentUser, work.id, text ? `设置了对应的图书《${text.title}》` : '取消了对应的图书');
  });
  return textWork(context, publishId);
}
