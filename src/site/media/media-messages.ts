import type { BookDetail } from '../../../contract/catalog/book.ts';
import type { Track } from '../../../contract/media/track.ts';

export const playPath = (publishId: number, mediaId: number): string => `/cms/main/collectedVideoPlay?publishId=${publishId}&mediaId=${mediaId}`;

/** Of the keys of the system; a drawing inside an address is no picture to them. */
export const artworkOf = (poster: string): string => (poster.startsWith('data:') ? '' : poster);

export type TrackRight = 'whole' | 'trial' | 'none';

/** What somebody may hear or see of a track. */
export function trackRight(track: Track, entitled: boolean): TrackRight {
  if (track.isFree || entitled) return 'whole';
  return track.trialSec > 0 ? 'trial' : 'none';
}

/** 试听 for sound, 试看 for pictures. */
export const trialName = (track: Pick<Track, 'mediaType'>): string => (track.mediaType === 'video' ? '试看' : '试听');

export function trialWords(track: Track): string {
  const { trialSec } = track;
  const length = trialSec % 60 === 0 ? `${trialSec / 60} 分钟` : `${trialSec} 秒`;
  return `${trialName(track)} ${length}`;
}

export const kindName = (work: Pick<BookDetail, 'kind'>): string => (work.kind === 'video' ? '视频' : '音频');

/** 约 12 分钟 */
export function lengthWords(tracks: readonly Track[]): { value: string; unit: string } {
  const seconds = tracks.reduce((sum, track) => sum + track.durationSec, 0);
  return seconds < 60 ? { value: String(seconds), unit: '秒' } : { value: String(Math.round(seconds / 60)), unit: '分钟' };
}

/** What is said where a work of several parts was played to its end; `next` is a part that follows and may not be played. */
export const endWords = ({ count, next, unit }: { count: number; next: Track | undefined; unit: string }): string =>
  next ? `下一${unit}“${next.title}”还没有为您开放。` : count > 1 ? `放完了，这是最后一${unit}。` : '放完了。';

/** What is said where the network is gone and nothing on this device plays; `unit` is what a part of the work is called. */
export const awayWords = ({ begun, over, unit }: { begun: boolean; over: boolean; unit: string }): string =>
  over ? '本机副本已过期，请在联网续期后重新下载。' : begun ? '网络断了，联网后接着放。' : `这一${unit}没有存到本机，联网后可以播放。`;
