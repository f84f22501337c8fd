import type videojs from 'video.js';
import words from 'video.js/dist/lang/zh-CN.json';

export type VideoJs = typeof videojs;
export type VideoPlayer = ReturnType<VideoJs>;

const TIMES = 'progress bar timing: currentTime={1} duration={2}';
const WORDS = {
  ...words,
  'Playback Rate': '倍速',
  Captions: '字幕',
  'captions off': '关闭字幕',
  'Drop shadow': '下阴影',
  Quality: '清晰度',
  [TIMES]: '{1}，共 {2}',
};
/** The player's texts for video, adapted to audio. */
export const SOUND_WORDS = Object.fromEntries(Object.entries(WORDS).map(([key, said]) => [key, said.replaceAll('视频', '音频')]));

/** Returns the player; loads its streaming module (which doubles the size) only for a film with a stream. */
export async function playerLibrary(stream: boolean): Promise<VideoJs> {
  const { default: library } = await (stream ? import('video.js') : import('video.js/core'));
  library.addLanguage('zh-CN', WORDS);
  return library;
}
