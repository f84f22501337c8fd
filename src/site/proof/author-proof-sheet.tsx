import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { downloadManuscriptFile } from '../../../contract/manuscript/manuscript-file.ts';
import type { OwnProof } from '../../../contract/proof/author-proof.ts';
import { POINT } from '../../../contract/proof/mark-place.ts';
import { request } from '../../api/call.ts';
import { placeMarks, selectedIn, type NewPlace } from '../../proof-sheet/mark-places.ts';
import { openPdf, type OpenPdf } from '../../proof-sheet/pdf-document.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import '../../proof-sheet/proof-sheet.css';
import './author-proof.css';

interface Props {
  readonly one: OwnProof;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onPlace: (place: NewPlace) => void;
}

const QUOTE_MOST = 300;

/** The proof where it is marked: a page of the PDF, or the online text. */
export function AuthorProofSheet(props: Props) {
  return props.one.proofFileId === null ? <TextSheet {...props} /> : <PdfSheet {...props} fileId={props.one.proofFileId} />;
}

async function load(fileId: number): Promise<OpenPdf> {
  const { data } = await request({
    method: 'GET',
    path: downloadManuscriptFile.path.replace('{archiveFileId}', String(fileId)),
    timeout: downloadManuscriptFile.timeout,
    responseType: 'blob',
  });
  return openPdf(new Uint8Array(await (data as Blob).arrayBuffer()));
}

const share = (value: number, all: number): number => Math.round(Math.min(1, Math.max(0, value / all)) * 1000);
const words = (mark: OwnProof['marks'][number]): string => `改动：${mark.quote || '一处'}，${mark.right ? `改为${mark.right}` : mark.note}`;

function PdfSheet({ one, fileId, page, onPage, onPlace }: Props & { readonly fileId: number }) {
  const pdf = useQuery({ queryKey: ['proof pdf', fileId], queryFn: () => load(fileId), staleTime: Infinity, gcTime: 60_000, retry: 1 });
  const frame = useRef<HTMLElement>(null);
  const [pointing, setPointing] = useState(false);
  const [zoom, setZoom] = useState(1);
  const total = pdf.data?.pages ?? 1;
  const at = Math.min(Math.max(1, page), total);
  const open = one.status === 'open';
  useEffect(() => {
    const sheet = frame.current?.querySelector<HTMLElement>('.proof-sheet');
    if (!pdf.data || !sheet) return;
    const abort = new AbortController();
    void pdf.data.draw(at, zoom, sheet, abort.signal);
    return () => abort.abort();
  }, [pdf.data, at, zoom]);
  if (pdf.isError)
    return (
      <div className="author-wrong" role="alert">
        校样打不开。
        <button type="button" className="button button-line" onClick={() => void pdf.refetch()}>
          重试
        </button>
      </div>
    );
  if (!pdf.data) return <Skeleton height={320} />;
  const sheetBox = () => frame.current?.querySelector('.proof-sheet')?.getBoundingClientRect();
  const take = () => {
    const selection = document.getSelection();
    const whole = sheetBox();
    if (!open || pointing || !whole || !selection || selection.isCollapsed || !frame.current?.contains(selection.anchorNode)) return;
    const quote = selection.toString().slice(0, QUOTE_MOST);
    if (quote.trim() === '') return;
    const box = selection.getRangeAt(0).getBoundingClientRect();
    const place = [
      share(box.left - whole.left, whole.width),
      share(box.top - whole.top, whole.height),
      share(box.width, whole.width),
      share(box.height, whole.height),
    ];
    onPlace({ quote, context: '', page: at, place: place.join() });
  };
  const point = (event: MouseEvent) => {
    const whole = sheetBox();
    if (!pointing || !whole) return;
    const half = POINT / 2;
    const [left, top] = [share(event.clientX - whole.left, whole.width) - half, share(event.clientY - whole.top, whole.height) - half];
    setPointing(false);
    onPlace({ quote: '', context: '', page: at, place: [Math.max(0, left), Math.max(0, top), POINT, POINT].join() });
  };
  return (
    <div className="author-proof">
      <fieldset className="author-proof-bar" aria-label="校样页">
        <button type="button" className="button button-line" disabled={at <= 1} onClick={() => onPage(at - 1)}>
          上一页
        </button>
        <label>
          第
          <input
            type="number"
            inputMode="numeric"
            aria-label="页码"
            min={1}
            max={total}
            value={at}
            onChange={({ target }) => target.value && onPage(Number(target.value))}
          />
          / {total} 页
        </label>
        <button type="button" className="button button-line" disabled={at >= total} onClick={() => onPage(at + 1)}>
          下一页
        </button>
        <button type="button" className="button button-line" aria-pressed={zoom > 1} onClick={() => setZoom(zoom > 1 ? 1 : 1.5)}>
          放大
        </button>
        {open ? (
          <button type="button" className="button button-line" aria-pressed={pointing} onClick={() => setPointing(!pointing)}>
            {pointing ? '请点页面上的一处' : '标一个位置'}
          </button>
        ) : null}
      </fieldset>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- text is selected on the page; the form takes a page and a text too */}
      <section
        ref={frame}
        className={pointing ? 'author-proof-scroll pointing' : 'author-proof-scroll'}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the page scrolls
        tabIndex={0}
        aria-label={open ? '校样，选中文字即可标改动' : '校样'}
        onPointerUp={() => setTimeout(take)}
        onKeyUp={take}
        onClick={point}
      >
        <div className="proof-sheet-frame">
          <div className="proof-sheet" />
          {one.marks
            .filter((mark) => mark.page === at && mark.place !== '')
            .map((mark) => {
              const [left = 0, top = 0, width = 0, height = 0] = mark.place.split(',').map((value) => Number(value) / 10);
              return (
                <span
                  key={mark.markId}
                  className="proof-rect"
                  style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
                  title={words(mark)}
                />
              );
            })}
        </div>
      </section>
    </div>
  );
}

function TextSheet({ one, onPlace }: Props) {
  const root = useRef<HTMLElement>(null);
  const open = one.status === 'open';
  useEffect(() => {
    if (!root.current) return;
    // The text comes from the server's sanitiser.
    root.current.innerHTML = one.content;
    placeMarks(root.current, one.marks);
  }, [one.content, one.marks]);
  const take = () => {
    const selected = root.current && selectedIn(root.current);
    if (open && selected) onPlace({ quote: selected.quote.slice(0, QUOTE_MOST), context: selected.context, page: 1, place: '' });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the text is selected; the form takes it too
    <section
      ref={root}
      className="author-proof-text"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the text scrolls
      tabIndex={0}
      aria-label={open ? '校样正文，选中文字即可标改动' : '校样正文'}
      onPointerUp={() => setTimeout(take)}
      onKeyUp={take}
    />
  );
}
