import type { DataOf } from '../../contract/endpoint.ts';
import { getLink } from '../../contract/media/link.ts';
import { call } from '../api/call.ts';

export interface Link extends Pick<DataOf<typeof getLink>, 'url' | 'mime' | 'whole' | 'playSec' | 'captions'> {
  /** Epoch milliseconds. */
  readonly until: number;
}

/** Asked for anew when this part of its life is over. */
const RENEW_AT = 0.8;

/** A link of ten minutes to a track's bytes, for whoever is here. */
export async function linkTo(mediaId: number): Promise<Link> {
  const { url, mime, whole, playSec, captions, expiresIn } = await call(getLink, { params: { mediaId } }, { known: true });
  return { url, mime, whole, playSec, captions, until: Date.now() + expiresIn };
}

export interface LinkKeeper {
  /** A fresh link if the one in use has run out, or is about to; null while it still lasts. */
  fresh(): Promise<Link | null>;
  stop(): void;
}

/** Renews a link before it runs out, so that it is there when the player next needs one: at a pause, a jump, a break. */
export function keepLink(first: Link, ask: () => Promise<Link>, now: () => number = Date.now): LinkKeeper {
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
    timer = setTimeout(() => void renew().catch(() => undefined), Math.max(1_000, (used.until - now()) * RENEW_AT));
  };
  plan();
  return {
    async fresh() {
      if (!next && used.until - now() > (used.until - begun) * (1 - RENEW_AT)) return null;
      used = await renew();
      begun = now();
      next = null;
      clearTimeout(timer);
      plan();
      return used;
    },
    stop: () => clearTimeout(timer),
  };
}
