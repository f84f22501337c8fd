import { FACES, linePixels, paperOf, REGIONAL_FACES, THEMES, WEIGHTS, type Look } from './look.ts';
import type { PageBox } from '../page-box.ts';

/**
 * Chinese and Japanese typography does not slant characters: emphasis is Kai (楷体) or dots next to the text. Latin text in it was marked
 * earlier.
 */
const eastern = (names: string, languages = ':is(:lang(zh),:lang(ja))'): string => `:is(${names})${languages}:not([data-latin])`;

/** The elements that get emphasis dots from this style sheet. */
export const EMPHASIS_DOTS = '[data-dots] :is(em,i):lang(zh),:is(em,i):lang(ja)';

/**
 * Comes before the publisher's styles, with zero specificity: the defaults for what the book does not set.
 * `:lang(zh)` and `:lang(ja)` get the two-em indent; other languages get a smaller one. WebKit, the only engine with hanging punctuation,
 * would make every line of a `text-wrap: pretty` paragraph shorter; Chromium only prevents a last line of one character.
 * WebKit also makes a line taller by the height of its ruby, unless the ruby has no height. Chromium
 * justifies the last line of a pretty paragraph that ends in an element and a space. A block inside a line is not indented again: that
 * would push it over the end of the line.
 */
export const BASE_STYLE = `
html{--fixed:static}
:where(p){margin:0;text-indent:1.5em;text-wrap:pretty;hanging-punctuation:allow-end}
:where(p:not([align])){text-align:justify}
:where(:lang(zh) p,:lang(ja) p){text-indent:2em}
:where(p[data-tail]){text-wrap:wrap}
:where(p[data-large]){text-align:start}
:where([data-aligned]>p:not([align])){text-align:inherit}
:where(p[data-plate]:not([align])){text-align:center}
:where(p *){text-indent:0}
:where([data-drop])::first-letter{line-height:1}
:where(body){hyphens:auto}
:where(h1,h2,h3,h4,h5,h6,pre,code){hyphens:manual}
@supports (hanging-punctuation:allow-end){:where(:lang(zh) p,:lang(ja) p,:lang(ko) p){text-wrap:wrap}:where(rt){margin-block-start:-1.5em}}
:where(:is(h1,h2,h3,h4,h5,h6):not([align])){text-align:start}
:where(h1,h2,h3,h4,h5,h6){line-height:1.5;text-indent:0;break-after:avoid;break-inside:avoid;margin-block:1.2em .8em;text-wrap:balance}
:where([data-aligned]>:is(h1,h2,h3,h4,h5,h6):not([align])){text-align:inherit}
:where(h1){font-size:1.55em;letter-spacing:.06em;margin-block:1em 1.1em}
:where(h2){font-size:1.4em;letter-spacing:.06em}
:where(h3){font-size:1.15em}
:where(p,div,section,article,aside,blockquote,figure,li,dd,h1,h2,h3,h4,h5,h6){box-sizing:border-box}
:where(h1:first-child,h2:first-child){margin-block-start:1em}
:where(blockquote){margin-block:1em;margin-inline:2em}
:where(blockquote blockquote){margin-inline:1em 0}
:where(li li li>:is(ul,ol)){padding-inline-start:1em}
:where(figure){margin-block:1em;margin-inline:0;text-align:center;break-inside:avoid}
:where(figcaption){font-size:.85em;text-align:center}
:where(figure p,figcaption p,td p,th p){text-indent:0}
:where(pre,code){font-family:ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
:where(table){margin-block:1em;border-collapse:collapse;max-inline-size:100%}
:where(td,th){padding:.2em .5em;border:1px solid color-mix(in srgb,currentColor 30%,transparent)}
:where(iframe){box-sizing:border-box;border:1px solid color-mix(in srgb,currentColor 30%,transparent)}
:where(sup,sub){line-height:0;font-size:.68em}
:where(a){text-decoration:none}
:where(${eastern('em,i,cite,dfn,var,address')}){font-style:normal}
:where(${eastern('em,i', ':lang(zh)')}){font-family:${FACES.kai.stack},var(--own)}
:where([data-dots]) :where(${eastern('em,i', ':lang(zh)')}){font-family:inherit;text-emphasis:filled dot;text-emphasis-position:under right}
:where(${eastern('em,i', ':lang(ja)')}){text-emphasis:filled}
:where(rt){font-size:.5em}
[data-grown]::after{content:"";display:block;margin-block-start:calc(-1*var(--grown))}
html[data-repaired] body::before{content:"本章文件有错误，已尽量修复，内容可能有缺漏";display:block;margin-block-end:1em;padding-inline-start:.6em;border-inline-start:3px solid #b5542d;font-size:.8em;line-height:1.6;opacity:.85}
html[data-late]:not([data-repaired]) body::before{content:""!important;display:block!important;break-after:column!important}
:where(body>svg:only-child){font:medium serif}
`;

