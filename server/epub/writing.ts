import type { WrittenFile } from './files.ts';
import type { Package } from './package/package.ts';
import { hrefBetween } from './path.ts';
import { xmlEscape } from './xml.ts';

export const CONTAINER = 'META-INF/container.xml';

export const writeContainer = (opf: string): string =>
  '<?xml version="1.0" encoding="utf-8"?>\n<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">' +
  `<rootfiles><rootfile full-path="${xmlEscape(opf)}" media-type="application/oebps-package+xml"/></rootfiles></container>`;

interface OpfParts {
  readonly pack: Package;
  readonly title: string;
  readonly opf: string;
  readonly nav: string | null;
  readonly ncx: string | null;
  readonly cover: string | null;
  readonly files: readonly WrittenFile[];
}

const SPINE_PROPERTY = /^(rendition:)?(page-spread-(left|right|center)|(layout|orientation|spread|flow)-[a-z-]+|align-x-center)$/;

/** Writes a package file with only the parsed data, so that no other content of the original package is passed on. */
export function writeOpf({ pack, title, opf, nav, ncx, cover, files }: OpfParts): string {
  const listed = files.filter((file) => file.path !== CONTAINER && file.path !== opf);
  const ids = new Map(listed.map((file, at) => [file.path, `i${at}`]));
  const dc = (name: string, value: string, attributes = ''): string => (value ? `<dc:${name}${attributes}>${xmlEscape(value)}</dc:${name}>` : '');
  const metadata = [
    dc('identifier', pack.identifier || 'unknown', ' id="uid"'),
    dc('title', title),
    dc('language', pack.language || 'zh'),
    ...pack.creators.map((name) => dc('creator', name)),
    dc('publisher', pack.publisher),
    dc('date', pack.date),
    dc('description', pack.description),
    ...pack.rendition.map((meta) => `<meta property="${xmlEscape(meta.property)}">${xmlEscape(meta.value)}</meta>`),
    cover ? `<meta name="cover" content="${ids.get(cover) ?? ''}"/>` : '',
  ];
  const manifest = listed.map((file) => {
    const properties = file.path === nav ? 'nav' : file.path === cover ? 'cover-image' : '';
    return `<item id="${ids.get(file.path)}" href="${xmlEscape(hrefBetween(opf, file.path))}" media-type="${file.type}"${properties && ` properties="${properties}"`}/>`;
  });
  const spine = pack.spine.map(({ item, linear, properties }) => {
    const kept = properties.filter((property) => SPINE_PROPERTY.test(property)).join(' ');
    return `<itemref idref="${ids.get(item.path)}"${linear ? '' : ' linear="no"'}${kept && ` properties="${kept}"`}/>`;
  });
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid">' +
    `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata.join('')}</metadata><manifest>${manifest.join('')}</manifest>` +
    `<spine page-progression-direction="${pack.direction}"${ncx ? ` toc="${ids.get(ncx)}"` : ''}>${spine.join('')}</spine></package>`
  );
}
