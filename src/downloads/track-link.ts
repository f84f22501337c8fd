import { mediaPath } from '../../contract/media/address.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { getLink } from '../../contract/media/link.ts';
import { call } from '../api/call.ts';
import { loadDownloads } from './downloads.store.ts';
import { downloadedTrack, noteCaptions } from './track-downloads.store.ts';
import type { Link } from './link-refresh.ts';

/** Returns the source of a track for the current user: the copy on this device, or a link valid for ten minutes. */
export async function linkTo(mediaId: number, durationSec: number, online = false): Promise<Link> {
  const kept = online
    ? null
    : await loadDownloads().then(
        () => downloadedTrack(mediaId),
        () => null,
      );
  const asked = (): Promise<DataOf<typeof getLink>> => call(getLink, { params: { mediaId } }, { known: true });
  if (kept) {
    if (navigator.onLine)
      void asked()
        .then(({ whole, captions }) => (whole ? noteCaptions(mediaId, captions) : undefined))
        .catch(() => undefined);
    return {
      url: mediaPath(mediaId),
      streamUrl: '',
      mime: kept.file.type,
      whole: true,
      playSec: durationSec,
      captions: kept.captions,
      until: Infinity,
      rightUntil: kept.validTo ?? Infinity,
    };
  }
  const { url, streamUrl, mime, whole, playSec, captions, expiresIn, rightMs } = await asked();
  const now = Date.now();
  return { url, streamUrl, mime, whole, playSec, captions, until: now + expiresIn, rightUntil: rightMs === null ? Infinity : now + rightMs };
}
