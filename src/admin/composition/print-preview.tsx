import { useLayoutEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, InputNumber, Select, Skeleton } from 'antd';
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { printPreview, type PrintPreview as Preview } from '../../../contract/composition/print-preview.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import './print-preview.css';

/** CSS pixels of a millimetre. */
const MM = 96 / 25.4;
/** White space between two pages on the screen, pixels; the style of the page has the same number. */
const BETWEEN = 16;

interface Pages {
  readonly total: number;
  /** Title and first page, from 1, of each chapter. */
  readonly chapters: readonly { readonly title: string; readonly page: number }[];
}

/** The book that was built here, in the pages of its trimmed size; the browser prints it or saves it as PDF. */
export function PrintPreview({ compositionId, onClose }: { compositionId: number; onClose: () => void }) {
  useRestoreFocus();
  const found = useQuery({ ...queryOf(printPreview, { params: { compositionId } }), staleTime: 0, gcTime: 0 });
  const { data: preview } = found;
  return (
    <Drawer open size="100%" title={preview ? `《${preview.title}》打印预览` : '打印预览'} onClose={onClose} styles={{ body: { padding: 0 } }}>
      {found.isError && !preview ? (
        <LoadFailed query={found} />
      ) : preview ? (
        <Book preview={preview} />
      ) : (
        <div className="print-preview-wait">
          <p className="soft">正在排页，图多的书要等一会儿…</p>
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        </div>
      )}
    </Drawer>
  );
}

/** Draws the sheets behind the columns, and returns where the chapters begin. */
function layOut(inside: Document, { page }: Preview): Pages {
  const main = inside.querySelector('main') as HTMLElement;
  const step = page.width * MM + BETWEEN;
  const total = Math.max(1, Math.round((main.scrollWidth - page.textWidth * MM) / step) + 1);
  const sheets = Array.from({ length: total }, (_, index) => {
    const sheet = inside.createElement('div');
    sheet.className = 'sheet';
    sheet.style.left = `${index * step}px`;
    // The title page has no number, as in print.
    if (index > 0) sheet.append(Object.assign(inside.createElement('span'), { textContent: String(index + 1) }));
    return sheet;
  });
  inside.body.prepend(...sheets);
  const origin = main.getBoundingClientRect().left;
  const chapters = [...main.querySelectorAll('section[role="doc-chapter"] > h1')].map((heading) => ({
    title: heading.textContent,
    page: Math.floor((heading.getBoundingClientRect().left - origin) / step + 0.01) + 1,
  }));
  return { total, chapters };
}

function Book({ preview }: { preview: Preview }) {
  const narrow = useNarrow();
  const { page } = preview;
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [pages, setPages] = useState<Pages | null>(null);
  const [at, setAt] = useState(1);
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const step = page.width * MM + BETWEEN;
  // A page is as high as the window allows; on a phone it is as wide.
  const scale = Math.min(1, size.height / (page.height * MM + 24), size.width / (page.width * MM + 2));
  const ready = () => {
    const inside = frame.current?.contentDocument;
    const view = frame.current?.contentWindow;
    if (!inside || !view || !inside.querySelector('main')) return;
    setPages(layOut(inside, preview));
    view.addEventListener('scroll', () => setAt(Math.floor(view.scrollX / step + 0.5) + 1), { passive: true });
  };
  const show = (asked: number) => {
    const to = Math.min(pages?.total ?? 1, Math.max(1, asked));
    setAt(to);
    frame.current?.contentWindow?.scrollTo({ left: (to - 1) * step });
  };
  const seen = scale > 0 ? Math.max(1, Math.floor((size.width / scale + BETWEEN) / step)) : 1;
  const last = Math.min(pages?.total ?? 1, at + seen - 1);
  const facts = `成品 ${page.width}×${page.height} 毫米，正文 ${page.fontPt} 磅，行距 ${page.linePt} 磅，版心 ${page.textWidth.toFixed(0)}×${page.textHeight.toFixed(0)} 毫米`;
  return (
    <div className="print-preview">
      <div className="print-preview-bar">
        <Button icon={<LeftOutlined />} aria-label="前翻" disabled={!pages || at <= 1} onClick={() => show(at - seen)} />
        <output className="print-preview-place">{pages ? `第 ${at}${last > at ? `–${last}` : ''} 页，共 ${pages.total} 页` : '正在排页…'}</output>
        <Button icon={<RightOutlined />} aria-label="后翻" disabled={!pages || last >= pages.total} onClick={() => show(at + seen)} />
        {pages && !narrow ? (
          <InputNumber
            aria-label="到第几页"
            placeholder="页码"
            min={1}
            max={pages.total}
            precision={0}
            onChange={(value) => value && show(Number(value))}
          />
        ) : null}
        {pages && pages.chapters.length > 0 ? (
          <Select
            className="print-preview-chapters"
            aria-label="到哪一章"
            placeholder="到哪一章"
            value={null}
            options={pages.chapters.map((one, index) => ({ value: index, label: `${one.title}　第 ${one.page} 页` }))}
            onChange={(index: number) => show(pages.chapters[index]?.page ?? 1)}
          />
        ) : null}
        <Button type="primary" icon={<PrinterOutlined />} disabled={!pages} onClick={() => frame.current?.contentWindow?.print()}>
          打印或存为PDF
        </Button>
      </div>
      <p className="soft print-preview-facts">
        {facts}。在打印窗口的“目标打印机”里选“另存为PDF”，页面大小按成品尺寸。电子版 {preview.builtAt.slice(0, 16)} 生成。
      </p>
      {preview.assumed.length > 0 ? <Alert type="warning" showIcon title={`${preview.assumed.join('；')}。请在“版面与校样”里补填后再看。`} /> : null}
      <div ref={stage} className="print-preview-stage">
        <iframe
          ref={frame}
          title={`《${preview.title}》的各页`}
          sandbox="allow-same-origin allow-modals"
          srcDoc={preview.html}
          onLoad={ready}
          style={{
            width: scale > 0 ? size.width / scale : '100%',
            height: page.height * MM + 20,
            transform: `scale(${scale || 1})`,
          }}
        />
      </div>
    </div>
  );
}
