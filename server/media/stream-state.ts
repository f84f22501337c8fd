import type { Selectable } from 'kysely';
import type { AdminTrack } from '../../contract/media/track.ts';
import type { MediaStreamTable } from '../db/tables/media-tables.ts';
import type { Level } from './stream-level.ts';

type Row = Pick<Selectable<MediaStreamTable>, 'state' | 'message' | 'levels' | 'leaseUntil'>;

/** Why streams were not created, by the error message of ffmpeg or the server, with advice for the editor. */
const REASONS: readonly (readonly [said: RegExp, words: string])[] = [
  [/^took longer/, '制作超过了时限，请把影片拆成几段后重新上传'],
  [/^wrote more/, '制作出来的文件过大，请降低码率后重新上传'],
  [/^was interrupted/, '制作多次中断，请重试；如仍失败请联系管理员'],
  [/No space left|ENOSPC/, '服务器的磁盘已满，请联系管理员清理后重试'],
];
const OTHER = '画面或声音无法转换，请用H.264画面、AAC声音重新导出后上传，或重试一次';

/** Returns the state of a video's streams as a message for the back office. `makes`: whether this server can create streams. */
export function streamState(
  film: { mediaType: 'audio' | 'video'; state: string },
  row: Row | undefined,
  makes: boolean,
  now: number,
): AdminTrack['stream'] {
  const shown = (state: AdminTrack['stream']['state'], message = '') => ({ state, message, sizes: [] });
  if (film.mediaType !== 'video' || film.state !== 'ready') return shown('none');
  if (row?.state === 'ready') return { ...shown('ready'), sizes: (JSON.parse(row.levels) as Level[]).map(({ size }) => size) };
  if (row?.state === 'failed') return shown('failed', REASONS.find(([said]) => said.test(row.message))?.[1] ?? OTHER);
  if (row && row.leaseUntil >= now) return shown('running');
  return shown(makes ? 'waiting' : 'none');
}
