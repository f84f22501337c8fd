import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Logo } from '../frame/logo.tsx';
import { Icon } from '../frame/icon.tsx';
import { useBack } from '../frame/nav-bar.tsx';
import { usePageHead } from '../frame/page-head.ts';
import './sign-in-layout.css';

/** The frame of the sign-in and registration pages, without other navigation. */
export function SignInLayout({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  const { pathname } = useLocation();
  usePageHead(pathname);
  const back = useBack();
  return (
    <div className="site door">
      <main className="door-inside">
        <div className="door-bar">
          <button type="button" className="icon-button" aria-label="关闭" onClick={back}>
            <Icon name="close" />
          </button>
          <Link className="door-skip" to="/">
            先逛逛
          </Link>
        </div>
        <div className="door-form">
          <span className="door-mark">
            <Logo size={52} />
          </span>
          <h1>{title}</h1>
          <p className="door-words">{words}</p>
          {children}
        </div>
      </main>
    </div>
  );
}