/**
 * WebKit on other than Apple devices sets vertical text with the punctuation of horizontal text, unless the `vert` feature is enabled
 * explicitly.
 */
const VERTICAL_STYLE = '@supports (hanging-punctuation:allow-end) and (not (font:-apple-system-body)){:where(body){font-feature-settings:"vert" 1}}';

/** A hidden root element would receive no taps, and the user could not turn the page. The book must not prevent that. */
const SEEN = 'html:root:root{display:block!important}';

/** For fixed-layout pages: their own content is not changed. */
export const FIXED_STYLE = `${SEEN}html{overflow:hidden!important;touch-action:pinch-zoom}:where(body){margin:0}`;

/** Pixels above the first line of a scroll and below its last line. */
const SCROLL_HEAD = 16;
const SCROLL_FOOT = 96;

/** Elements that may consist only of their background, such as a rule between two scenes. */
export const RULES = 'hr,:is(div,p,span):empty';

/** Without the colours of the book: before they are adapted to the page, and when the reader turned them off. */
const PLAIN = 'html:not([data-hues])';

/**
 * Comes after the publisher's styles: the page frame and the user's settings. `own`: the families of the book's
 * embedded fonts. They end every font list, so that they are loaded only for glyphs that no other font has.
 */
export function pageStyle(box: PageBox, look: Look, own = ''): string {
  const theme = THEMES[paperOf(look.theme)];
  const line = linePixels(look);
  const night = theme.dark
    ? `body *:not(a:link,img,svg,svg *){border-color:#45433f!important}
${PLAIN} :where(svg:not([fill])){fill:currentColor}
body *:not(${RULES}){background-image:none!important}
img[data-glyph],${RULES}{filter:invert(.88) hue-rotate(180deg)}`
    : '';
  const face = look.face === 'book' ? '' : `font-family:${FACES[look.face].stack},var(--own)!important;`;
  const weight = look.weight === 'regular' ? '' : `font-weight:${WEIGHTS[look.weight].value}!important;`;
  return `
${SEEN}html{--own:${own || 'serif'};--paper:${theme.paper};font-size:${look.fontSize}px!important;margin:0!important;padding:0!important;background:none!important;width:${box.width}px!important;height:${box.height}px!important;color-scheme:${theme.dark ? 'dark' : 'light'};-webkit-text-size-adjust:none;-webkit-tap-highlight-color:transparent;${scrollOf(box)}}
body{display:block!important;border:0!important;max-width:none!important;max-height:none!important;min-width:0!important;min-height:0!important;position:static!important;float:none!important;column-rule:none!important;overflow:visible!important;box-sizing:content-box!important;background:none!important;color:${theme.ink}!important;${face}${weight}font-size:1em!important;line-height:${line}px!important;line-break:strict;text-spacing-trim:trim-start;text-autospace:normal;overflow-wrap:break-word;orphans:1;widows:1;${blockOf(box)}}
:where(body){font-family:${FACES.book.stack},var(--own)}
p,li,dd,dt{line-height:inherit!important}
p[data-aligned],[data-spaced],[data-plate]{text-indent:0!important}
[data-large]{line-height:1.35!important}
[data-boxed]{display:block!important;position:static!important;height:auto!important;max-height:none!important;overflow:visible!important}
body *{max-inline-size:100%}
${PLAIN} body *:not(${RULES}){background-color:transparent!important}
${PLAIN} body *:not(a:link,img,svg,svg *){color:inherit!important}
${PLAIN} [data-drop]::first-letter{color:inherit!important}
a:link{color:${theme.link}!important}
${box.vertical ? VERTICAL_STYLE : ''}
${regional(look)}
${latin(look)}
img,video,svg,object,iframe{max-inline-size:min(100%,${box.column}px)!important;max-block-size:${box.scrolled ? 'none' : `${box.vertical ? box.width : box.height}px`}!important;object-fit:contain;break-inside:avoid;vertical-align:middle}
object,embed{pointer-events:none}
:is(td,th) :is(img,video,svg){max-inline-size:${box.column}px!important}
:where(img[width],svg[width]){height:auto}
${look.alignment === 'start' ? 'p:where(:not([data-aligned],[data-aligned]>*,[data-plate])),li,dd{text-align:start}' : ''}
${night}
::selection{background:rgb(240 190 80/.42)}
`;
}

