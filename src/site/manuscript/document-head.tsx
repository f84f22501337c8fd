import type { ReactNode } from 'react';
import { inLatin } from '../../format/script.ts';
import { Icon } from '../frame/icon.tsx';
import { useBack } from '../frame/nav-bar.tsx';

/** The head of a page whose document fills the window: one row from a tablet on, two on a phone. */
export function DocumentHead({ title, facts, children }: { title: string; facts: string; children?: ReactNode }) {
  const back = useBack('/');
  return (
    <header className="document-head">
      <button type="button" className="icon-button" aria-label="返回" onClick={back}>
        <Icon name="back" />
      </button>
      <div className="document-head-title">
        <h1 className="one-line" {...inLatin(title)}>
          {title}
        </h1>
        <p className="meta">{facts}</p>
      </div>
      <div className="document-head-actions">{children}</div>
    </header>
  );
}
