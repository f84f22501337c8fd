import type { Clip } from '../../contract/reading/prepared-book.ts';
import type { Speech, Spoken } from './read-aloud.ts';

/** Clips with a smaller gap in seconds are played continuously, without a seek. */
const ONE_BREATH = 0.2;

export interface Recording {
  /** Plays a clip at the speed `rate()`, or resumes it where it was stopped. Throws if the recording cannot be played. */
  play(address: string, clip: Clip, rate: () => number, how: Spoken): Speech;
  close(): void;
}

/** Plays the publisher's narration: one audio element plays clip after clip. */
export function recording(audio: HTMLAudioElement = new Audio()): Recording {
  audio.preload = 'auto';
  return {
    play(address, { from, to }, rate, { goesOn, reached }) {
      // Seeking beyond its end would restart the recording.
      if (audio.src === address && from >= audio.duration) return { done: Promise.resolve(false), stop: () => {}, adapt: () => {} };
      let finish: (cut: boolean) => void = () => {};
      const done = new Promise<boolean>((resolve, reject) => {
        const over = (): boolean => audio.ended || (to !== null && audio.currentTime >= to);
        let left = false;
        const leave = (): void => {
          left = true;
          audio.removeEventListener('error', fail);
          audio.removeEventListener('timeupdate', look);
          audio.removeEventListener('timeupdate', notify);
          audio.removeEventListener('ended', look);
          audio.removeEventListener('pause', halt);
        };
        finish = (cut) => {
          if (left) return;
          leave();
          audio.pause();
          resolve(cut);
        };
        const fail = (): void => {
          leave();
          reject(new Error(`the recording cannot be played: ${audio.error?.code ?? 0}`));
        };
        const look = (): void => {
          if (over()) finish(false);
        };
        const notify = (): void => {
          const part = (audio.currentTime - from) / ((to ?? audio.duration) - from);
          if (!left && part > 0 && part < 1) reached(part);
        };
        // A call, headphones or a media key. The pause event before this clip may arrive late, while it already plays.
        const halt = (): void => {
          if (audio.paused) finish(!over());
        };
        // A hidden page gets no animation frames, but playback continues.
        const watch = (): void => {
          look();
          if (!left) requestAnimationFrame(watch);
        };
        audio.addEventListener('error', fail);
        audio.addEventListener('timeupdate', look);
        audio.addEventListener('timeupdate', notify);
        audio.addEventListener('ended', look);
        audio.addEventListener('pause', halt);
        const stays = goesOn && audio.src === address && !audio.ended && audio.currentTime > from && (to === null || audio.currentTime < to);
        // After a failure the source is loaded again.
        if (audio.src !== address || audio.error) audio.src = address;
        if (!stays && (audio.ended || Math.abs(audio.currentTime - from) > ONE_BREATH)) audio.currentTime = from;
        audio.playbackRate = rate();
        audio.play().then(
          () => (left ? undefined : watch()),
          (error: unknown) => {
            if (left) return;
            leave();
            reject(error instanceof Error ? error : new Error(String(error)));
          },
        );
      });
      return {
        done,
        stop: () => finish(true),
        adapt: () => void (audio.playbackRate = rate()),
      };
    },
    close() {
      audio.pause();
      audio.removeAttribute('src');
      audio.load();
    },
  };
}
