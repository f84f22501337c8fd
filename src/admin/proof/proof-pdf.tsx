import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, InputNumber, Skeleton } from 'antd';
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import ZoomInOutlined from '@ant-design/icons/ZoomInOutlined';
import ZoomOutOutlined from '@ant-design/icons/ZoomOutOutlined';
import { downloadManuscriptFile } from '../../../contract/manuscript/manuscript-file.ts';
import type { ProofMark } from '../../../contract/proof/proof.ts';
import { request } from '../../api/call.ts';
import { openPdf, type OpenPdf } from '../../proof-sheet/pdf-document.ts';
import type { NewPlace } from '../../proof-sheet/mark-places.ts';

const ZOOMS = [0.75, 1, 1.25, 1.5, 2] as const;

interface Props {
  readonly fileId: number;
  readonly page: number;
  readonly marks: readonly ProofMark[];
  readonly shown: number | null;
  readonly onPage: (page: number) => void;
  readonly onSelect: (place: NewPlace) => void;
  readonly onShow: (markId: number) => void;
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

/** A page of the proof with its marks; a selection becomes the place of a new mark. */
export function ProofPdf({ fileId, page, marks, shown, onPage, onSelect, onShow }: Props) {
  const pdf = useQuery({ queryKey: ['proof pdf', fileId], queryFn: () => load(fileId), staleTime: Infinity, gcTime: 60_000, retry: 1 });
  const frame = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const total = pdf.data?.pages ?? 0;
  const at = Math.min(Math.max(1, page), Math.max(1, total));
  useEffect(() => {
    const sheet = frame.current?.querySelector<HTMLElement>('.proof-sheet');
    if (!pdf.data || !sheet) return;
    const abort = new AbortController();
    void pdf.data.draw(at, zoom, sheet, abort.signal);
    return () => abort.abort();
  }, [pdf.data, at, zoom]);
  if (pdf.isError) return <Alert type="error" showIcon title="校样打不开，请刷新后重试；仍打不开请排版重新上传PDF" />;
  if (!pdf.data) return <Skeleton active title={false} paragraph={{ rows: 12 }} />;
  const take = () => {
    const selection = document.getSelection();
    const sheet = frame.current?.querySelector('.proof-sheet');
    if (!selection || selection.isCollapsed || !sheet || !sheet.contains(selection.anchorNode)) return;
    const box = selection.getRangeAt(0).getBoundingClientRect();
    const whole = sheet.getBoundingClientRect();
    const share = (value: number, all: number) => Math.round(Math.min(1, Math.max(0, value / all)) * 1000);
    const place = [
      share(box.left - whole.left, whole.width),
      share(box.top - whole.top, whole.height),
      share(box.width, whole.width),
      share(box.height, whole.height),
    ];
    onSelect({ quote: selection.toString().slice(0, 300), context: '', page: at, place: place.join() });
  };
  const step = ZOOMS.indexOf(zoom as (typeof ZOOMS)[number]);
  return (
    <div className="proof-pdf">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would draw its own frame */}
      <div className="proof-bar" role="group" aria-label="校样页">
        <Button size="small" icon={<LeftOutlined />} aria-label="上一页" disabled={at <= 1} onClick={() => onPage(at - 1)} />
        <InputNumber
          size="small"
          aria-label="页码"
          min={1}
          max={total}
          value={at}
          style={{ width: 64 }}
          onChange={(value) => value && onPage(value)}
        />
        <span className="soft">/ {total}</span>
        <Button size="small" icon={<RightOutlined />} aria-label="下一页" disabled={at >= total} onClick={() => onPage(at + 1)} />
        <Button size="small" icon={<ZoomOutOutlined />} aria-label="缩小" disabled={step <= 0} onClick={() => setZoom(ZOOMS[step - 1] ?? 1)} />
        <span className="soft">{Math.round(zoom * 100)}%</span>
        <Button
          size="small"
          icon={<ZoomInOutlined />}
          aria-label="放大"
          disabled={step >= ZOOMS.length - 1}
          onClick={() => setZoom(ZOOMS[step + 1] ?? 1)}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- the page scrolls and is selected */}
      <section ref={frame} className="proof-scroll" tabIndex={0} aria-label="校样，选中文字后加记号" onMouseUp={take} onKeyUp={take}>
        <div className="proof-sheet-frame">
          <div className="proof-sheet" />
          {marks
            .filter((mark) => mark.page === at && mark.place !== '')
            .map((mark) => {
              const [left = 0, top = 0, width = 0, height = 0] = mark.place.split(',').map((value) => Number(value) / 10);
              return (
                <button
                  key={mark.markId}
                  type="button"
                  className={mark.markId === shown ? 'proof-rect on' : 'proof-rect'}
                  style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
                  aria-label={`记号：${mark.wrong || mark.quote}，改为${mark.right || mark.note}`}
                  onClick={() => onShow(mark.markId)}
                />
              );
            })}
        </div>
      </section>
    </div>
  );
}
