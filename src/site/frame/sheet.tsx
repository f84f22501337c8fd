import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Icon } from './icon.tsx';
import './sheet.css';

interface SheetProps {
  title: string;
  close: () => void;
  foot?: ReactNode;
  children: ReactNode;
}

/** Open while mounted. A bottom sheet on phones, a centred panel on wide screens. The native dialog traps the focus. */
export function Sheet({ title, close, foot, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = useEffectEvent(close);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    element.showModal();
    const beside = (event: MouseEvent): void => {
      if (event.target === element) leave();
    };
    element.addEventListener('click', beside);
    return () => {
      element.removeEventListener('click', beside);
      // When a dialog is removed, the browser does not restore the focus.
      if (document.activeElement === document.body && opener?.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog ref={dialog} className="sheet" aria-label={title} onClose={close}>
      <div className="sheet-inside">
        <div className="sheet-head">
          <h2>{title}</h2>
          <button type="button" className="icon-button" aria-label="关闭" onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        <div className="sheet-body">{children}</div>
        {foot ? <div className="sheet-foot">{foot}</div> : null}
      </div>
    </dialog>
  );
}
