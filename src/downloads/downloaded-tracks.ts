import { type KeptTrack, partKey, trackFileKey, trackKey, TRACKS_PREFIX } from '../../sw/messages.ts';
import { keptStore } from './download-storage.ts';

/** The tracks one person keeps on this device, each in verified parts. */
export interface KeptTracks {
  readonly userId: number;
  list(): Promise<KeptTrack[]>;
  get(mediaId: number): Promise<KeptTrack | null>;
  /** Numbers of the parts that are stored. */
  parts(mediaId: number): Promise<Set<number>>;
  put(record: KeptTrack): Promise<void>;
  /** What the file is, before its parts. */
  begin(record: KeptTrack, partBytes: number): Promise<void>;
  putPart(mediaId: number, index: number, body: ArrayBuffer): Promise<void>;
  remove(mediaId: number): Promise<void>;
}

export function keptTracks(userId: number): KeptTracks {
  const store = keptStore(userId);
  return {
    userId,
    list: () => store.all<KeptTrack>(TRACKS_PREFIX),
    get: (mediaId) => store.get<KeptTrack>(trackKey(mediaId)),
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
