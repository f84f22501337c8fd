import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Icon } from '../frame/icon.tsx';
import type { SheetProps } from './sheet-props.ts';
import { readingPage, type Sheet } from './reading-page.store.ts';

const ContentsSheet = lazy(() => import('./contents-sheet.tsx').then((module) => ({ default: module.ContentsSheet })));
const ProgressSheet = lazy(() => import('./progress-sheet.tsx').then((module) => ({ default: module.ProgressSheet })));
const LookSheet = lazy(() => import('./look-sheet.tsx').then((module) => ({ default: module.LookSheet })));

const NAMES: Record<Sheet, string> = { contents: '目录', progress: '进度', look: '排版' };

/** One sheet at a time, above the tools on a phone and beside the page on a wide screen; the page stays readable. */
export function ReaderSheets({ sheet, ...props }: SheetProps & { sheet: Sheet }) {
  return (
    <SheetFrame key={sheet} sheet={sheet}>
      <Suspense fallback={<div className="reader-sheet-wait" />}>
        {sheet === 'contents' ? <ContentsSheet {...props} /> : sheet === 'progress' ? <ProgressSheet {...props} /> : <LookSheet {...props} />}
      </Suspense>
    </SheetFrame>
  );
}

function SheetFrame({ sheet, children }: { sheet: Sheet; children: ReactNode }) {
  const frame = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    frame.current?.focus({ preventScroll: true });
    const around = frame.current;
    return () => {
      // Focus goes back only when it was still in here.
      if (around?.contains(document.activeElement) || document.activeElement === document.body) opener?.focus({ preventScroll: true });
    };
  }, []);
  const shut = (): void => void (readingPage.sheet = null);
  return (
    <dialog open ref={frame} id="reader-sheet" className="reader-sheet" data-sheet={sheet} aria-label={NAMES[sheet]} tabIndex={-1}>
      <div className="reader-sheet-head">
        <h2>{NAMES[sheet]}</h2>
        <button type="button" className="icon-button" aria-label={`关闭${NAMES[sheet]}`} onClick={shut}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}
