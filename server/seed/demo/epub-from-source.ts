import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import type { BookSource } from './book-source.ts';
import { drawing } from './drawings.ts';
import { narratedSentences, narrationOf, type NarratedElement, type Narration } from './narration.ts';

const MTIME = new Date('2026-01-01T00:00:00Z');

/**
 * Builds an EPUB 3 from a plain-text source: the same source gives the same bytes. With `narration: yes` in its facts each chapter has a recording and
 * a media overlay by sentences.
 */
export async function epubFromSource(source: BookSource): Promise<Buffer> {
  const { facts, chapters } = source;
  const language = facts['language'] ?? 'zh-CN';
  const pages = chapters.map((chapter, index) => page(chapter, index, language, facts['narration'] === 'yes'));
  const pictures = [...new Set(pages.flatMap((one) => one.pictures))];
  const zip = new yazl.ZipFile();
  const add = (path: string, text: string, compress = true) => zip.addBuffer(Buffer.from(text), path, { mtime: MTIME, compress });
  add('mimetype', 'application/epub+zip', false);
  add(
    'META-INF/container.xml',
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  );
  const narrations = pages.map(({ narrated }, index) => (narrated.length > 0 ? narrationOf(fileOf(index), soundOf(index), narrated) : null));
  add('OEBPS/book.opf', packageOf(source, language, pictures, narrations));
  add('OEBPS/nav.xhtml', navOf(source, language));
  add('OEBPS/book.css', CSS + (facts['writing'] === 'vertical' ? 'html{writing-mode:vertical-rl}' : ''));
  for (const [index, { xhtml }] of pages.entries()) add(`OEBPS/${fileOf(index)}`, xhtml);
  for (const [index, narration] of narrations.entries()) {
    if (!narration) continue;
    add(`OEBPS/${overlayOf(index)}`, narration.overlay);
    zip.addBuffer(narration.audio, `OEBPS/${soundOf(index)}`, { mtime: MTIME, compress: false });
  }
  for (const name of pictures) add(`OEBPS/${name}.svg`, drawing(name));
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream as never);
}

const CSS = `body{margin:0 5%;line-height:1.8}h1{font-size:1.5em;text-align:center;margin:2em 0 1.5em;font-weight:600}
p{margin:0;text-indent:2em;text-align:justify}p.in{text-indent:0;margin:.8em 2em}p.break{text-indent:0;text-align:center;margin:1em 0}p[lang]{text-indent:0;margin:.6em 0 0}
em{font-style:normal;text-emphasis:filled dot;text-emphasis-position:under right}:lang(en)>em{font-style:italic;text-emphasis:none}figure{margin:1.5em 0;text-align:center}figure img{max-width:100%}figcaption{font-size:.85em}
aside{font-size:.85em;margin-top:2em}aside p{text-indent:0}a.note{font-size:.75em;vertical-align:super;text-decoration:none}
`;

const nameOf = (index: number): string => `chapter-${String(index + 1).padStart(2, '0')}`;
const fileOf = (index: number): string => `${nameOf(index)}.xhtml`;
const soundOf = (index: number): string => `${nameOf(index)}.wav`;
const overlayOf = (index: number): string => `${nameOf(index)}.smil`;
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

interface Page {
  readonly xhtml: string;
  readonly pictures: string[];
  /** What is read aloud, in order. */
  readonly narrated: NarratedElement[];
}

