import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { CallError, isOffline } from '../../api/call.ts';
import { Icon } from './icon.tsx';
import { LineDrawing, type LineDrawingName } from './line-drawing.tsx';
import { network } from './network.store.ts';

interface EmptyProps {
  drawing?: LineDrawingName;
  title: string;
  reason: string;
  to?: string;
  action?: string;
  children?: ReactNode;
  /** The heading level: the page's own heading, if there is no other. */
  heading?: 'h1' | 'h2';
}

/** Breaks lines between clauses, so that no Chinese word is split to balance the lines. */
const inClauses = (words: string): ReactNode =>
  words.split(/(?<=[，。；：！？])/).map((clause, at) => (
    <span key={`${at}${clause}`} className="clause">
      {clause}
    </span>
  ));

/** An empty state: a drawing, a sentence and one link. */
export function Empty({ drawing = 'boat', title, reason, to, action, children, heading: Heading = 'h2' }: EmptyProps) {
  return (
    <div className="state">
      <LineDrawing name={drawing} />
      <Heading>{title}</Heading>
      <p>{inClauses(reason)}</p>
      {to && action ? (
        <Link className="button button-fill button-tall" to={to}>
          {action}
        </Link>
      ) : (
        children
      )}
    </div>
  );
}

/** Returns a short code to quote in an error report: what failed, and when. */
export function codeOf(error: unknown, now = new Date()): string {
  const number = error instanceof CallError ? Math.abs(error.code) : 999;
  const time = [now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, '0')).join('');
  return `SZ-${number}-${time}`;
}

/** The error code that the user reports to support. */
export const FaultCode = ({ error }: { error: unknown }) => (
  <p className="state-code">{inClauses(`编号 ${codeOf(error)}，反馈时附上它，我们能更快找到原因`)}</p>
);

interface FailedProps {
  error: unknown;
  retry: () => void;
  heading?: 'h1' | 'h2';
  /** The target of the link; never the page that failed. */
  to?: string;
  action?: string;
}

/** A failed request: an explanation, a retry button and a link. */
export function Failed({ error, retry, heading: Heading = 'h2', to = '/personalCenter/favorite', action = '去书架' }: FailedProps) {
  const offline = isOffline(error);
  const words = error instanceof CallError && !offline ? error.message : '';
  return (
    <div className="state" role="alert">
      <LineDrawing name={offline ? 'lamp' : 'cut'} />
      <Heading>{offline ? '现在连不上网络' : '加载失败，点击重试'}</Heading>
      <p>{inClauses(offline ? '联网后再试；书架上已存到本机的书照常可读。' : words || '服务器暂时没有应答，书架上已存的书不受影响。')}</p>
      <div className="state-actions">
        <button type="button" className="button button-fill button-tall" onClick={retry}>
          <Icon name="refresh" size={20} />
          重试
        </button>
        <Link className="button button-line button-tall" to={to}>
          {action}
        </Link>
      </div>
      {offline ? null : <FaultCode error={error} />}
    </div>
  );
}

/** Shows that the page's data is out of date. Without a network the offline bar says so already. */
export function Stale({ error }: { error: unknown }) {
  const { online } = useSnapshot(network);
  if (!error || (!online && isOffline(error))) return null;
  return (
    <output className="quiet-bar">
      <Icon name={isOffline(error) ? 'off' : 'clock'} size={20} />
      <span>{isOffline(error) ? '当前离线，显示的是上次内容' : '没能取到最新内容，显示的是上次内容'}</span>
    </output>
  );
}
