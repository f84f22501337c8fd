import type { VideoPlayer } from './player-library.ts';

/** Browsers tell it each in their own way: Firefox, Safari, and the others once some of it was played. */
interface Telling {
  readonly mozHasAudio?: boolean;
  readonly audioTracks?: { readonly length: number };
  readonly webkitAudioDecodedByteCount?: number;
}

const HAVE_METADATA = 1;
/** So much of what has sound is never played before any of the sound was read. */
const PLAYED_S = 1;

/** Null where the browser does not tell, or not yet. */
function isSilent(video: Telling, played: boolean): boolean | null {
  if (video.mozHasAudio !== undefined) return !video.mozHasAudio;
  if (video.audioTracks) return video.audioTracks.length === 0;
  const { webkitAudioDecodedByteCount: read } = video;
  if (read) return false;
  return read === 0 && played ? true : null;
}

/** Tells that the film in `host` has no sound, and should it have some after all. */
export function watchSilence(player: VideoPlayer, host: HTMLElement, tell: (silent: boolean) => void): void {
  let from: number | null = null;
  let told = false;
  player.on(['loadstart', 'seeking', 'pause'], () => (from = null));
  player.on(['loadedmetadata', 'timeupdate'], () => {
    const video = host.querySelector('video');
    if (!video || player.readyState() < HAVE_METADATA) return;
    const at = player.currentTime() ?? 0;
    if (!player.paused()) from ??= at;
    const silent = isSilent(video as Telling, from !== null && at - from >= PLAYED_S);
    if (silent === null || silent === told) return;
    told = silent;
    tell(silent);
  });
}