function page(chapter: BookSource['chapters'][number], index: number, language: string, isNarrated: boolean): Page {
  const notes: string[] = [];
  const pictures: string[] = [];
  const narrated: NarratedElement[] = isNarrated ? [{ id: `t${index}`, text: chapter.title, voice: 0 }] : [];
  const inline = (text: string): string =>
    escaped(text)
      .replace(/\{([^|{}]+)\|([^{}]+)\}/g, '<ruby>$1<rp>（</rp><rt>$2</rt><rp>）</rp></ruby>')
      .replace(/\*([^*]+)\*/g, '<em>$1</em>')
      .replace(/\[\^([^\]]+)\]/g, (_, note: string) => {
        notes.push(note);
        const n = notes.length;
        return `<a class="note" epub:type="noteref" role="doc-noteref" id="r${n}" href="#n${n}">[${n}]</a>`;
      });
  // The lines of a dialogue have two voices in turn.
  let turn = 0;
  const words = (line: string): string => {
    if (!isNarrated) return inline(line);
    turn = line.startsWith('“') ? turn + 1 : 0;
    return narratedSentences(line)
      .map((text) => {
        const id = `s${narrated.length}`;
        narrated.push({ id, text, voice: turn === 0 ? 0 : turn - 1 });
        return `<span id="${id}">${inline(text)}</span>`;
      })
      .join(' ');
  };
  const body = chapter.paragraphs.map((line) => {
    if (line === '---') return '<p class="break">＊</p>';
    if (line.startsWith('> ')) return `<p class="in">${words(line.slice(2))}</p>`;
    const foreign = /^@([a-z-]+) (.*)$/.exec(line);
    if (foreign) return `<p lang="${foreign[1]}" xml:lang="${foreign[1]}">${inline(foreign[2] ?? '')}</p>`;
    const picture = /^!\[([a-z-]+)\] ?(.*)$/.exec(line);
    if (!picture) return `<p>${words(line)}</p>`;
    const [, name = '', caption = ''] = picture;
    pictures.push(name);
    return `<figure><img src="${name}.svg" alt="${escaped(caption)}"/><figcaption>${escaped(caption)}</figcaption></figure>`;
  });
  const asides = notes.map(
    (note, at) => `<aside epub:type="footnote" role="doc-footnote" id="n${at + 1}"><p><a href="#r${at + 1}">[${at + 1}]</a> ${note}</p></aside>`,
  );
  const xhtml = `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}"><head><title>${escaped(chapter.title)}</title><link rel="stylesheet" href="book.css"/></head><body><section epub:type="chapter" aria-labelledby="t${index}"><h1 id="t${index}">${escaped(chapter.title)}</h1>${body.join('\n')}${asides.join('')}</section></body></html>`;
  return { xhtml, pictures, narrated };
}

/** Seconds as a clock value of SMIL. */
const clockOf = (seconds: number): string => `${seconds.toFixed(2)}s`;

function packageOf(
  { facts, chapters }: BookSource,
  language: string,
  pictures: readonly string[],
  narrations: readonly (Narration | null)[],
): string {
  const title = facts['title'] ?? '';
  const id = createHash('sha256').update(title).digest('hex');
  const uuid = `urn:uuid:${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(13, 16)}-8${id.slice(17, 20)}-${id.slice(20, 32)}`;
  const spoken = narrations.flatMap((one, index) => (one ? [{ index, seconds: one.seconds }] : []));
  const items = chapters
    .map(
      (_, index) =>
        `<item id="c${index}" href="${fileOf(index)}" media-type="application/xhtml+xml"${narrations[index] ? ` media-overlay="o${index}"` : ''}/>`,
    )
    .join('');
  const sounds = spoken
    .map(
      ({ index }) =>
        `<item id="o${index}" href="${overlayOf(index)}" media-type="application/smil+xml"/><item id="a${index}" href="${soundOf(index)}" media-type="audio/wav"/>`,
    )
    .join('');
  const durations = spoken
    .map(({ index, seconds }) => `<meta property="media:duration" refines="#o${index}">${clockOf(seconds)}</meta>`)
    .concat(spoken.length > 0 ? `<meta property="media:duration">${clockOf(spoken.reduce((sum, { seconds }) => sum + seconds, 0))}</meta>` : [])
    .join('');
  const drawn = pictures.map((name) => `<item id="p-${name}" href="${name}.svg" media-type="image/svg+xml"/>`).join('');
  const refs = chapters.map((_, index) => `<itemref idref="c${index}"/>`).join('');
  const direction = facts['writing'] === 'vertical' ? ' page-progression-direction="rtl"' : '';
  return `<?xml version="1.0" encoding="UTF-8"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">${uuid}</dc:identifier>${facts['isbn'] ? `<dc:identifier>urn:isbn:${facts['isbn'].replaceAll('-', '')}</dc:identifier>` : ''}<dc:title>${escaped(title)}</dc:title><dc:creator>${escaped(facts['author'] ?? '')}</dc:creator><dc:language>${language}</dc:language><dc:publisher>启明外语音像出版社</dc:publisher><dc:description>${escaped(facts['intro'] ?? '')}</dc:description><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta>${durations}</metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="css" href="book.css" media-type="text/css"/>${items}${sounds}${drawn}</manifest><spine${direction}>${refs}</spine></package>`;
}

function navOf({ chapters }: BookSource, language: string): string {
  const items = chapters.map(({ title }, index) => `<li><a href="${fileOf(index)}">${escaped(title)}</a></li>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}"><head><title>目录</title></head><body><nav epub:type="toc"><h1>目录</h1><ol>${items}</ol></nav></body></html>`;
}