/**
 * Elements for which the book sets a language. Inline text in another language is excluded: another font would shift its baseline and make
 * the line taller.
 */
const PASSAGE = 'body :is(p,h1,h2,h3,h4,h5,h6,li,dd,dt,td,th,div,section,article,blockquote,figcaption)[*|lang]';

/** Kai fonts have mainland character forms everywhere; most devices have no other Kai font. */
function regional({ face }: Look): string {
  if (face === 'kai') return '';
  return REGIONAL_FACES.map(({ languages, serif, sans }) => {
    const spoken = `:is(${languages.map((language) => `:lang(${language})`).join()})`;
    const family = `{font-family:${face === 'sans' ? sans : serif},var(--own)`;
    return `${face === 'book' ? `:where(body${spoken})${family}}` : `body${spoken}${family}!important}`}:where(${PASSAGE}${spoken})${family}}`;
  }).join('\n');
}

const WESTERN = {
  serif: 'Georgia,"Times New Roman","Noto Serif","Liberation Serif"',
  sans: '-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Arial',
};

function latin({ face }: Look): string {
  const stack = `{font-family:${WESTERN[face === 'sans' ? face : 'serif']},${FACES[face].stack},var(--own)`;
  // In a Chinese font quotes and apostrophes are as wide as its characters, also in an English passage.
  const passage = `:where([data-western],${PASSAGE}:not(:lang(zh),:lang(ja),:lang(ko)))${stack}}`;
  return (face === 'book' ? `:where(html[data-latin] body)${stack}}` : `html[data-latin] body${stack}!important}`) + passage;
}

function scrollOf({ scrolled, vertical }: PageBox): string {
  if (!scrolled) return 'overflow:hidden!important;touch-action:pinch-zoom;overscroll-behavior:none';
  const [along, across] = vertical ? ['x', 'y'] : ['y', 'x'];
  return `overflow-${along}:auto!important;overflow-${across}:hidden!important;touch-action:pan-${along} pinch-zoom;overscroll-behavior:contain;scrollbar-width:thin`;
}

function blockOf(box: PageBox): string {
  const paged = `margin:0!important;padding:0!important;columns:auto!important;column-width:${box.column}px!important;column-gap:${box.gap}px!important;column-fill:auto!important`;
  if (!box.scrolled) return `${paged};width:${box.vertical ? `${box.width}px` : 'auto'}!important;height:${box.height}px!important`;
  const padding = `padding-block:${SCROLL_HEAD}px ${SCROLL_FOOT}px!important;padding-inline:0!important;margin-block:0!important;margin-inline:auto!important`;
  return `columns:auto!important;inline-size:${box.column}px!important;block-size:auto!important;${padding}`;
}
