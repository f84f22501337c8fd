import { useEffect, useRef, useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { getBook } from '../../../contract/catalog/book.ts';
import { queryOf } from '../../api/query-client.ts';
import { PageBlocks } from '../../page-blocks/page-blocks.tsx';
import { asBlock, type DraftBlock } from './block-fields.ts';

/** Widths of a phone, a tablet and a desktop, px. */
const WIDTHS = [390, 820, 1440] as const;
const NAMES: Readonly<Record<number, string>> = { 390: '手机 390', 820: '平板 820', 1440: '电脑 1440' };
/** Readers see the content in a column of this width at most, with this space on both sides, px. */
const COLUMN = 960;
const SIDES = 32;

/** The blocks as readers see them at the chosen width, scaled down to the space that there is. */
export function PagePreview({ title, blocks }: { title: string; blocks: readonly DraftBlock[] }) {
  const [width, setWidth] = useState<number>(WIDTHS[0]);
  const place = useRef<HTMLElement>(null);
  const [space, setSpace] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watch = new ResizeObserver(([entry]) => setSpace(entry?.contentRect.width ?? 0));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const ids = [...new Set(blocks.flatMap((block) => (block.kind === 'film' && typeof block['publishId'] === 'number' ? [block['publishId']] : [])))];
  const films = useQueries({ queries: ids.map((publishId) => ({ ...queryOf(getBook, { params: { publishId } }), retry: false })) });
  const shown = films.flatMap(({ data }) => data ?? []);
  const scale = space > 0 ? Math.min(1, space / width) : 1;
  return (
    <section className="page-preview" aria-label="预览">
      <Segmented
        aria-label="预览宽度"
        value={width}
        options={WIDTHS.map((value) => ({ value, label: NAMES[value] }))}
        onChange={(next) => setWidth(next)}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and nothing in it takes the focus */}
      <section ref={place} className="page-preview-place" aria-label="预览的内容" tabIndex={0}>
        {/* Links of the preview would leave the editor. */}
        <div className="page-preview-page" style={{ width, zoom: scale }} inert>
          <p className="page-preview-title">{title}</p>
          <div style={{ maxWidth: COLUMN - SIDES, margin: '0 auto' }}>
            <PageBlocks blocks={blocks.map(asBlock)} films={shown} />
          </div>
        </div>
      </section>
    </section>
  );
}
