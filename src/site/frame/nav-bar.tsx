import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Icon } from './icon.tsx';
import { inLatin } from '../../format/script.ts';
import './nav-bar.css';

/** Goes one step back within this site, or to the given page when the visit started here. */
export function useBack(otherwise = '/'): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === 'default' ? navigate(otherwise, { replace: true }) : navigate(-1));
}

interface NavBarProps {
  title?: string;
  otherwise?: string;
  children?: ReactNode;
}

/** The header of an inner page on a phone; from 768 px on the page heading. */
export function NavBar({ title, otherwise = '/', children }: NavBarProps) {
  const back = useBack(otherwise);
  return (
    <header className="nav-bar" data-from={otherwise}>
      <button type="button" className="icon-button" aria-label="返回" onClick={back}>
        <Icon name="back" />
      </button>
      {title ? (
        <h1 className="one-line" {...inLatin(title)}>
          {title}
        </h1>
      ) : (
        <span className="nav-bar-space" />
      )}
      {children ?? <span className="icon-button" aria-hidden="true" />}
    </header>
  );
}
