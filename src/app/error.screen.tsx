import { lazy, Suspense } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { isMissingPart } from '../api/missing-part.ts';
import { LineDrawing } from '../site/frame/line-drawing.tsx';
import { codeOf } from '../site/frame/state.tsx';

const AwayScreen = lazy(() =>
  import('./away.screen.tsx').then(
    (module) => ({ default: module.AwayScreen }),
    () => ({ default: Broken }),
  ),
);

/** What a screen could not survive. */
export function ErrorScreen() {
  const error = useRouteError();
  if (!isMissingPart(error)) return <Broken error={error} />;
  return (
    <Suspense fallback={null}>
      <AwayScreen error={error} />
    </Suspense>
  );
}

function Broken({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? `（${error.status}）` : '';
  return (
    <div className="site">
      <div className="state" role="alert">
        <LineDrawing name="cut" />
        <h1>页面出了点问题{status}</h1>
        <p>重新载入通常就能继续。</p>
        <div className="state-actions">
          <button type="button" className="button button-fill button-tall" onClick={() => location.reload()}>
            重新载入
          </button>
          <a className="button button-line button-tall" href="/">
            回首页
          </a>
        </div>
        <p className="state-code">编号 {codeOf(error)}，反馈时附上它，我们能更快找到原因</p>
      </div>
    </div>
  );
}
