import { Link } from 'react-router-dom';
import { loadable } from '../../loading/loadable.ts';
import { Logo } from '../frame/logo.tsx';
import { SinglePage } from './single-page.tsx';

const InstallButton = loadable(async () => (await import('./install-button.tsx')).InstallButton);

/** #8: the logo, its story and film, the way in, and how to put the site on the home screen. */
export function LogoScreen() {
  return (
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
            <InstallButton />
          </div>
        </div>
      }
    />
  );
}
