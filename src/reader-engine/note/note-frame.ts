import { watchLateLoads } from '../frame/late-loads.ts';
import { loadLayoutFixes } from '../fit/layout-fixes.ts';
import type { Look } from '../style/look.ts';
import type { BookNote } from './note.ts';
import { NOTE_AROUND, NOTE_PART } from './note-copy.ts';
import { type FrameTraits, makeFrame } from '../frame/page-frame.ts';
import { OWN_SHEET } from '../queryable.ts';

const XHTML = 'http://www.w3.org/1999/xhtml';
/** A note that the book hides, floats or places on its page is shown in the frame in normal flow. */
const SHOWN =
  'display:revert!important;visibility:visible!important;opacity:1!important;position:static!important;float:none!important;clip:auto!important;clip-path:none!important;transform:none!important;inline-size:auto!important;block-size:auto!important;max-block-size:none!important;overflow:visible!important;break-before:auto!important';
const STYLE = `html:root body{padding-block:2px 6px!important}
html:root body [${NOTE_AROUND}]{${SHOWN};margin:0!important;padding:0!important;border:0!important;text-indent:0!important}
html:root body [${NOTE_PART}]{${SHOWN};margin-inline:0!important}
html:root li[${NOTE_PART}]{list-style:none!important}
html:root body [${NOTE_PART}]:first-child{margin-block-start:0!important;text-indent:0!important}
html:root body [${NOTE_PART}]>:first-child{margin-block-start:0!important;text-indent:0!important}`;

export interface NoteFrame {
  lay(look: Look): void;
  stop(): void;
}

/** Shows a note in `host` as the book has it, as high as the note and at most as high as `most` pixels; a longer note scrolls. */
export async function noteFrame(
  host: HTMLElement,
  note: BookNote,
  traits: FrameTraits,
  first: Look,
  on: { most(): number; link(address: string, original: Element | undefined): void; escape(): void },
): Promise<NoteFrame> {
  await loadLayoutFixes();
  let look = first;
  const frame = makeFrame(host, traits);
  const { document: inside, element } = frame;
  element.title = `注释 ${note.sign}`.trim();
  const style = note.root.ownerDocument.createElementNS(XHTML, 'style');
  style.setAttribute(OWN_SHEET, '');
  style.textContent = STYLE;
  const root = note.root.cloneNode(true) as Element;
  frame.fill(0, { root, viewport: null }, { width: host.clientWidth, height: on.most() }, { ...look, flow: 'scroll' });
  inside.head.append(style);
  const links = [...inside.querySelectorAll('a[href]')];

  const lay = (): void => {
    const most = on.most();
    const wanted = { ...look, flow: 'scroll', columns: 'one' } as const;
    frame.layOut({ width: host.clientWidth, height: most }, wanted);
    const vertical = frame.scrolled?.vertical ?? false;
    const height = vertical ? most : Math.min(most, Math.ceil(inside.body.getBoundingClientRect().height));
    host.style.height = `${height}px`;
    if (height < most) frame.layOut({ width: host.clientWidth, height }, wanted);
  };
  lay();
  element.style.visibility = 'visible';
  const unwatch = watchLateLoads(inside, lay);
  const stopping = new AbortController();
  const { signal } = stopping;
  const follow = (event: Event): void => {
    const link = (event.target as Element | null)?.closest?.('a[href],area[href]');
    if (!link) return;
    event.preventDefault();
    on.link(link.getAttribute('href') ?? '', note.links[links.indexOf(link)]);
  };
  inside.addEventListener('click', follow, { signal });
  inside.addEventListener('auxclick', follow, { signal });
  inside.addEventListener('keydown', ({ key }) => key === 'Escape' && on.escape(), { signal });
  return {
    lay(wanted) {
      look = wanted;
      lay();
    },
    stop() {
      stopping.abort();
      unwatch();
      frame.destroy();
    },
  };
}
