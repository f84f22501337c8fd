import type { DataOf } from '../../contract/endpoint.ts';
import type { getLink } from '../../contract/media/link.ts';

export interface Link extends Pick<DataOf<typeof getLink>, 'url' | 'streamUrl' | 'mime' | 'whole' | 'playSec' | 'captions'> {
  /** Epoch milliseconds; Infinity for a copy on this device. */
  readonly until: number;
  /** Until when the track may be played at all, with any link; Infinity without a limit. */
  readonly rightUntil: number;
}

/** Renewed after this part of its lifetime. */
const RENEW_AT = 0.8;

export interface LinkRefresh {
  /** Returns a new link if the current one has expired or soon will; null while it is valid. */
  fresh(): Promise<Link | null>;
  stop(): void;
}

/** Renews a link before it expires, so that it is ready when the player next needs one: after a pause, a seek or a failure. */
export function refreshLink(first: Link, ask: () => Promise<Link>, now: () => number = Date.now): LinkRefresh {
  let used = first;
  let next: Promise<Link> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let begun = now();
  const renew = (): Promise<Link> => {
    next ??= ask().catch((error: unknown) => {
      next = null;
      throw error;
    });
    return next;
  };
  const plan = (): void => {
    if (used.until !== Infinity) timer = setTimeout(() => void renew().catch(() => undefined), Math.max(1_000, (used.until - now()) * RENEW_AT));
  };
  plan();
  return {
    async fresh() {
      if (used.until === Infinity) return null;
      if (!next && used.until - now() > (used.until - begun) * (1 - RENEW_AT)) return null;
      let link = await renew();
      // The renewed link expired too, because it was not needed for long, for example in a pause of an hour.
      if (link.until <= now()) {
        next = null;
        link = await renew();
      }
      used = link;
      begun = now();
      next = null;
      clearTimeout(timer);
      plan();
      return used;
    },
    stop: () => clearTimeout(timer),
  };
}
