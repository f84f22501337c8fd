import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Alert, Button, Skeleton } from 'antd';
import type { placedMedia } from '../../../contract/textbook/placed.ts';
import { PLACED_KINDS } from '../../../contract/textbook/textbook-limits.ts';
import { documentLoader } from '../../reader-engine/frame/document-loader.ts';
import { loadLayoutFixes } from '../../reader-engine/fit/layout-fixes.ts';
import { makeFrame, type PageFrame } from '../../reader-engine/frame/page-frame.ts';
import { spreadsOf, traitsIn } from '../../reader-engine/spreads.ts';
import { defaultLook } from '../../reader-engine/style/look.ts';
import { editionBook } from '../layout-check/edition-book.ts';
import { type Paragraph, paragraphOf, paragraphsOf } from './paragraphs.ts';

export type PlacedRow = (typeof placedMedia.list.row)['_zod']['output'];

interface Props {
  readonly publishId: number;
  readonly editionId: number;
  readonly documentIndex: number;
  readonly items: readonly PlacedRow[];
  /** Quote of the chosen paragraph. */
  readonly picked: string;
  readonly onParagraphs: (paragraphs: readonly Paragraph[]) => void;
  readonly onPick: (paragraph: Paragraph) => void;
  readonly retry: () => void;
}

/** The marks inside the frame of the page, which does not have the tokens of the shell: `token` reads one. */
const marksWith = (token: (name: string) => string): string => `[data-paragraph]{cursor:pointer}
[data-paragraph]:hover{outline:1px dashed ${token('--ant-color-primary')};outline-offset:3px}
[data-declared]{outline:1px dotted ${token('--ant-color-success')};outline-offset:3px}
[data-picked]{outline:2px solid ${token('--ant-color-primary')}!important;outline-offset:3px}
[data-placed]::after{content:attr(data-placed);display:block;margin:2px 0 6px;padding:0 8px;border-radius:10px;background:${token('--ant-color-primary-bg')};color:${token('--ant-color-text')};font:12px/20px sans-serif;text-indent:0;width:fit-content;max-width:100%}`;

/** A chapter as one long page, laid out by the engine of the reader. A click chooses a paragraph; the form has the same choice for the keyboard. */
export function PageView({ publishId, editionId, documentIndex, items, picked, onParagraphs, onPick, retry }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [frame, setFrame] = useState<PageFrame | null>(null);
  const [paragraphs, setParagraphs] = useState<readonly Paragraph[]>([]);
  const [failed, setFailed] = useState(false);
  const pick = useEffectEvent(onPick);
  const known = useEffectEvent(onParagraphs);

  useEffect(() => {
    const place = host.current;
    if (!place) return;
    let made: PageFrame | null = null;
    let ended = false;
    setFailed(false);
    setFrame(null);
    void (async () => {
      const [{ base, book }] = await Promise.all([editionBook(publishId, editionId), loadLayoutFixes()]);
      const ready = await documentLoader(base, book).load(documentIndex);
      if (ended) return;
      const room = { width: place.clientWidth, height: place.clientHeight };
      const look = { ...defaultLook(room.width), theme: 'warm' as const, flow: 'scroll' as const };
      made = makeFrame(
        place,
        traitsIn(book, spreadsOf(book), () => look),
      );
      made.fill(documentIndex, ready, room, look);
      made.show(0);
      made.setVisible(true);
      made.element.title = '章节页面';
      const inside = made.document;
      const sheet = new (made.element.contentWindow as Window & typeof globalThis).CSSStyleSheet();
      const tokens = getComputedStyle(place);
      sheet.replaceSync(marksWith((name) => tokens.getPropertyValue(name)));
      inside.adoptedStyleSheets.push(sheet);
      const all = paragraphsOf(inside, documentIndex);
      for (const { block, declared } of all) {
        block.setAttribute('data-paragraph', '');
        block.toggleAttribute('data-declared', declared);
      }
      inside.addEventListener('click', (event) => {
        event.preventDefault();
        const block = (event.target as Element).closest?.('[data-paragraph]');
        const chosen = all.find((one) => one.block === block);
        if (chosen) pick(chosen);
      });
      setParagraphs(all);
      known(all);
      setFrame(made);
    })().catch(() => {
      if (!ended) setFailed(true);
    });
    return () => {
      ended = true;
      made?.destroy();
    };
  }, [publishId, editionId, documentIndex]);

  useEffect(() => {
    if (!frame) return;
    for (const { block, quote } of paragraphs) {
      block.toggleAttribute('data-picked', picked !== '' && quote === picked);
      block.removeAttribute('data-placed');
    }
    for (const item of items) {
      const block = paragraphOf(frame.document, paragraphs, item)?.block;
      const before = block?.getAttribute('data-placed');
      block?.setAttribute('data-placed', `${before ? `${before}　` : ''}${PLACED_KINDS[item.kind]}：${item.label}`);
    }
    const chosen = paragraphs.find(({ quote }) => picked !== '' && quote === picked);
    if (chosen) frame.showAt(chosen.block, 80);
  }, [frame, paragraphs, items, picked]);

  return (
    <div className="placed-page">
      {failed ? (
        <Alert type="error" showIcon title="章节没有取到，请检查网络后再试" action={<Button onClick={retry}>重试</Button>} />
      ) : frame ? null : (
        <Skeleton active paragraph={{ rows: 8 }} style={{ padding: 16 }} />
      )}
      <div ref={host} className="placed-page-host" hidden={failed} />
    </div>
  );
}
