import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { LineDrawing } from '../site/frame/line-drawing.tsx';
import { codeOf } from '../site/frame/state.tsx';

/** A chunk that is gone because a newer edition replaced it: loading the page again is the cure. */
const isMissingPart = (error: unknown): boolean => error instanceof Error && /import|module|chunk|preload/i.test(error.message);

/** What a screen could not survive. */
export function ErrorScreen() {
  const error = useRouteError();
  const missing = isMissingPart(error);
  const offline = missing && !navigator.onLine;
  const status = isRouteErrorResponse(error) ? `（${error.status}）` : '';
  return (
    <div className="site">
      <div className="state" role="alert">
        <LineDrawing name={offline ? 'lamp' : 'cut'} />
        <h1>{offline ? '这一页要联网才能打开' : missing ? '这一页没有取到' : `页面出了点问题${status}`}</h1>
        <p>
          {offline
            ? '联网后再来；书架上已存到本机的书照常可读。'
            : missing
              ? '可能是网络断了，或刚刚换了新版本；联网后重新载入就好。'
              : '问题已留在这台设备上，重新载入通常就能继续。'}
        </p>
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
