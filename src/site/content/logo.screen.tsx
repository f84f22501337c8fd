import { useState } from 'react';
import { Link } from 'react-router-dom';
import { loadable } from '../../loading/loadable.ts';
import { Icon } from '../frame/icon.tsx';
import { Logo } from '../frame/logo.tsx';
import { addsByHand } from '../library/home-screen.ts';
import { SinglePage } from './single-page.tsx';

const HomeScreenSheet = loadable(async () => (await import('../library/home-screen-sheet.tsx')).HomeScreenSheet);

/** #8: the logo, its story and film, the way in, and how to put the site on the home screen. */
export function LogoScreen() {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <SinglePage
        pageKey="logo"
        title="书舟"
        empty="暂无介绍"
        before={
          <div className="logo-page">
            <Logo size={112} />
            <p className="logo-page-words">翻开就读，断网也能接着读</p>
            <div className="logo-page-actions">
              <Link className="button button-fill button-tall" to="/">
                进入书舟
              </Link>
              {addsByHand() ? (
                <button type="button" className="button button-line button-tall" onClick={() => setAdding(true)}>
                  <Icon name="phone" size={20} />
                  添加到主屏幕
                </button>
              ) : null}
            </div>
          </div>
        }
      />
      {adding ? <HomeScreenSheet close={() => setAdding(false)} /> : null}
    </>
  );
}
