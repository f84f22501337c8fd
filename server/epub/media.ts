const BY_EXTENSION: Readonly<Record<string, string>> = {
  xhtml: 'application/xhtml+xml',
  html: 'text/html',
  htm: 'text/html',
  svg: 'image/svg+xml',
  css: 'text/css',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  vtt: 'text/vtt',
  ttf: 'font/ttf',
  otf: 'font/otf',
  woff: 'font/woff',
  woff2: 'font/woff2',
  // Attachments that a page may link to: the reader client offers them for download and does not show them.
  pdf: 'application/pdf',
  zip: 'application/zip',
  txt: 'text/plain',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};
const DOCUMENTS = new Set(['application/xhtml+xml', 'text/html', 'image/svg+xml', 'application/x-dtbook+xml', 'text/x-oeb1-document']);
/** Picture types that some browsers support and most do not. */
export const FEW_SHOW: ReadonlySet<string> = new Set(['image/jxl']);
const CARRIED = new Set([...Object.values(BY_EXTENSION), ...FEW_SHOW, 'audio/flac', 'audio/webm']);

export type Media = { readonly kind: 'document' | 'style' | 'font' | 'other'; readonly type: string };

/**
 * Returns the type under which a book file is served; null for unsupported kinds. The type found in the bytes (`found`) takes precedence
 * over the file name and the manifest, which may be wrong; of those two the stricter one counts.
 */
export function mediaOf(path: string, said: string, found: string | null = null): Media | null {
  const byName = BY_EXTENSION[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
  const isPicture = (type: string | undefined): boolean => type !== undefined && /^(image|audio|video|font)\//.test(type);
  if (found === 'image/svg+xml' && (isPicture(said) || isPicture(byName) || (!said && !byName))) return { kind: 'document', type: found };
  const document = [said, byName].find((type) => type !== undefined && DOCUMENTS.has(type));
  // A bitmap declared as SVG: parsing it as a document would give garbage.
  const isNoDocument = found !== null && found !== 'image/svg+xml' && (isPicture(found) || found.startsWith('application/'));
  if (document && !isNoDocument)
    return { kind: 'document', type: document === 'image/svg+xml' || document === 'text/html' ? document : 'application/xhtml+xml' };
  if (!isNoDocument && (said === 'text/css' || byName === 'text/css')) return { kind: 'style', type: 'text/css' };
  if (byName?.startsWith('video/') && said === byName.replace('video/', 'audio/')) return { kind: 'other', type: said };
  const type = carriedType(byName, said, found);
  if (!type) return null;
  return { kind: type.startsWith('font/') ? 'font' : 'other', type };
}

/** One container format holds audio and video, so its bytes do not show which it is. */
const CONTAINERS: Readonly<Record<string, RegExp>> = {
  'video/mp4': /^(audio|video)\/mp4$/,
  'audio/mp4': /^(audio|video)\/mp4$/,
  'audio/ogg': /^(audio|video)\/ogg$/,
  'video/webm': /^(audio|video)\/webm$/,
};

function carriedType(byName: string | undefined, said: string, found: string | null): string | undefined {
  const claimed = byName ?? (CARRIED.has(said) ? said : undefined);
  if (found === null) return claimed;
  if (claimed !== undefined && CONTAINERS[found]?.test(claimed)) return claimed;
  return CARRIED.has(found) ? found : undefined;
}
