import type { DataOf } from '../../contract/endpoint.ts';
import type { getLink } from '../../contract/media/link.ts';

export interface Link extends Pick<DataOf<typeof getLink>, 'url' | 'streamUrl' | 'mime' | 'whole' | 'playSec' | 'captions'> {
  /** Epoch milliseconds; Infinity for a copy on this device. */
  readonly until: number;
  /** So long it may be played at all, on this link or another; Infinity without a limit. */
  readonly rightUntil: number;
}

/** Asked for anew when this part of its life is over. */
const RENEW_AT = 0.8;

export interface LinkRefresh {
  /** A fresh link if the one in use has run out, or is about to; null while it still lasts. */
  fresh(): Promise<Link | null>;
  stop(): void;
}

/** Renews a link before it runs out, so that it is there when the player next needs one: at a pause, a jump, a break. */
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
      // What was fetched ahead ran out itself where nobody needed it for long: a pause of an hour.
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
