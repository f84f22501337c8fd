import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { type Loadable, loadable } from '../../loading/loadable.ts';
import { onBackKey } from '../frame/back-key.ts';
import { Icon } from '../frame/icon.tsx';
import type { SheetProps } from './sheet-props.ts';
import { readingPage, type Sheet } from './session/reading-page.store.ts';

const WAIT = <div className="reader-sheet-wait" />;
const ContentsSheet = loadable(async () => (await import('./contents-sheet.tsx')).ContentsSheet, WAIT);
const NotesSheet = loadable(async () => (await import('./marking/notes-sheet.tsx')).NotesSheet, WAIT);
const SearchSheet = loadable(async () => (await import('./search-sheet.tsx')).SearchSheet, WAIT);
const ProgressSheet = loadable(async () => (await import('./progress-sheet.tsx')).ProgressSheet, WAIT);
const LookSheet = loadable(async () => (await import('./look-sheet.tsx')).LookSheet, WAIT);

const SHEETS: Record<Sheet, readonly [name: string, Loadable<SheetProps>]> = {
  contents: ['目录', ContentsSheet],
  notes: ['笔记', NotesSheet],
  search: ['书内搜索', SearchSheet],
  progress: ['进度', ProgressSheet],
  look: ['排版', LookSheet],
};

/** Preloads the sheets of the visible tools, so that each opens at once when tapped. */
export const sheetsAhead = (): void => Object.values(SHEETS).forEach(([, Inside]) => Inside.ahead());

/** One sheet at a time, above the toolbar on a phone and next to the page on a wide screen; the page stays readable. */
export function ReaderSheets({ sheet, ...props }: SheetProps & { sheet: Sheet }) {
  const [, Inside] = SHEETS[sheet];
  return (
    <SheetFrame key={sheet} sheet={sheet}>
      <Inside {...props} />
    </SheetFrame>
  );
}

const shut = (): void => void (readingPage.sheet = null);

function SheetFrame({ sheet, children }: { sheet: Sheet; children: ReactNode }) {
  const frame = useRef<HTMLDialogElement>(null);
  const [name] = SHEETS[sheet];
  useEffect(() => onBackKey(shut), []);
  // Runs before the effects of the content, so that a field with autofocus keeps the focus.
  useLayoutEffect(() => {
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    frame.current?.focus({ preventScroll: true });
    const around = frame.current;
    return () => {
      // The focus goes back only if it was still in here.
      if (around?.contains(document.activeElement) || document.activeElement === document.body) opener?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog open ref={frame} id="reader-sheet" className="reader-sheet" data-sheet={sheet} aria-label={name} tabIndex={-1}>
      <div className="reader-sheet-head">
        <h2>{name}</h2>
        <button type="button" className="icon-button" aria-label={`关闭${name}`} onClick={shut}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}
