import { useEffect, useRef, useState } from 'react';
import type { LayoutFinding } from '../../../contract/catalog/layout-check.ts';
import { PAGE_HEAD, PAGE_ROOM } from '../layout-check/check-layout.ts';
import type { Pictures, Spot } from '../layout-check/page-picture.ts';
import { THEMES } from '../../reader-engine/style/look.ts';

/** Border and room around the marked fault, in pixels of the page. */
const AROUND = 6;

/** The page of a finding as a reader sees it, made small. */
export function LayoutPicture({ finding, pictures }: { finding: LayoutFinding; pictures: Pictures }) {
  const stage = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<{ spot: Spot } | 'failed' | null>(null);
  useEffect(() => {
    const host = stage.current;
    if (!host) return;
    const leaving = new AbortController();
    const settle = (result: { spot: Spot } | 'failed'): void => {
      if (!leaving.signal.aborted) setShown(result);
    };
    pictures.draw(finding, host, leaving.signal).then(
      (spot) => settle({ spot }),
      () => settle('failed'),
    );
    return () => {
      leaving.abort();
      host.replaceChildren();
    };
  }, [finding, pictures]);
  const theme = THEMES[finding.night ? 'night' : 'warm'];
  const spot = shown && shown !== 'failed' ? shown.spot : null;
  // A frame in another colour scheme than its document gets an opaque white ground.
  return (
    <div className="layout-picture" style={{ background: theme.paper, color: theme.dim, colorScheme: theme.dark ? 'dark' : 'light' }} aria-hidden>
      <div inert>
        <div ref={stage} className="layout-stage" style={{ top: PAGE_HEAD, width: PAGE_ROOM.width, height: PAGE_ROOM.height }} />
        {spot ? (
          <span
            className="layout-spot"
            style={{
              left: spot.left - AROUND,
              top: PAGE_HEAD + spot.top - AROUND,
              width: spot.width + 2 * AROUND,
              height: spot.height + 2 * AROUND,
            }}
          />
        ) : null}
      </div>
      {shown === null || shown === 'failed' ? (
        <span className="layout-picture-note">{shown === 'failed' ? '这一页没有取到' : '正在排这一页……'}</span>
      ) : null}
    </div>
  );
}
