import { useEffect, useRef, useState } from 'react';
import { Alert, Button, Skeleton, Space } from 'antd';
import { errorMessage } from '../ui/error-message.ts';
import type { Viewer } from './modeller/create-viewer.ts';
import type { NodeMark } from './modeller/diagram-types.ts';
import './modeller/modeller.css';

/** A process as a picture, with the way it has taken. Moved and zoomed by mouse, touch and buttons. */
export function ProcessDiagram({ xml, marks, title }: { xml: string; marks: readonly NodeMark[]; title: string }) {
  const place = useRef<HTMLDivElement>(null);
  const viewer = useRef<Viewer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [ready, setReady] = useState(false);

  useEffect(() => {
    const life = { ended: false };
    const open = async () => {
      const { createViewer } = await import('./modeller/create-viewer.ts');
      if (life.ended || !place.current) return;
      viewer.current = createViewer(place.current);
      await viewer.current.open(xml);
      if (life.ended) return;
      viewer.current.mark(marks);
      viewer.current.zoom('fit');
      setReady(true);
    };
    open().catch((error: unknown) => !life.ended && setProblem(errorMessage(error)));
    return () => {
      life.ended = true;
      viewer.current?.destroy();
      viewer.current = null;
    };
  }, [xml, marks]);

  if (problem) return <Alert type="error" title="流程图打不开" description={problem} />;
  return (
    <figure className="process-diagram" aria-label={title}>
      {ready ? null : <Skeleton active />}
      <div ref={place} className="process-diagram-canvas" />
      <figcaption>
        <span className="process-diagram-legend">
          <i className="done" /> 已办
          <i className="now" /> 办理中
          <i className="returned" /> 退回
        </span>
        <Space.Compact size="small">
          <Button onClick={() => viewer.current?.zoom('out')} aria-label="缩小">
            −
          </Button>
          <Button onClick={() => viewer.current?.zoom('fit')}>适应</Button>
          <Button onClick={() => viewer.current?.zoom('in')} aria-label="放大">
            ＋
          </Button>
        </Space.Compact>
      </figcaption>
    </figure>
  );
}
