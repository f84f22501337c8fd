import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { askToInstall, installPrompt } from '../../install/install-prompt.store.ts';
import { loadable } from '../../loading/loadable.ts';
import { Icon } from '../frame/icon.tsx';
import { addsByHand } from '../library/home-screen.ts';

const HomeScreenSheet = loadable(async () => (await import('../library/home-screen-sheet.tsx')).HomeScreenSheet);

/** Installs the site where the browser offers it (Android, desktops), and explains it where the browser never does (iPhone, iPad). */
export function InstallButton() {
  const [adding, setAdding] = useState(false);
  const { offered } = useSnapshot(installPrompt);
  if (offered)
    return (
      <button type="button" className="button button-line button-tall" onClick={() => void askToInstall()}>
        <Icon name="download" size={20} />
        安装书舟
      </button>
    );
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
