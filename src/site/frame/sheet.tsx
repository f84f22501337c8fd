import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';
import './sheet.css';

interface SheetProps {
  title: string;
  open: boolean;
  close: () => void;
  foot?: ReactNode;
  children: ReactNode;
}

/** A sheet from below on phones, a panel in the middle on wide screens. The browser's own dialog keeps the keyboard inside. */
export function Sheet({ title, open, close, foot, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-label={title}
      onClose={close}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      {open ? (
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
      ) : null}
    </dialog>
  );
}
