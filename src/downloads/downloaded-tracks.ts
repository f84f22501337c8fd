import { type DownloadedTrack, partKey, trackFileKey, trackKey, TRACKS_PREFIX } from '../../sw/messages.ts';
import { downloadStorage } from './download-storage.ts';

/** The downloaded tracks of one user on this device, each in verified parts. */
export interface DownloadedTracks {
  readonly userId: number;
  list(): Promise<DownloadedTrack[]>;
  get(mediaId: number): Promise<DownloadedTrack | null>;
  /** Numbers of the stored parts. */
  parts(mediaId: number): Promise<Set<number>>;
  put(record: DownloadedTrack): Promise<void>;
  /** Stores the description of the file before its parts. */
  begin(record: DownloadedTrack, partBytes: number): Promise<void>;
  putPart(mediaId: number, index: number, body: ArrayBuffer): Promise<void>;
  remove(mediaId: number): Promise<void>;
}

export function downloadedTracks(userId: number): DownloadedTracks {
  const store = downloadStorage(userId);
  return {
    userId,
    list: () => store.all<DownloadedTrack>(TRACKS_PREFIX),
    get: (mediaId) => store.get<DownloadedTrack>(trackKey(mediaId)),
    async parts(mediaId) {
      const prefix = `${trackFileKey(mediaId)}#`;
      return new Set((await store.keys(prefix)).map((key) => Number(key.slice(prefix.length))));
    },
    put: (record) => store.write([[trackKey(record.mediaId), record]]),
    begin: (record, partBytes) =>
      store.write([
        [trackKey(record.mediaId), record],
        [trackFileKey(record.mediaId), { type: record.file.type, body: new ArrayBuffer(0), parts: { bytes: record.file.bytes, each: partBytes } }],
      ]),
    putPart: (mediaId, index, body) => store.write([[partKey(trackFileKey(mediaId), index), { type: '', body }]]),
    remove: (mediaId) => store.remove([trackKey(mediaId), trackFileKey(mediaId)], [`${trackFileKey(mediaId)}#`]),
  };
}
