import { lazy, Suspense, useEffect, useState } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { isMissingPart } from '../api/missing-chunk.ts';
import { LineDrawing } from '../site/frame/line-drawing.tsx';
import { FaultCode } from '../site/frame/state.tsx';

const UnavailableScreen = lazy(() =>
  import('./unavailable.screen.tsx').then(
    (module) => ({ default: module.UnavailableScreen }),
    () => ({ default: Broken }),
  ),
);

/** Shown after an unexpected error of a screen. */
export function ErrorScreen() {
  const error = useRouteError();
  if (!isMissingPart(error)) return <Broken error={error} />;
  return (
    <Suspense fallback={null}>
      <UnavailableScreen error={error} />
    </Suspense>
  );
}

function Broken({ error }: { error: unknown }) {
  const [away] = useState(!navigator.onLine);
  useEffect(() => {
    if (!away) return;
    const again = (): void => location.reload();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [away]);
  const status = isRouteErrorResponse(error) ? `（${error.status}）` : '';
  return (
    <div className="site">
      <div className="state" role="alert">
        <LineDrawing name="cut" />
        <h1>页面出了点问题{status}</h1>
        <p>{away ? '现在没有网络，联网后会自己重新载入。' : '重新载入通常就能继续。'}</p>
        <div className="state-actions">
          <button type="button" className="button button-fill button-tall" onClick={() => location.reload()}>
            重新载入
          </button>
          <a className="button button-line button-tall" href="/">
            回首页
          </a>
        </div>
        <FaultCode error={error} />
      </div>
    </div>
  );
}
