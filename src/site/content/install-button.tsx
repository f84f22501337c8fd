import { useState } from 'react';
import { loadable } from '../../loading/loadable.ts';
import { Icon } from '../frame/icon.tsx';
import { addsByHand } from '../library/home-screen.ts';

const HomeScreenSheet = loadable(async () => (await import('../library/home-screen-sheet.tsx')).HomeScreenSheet);

/** Where the browser never offers it: how to put the site on the home screen. */
export function InstallButton() {
  const [adding, setAdding] = useState(false);
  if (!addsByHand()) return null;
  return (
    <>
      <button type="button" className="button button-line button-tall" onClick={() => setAdding(true)}>
        <Icon name="phone" size={20} />
        添加到主屏幕
      </button>
      {adding ? <HomeScreenSheet close={() => setAdding(false)} /> : null}
    </>
  );
}
