import { initName, pieceName, piecesWithin, type Level } from './stream-level.ts';

/** Returns the list of sizes. `query` is appended to every address, so that the same link opens everything the list refers to. */
export function sizeList(levels: readonly Level[], query: string): string {
  const lines = levels.flatMap(({ size, width, height, bandwidth, codecs }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${width}x${height},CODECS="${codecs}"`,
    `${size}.m3u8${query}`,
  ]);
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n');
}

/** Returns the segment list of one size, as far as `playSec` seconds need. */
export function pieceList(level: Level, playSec: number, query: string): string {
  const pieces = level.seconds.slice(0, piecesWithin(level, playSec));
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(...level.seconds))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${initName(level.size)}${query}"`,
    ...pieces.flatMap((seconds, index) => [`#EXTINF:${seconds.toFixed(6)},`, `${pieceName(level.size, index)}${query}`]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}
