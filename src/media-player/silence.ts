import type { VideoPlayer } from './player-library.ts';

/** Browser-specific ways to detect a sound track: Firefox, Safari, and the others after some playback. */
interface Telling {
  readonly mozHasAudio?: boolean;
  readonly audioTracks?: { readonly length: number };
  readonly webkitAudioDecodedByteCount?: number;
}

const HAVE_METADATA = 1;
/** After this many seconds of playback, a film with sound has always decoded some of it. */
const PLAYED_S = 1;

/** Null if the browser does not report it, or not yet. */
function isSilent(video: Telling, played: boolean): boolean | null {
  if (video.mozHasAudio !== undefined) return !video.mozHasAudio;
  if (video.audioTracks) return video.audioTracks.length === 0;
  const { webkitAudioDecodedByteCount: read } = video;
  if (read) return false;
  return read === 0 && played ? true : null;
}

/** Reports that the film in `host` has no sound, and corrects this if sound appears later. */
export function watchSilence(player: VideoPlayer, host: HTMLElement, tell: (silent: boolean) => void): void {
  let from: number | null = null;
  let notified = false;
  player.on(['loadstart', 'seeking', 'pause'], () => (from = null));
  player.on(['loadedmetadata', 'timeupdate'], () => {
    const video = host.querySelector('video');
    if (!video || player.readyState() < HAVE_METADATA) return;
    const at = player.currentTime() ?? 0;
    if (!player.paused()) from ??= at;
    const silent = isSilent(video as Telling, from !== null && at - from >= PLAYED_S);
    if (silent === null || silent === notified) return;
    notified = silent;
    tell(silent);
  });
}
