import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { askToInstall, installPrompt } from '../../install/install-prompt.store.ts';
import { loadable } from '../../loading/loadable.ts';
import { Icon } from '../frame/icon.tsx';
import { HomeScreenDrawing } from './home-screen-drawing.tsx';
import { addsByHand, isPutAway, putAway } from './home-screen.ts';
import './home-screen.css';

const HomeScreenSheet = loadable(async () => (await import('./home-screen-sheet.tsx')).HomeScreenSheet);

/** Offers to install the site, or to add it to the home screen, on pages with downloads, until the user has read it. */
export function HomeScreenCard() {
  const [away, setAway] = useState(isPutAway);
  const [asked, setAsked] = useState(false);
  const { offered } = useSnapshot(installPrompt);
  if (away || !(offered || addsByHand())) return null;
  return (
    <section className="card home-screen-card" aria-label="添加到主屏幕">
      <HomeScreenDrawing size={84} />
      <div className="home-screen-words">
        <b className="serif">把书舟放到主屏幕</b>
        <p>
          {offered
            ? '装好以后从桌面直接打开；设备空间不够时，浏览器也更不容易清掉存下的书。'
            : '七天没有来，Safari 可能清掉存下的书；从主屏幕打开的书舟不会，打开也更快。'}
        </p>
        <button type="button" className="text-link" onClick={() => (offered ? void askToInstall() : setAsked(true))}>
          {offered ? '安装' : '怎么添加'}
        </button>
      </div>
      <button
        type="button"
        className="icon-button soft"
        aria-label="不再提示添加到主屏幕"
        onClick={() => {
          putAway();
          setAway(true);
        }}
      >
        <Icon name="close" size={20} />
      </button>
      {asked ? <HomeScreenSheet close={() => setAsked(false)} /> : null}
    </section>
  );
}
