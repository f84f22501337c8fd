import { Navigate, useSearchParams } from 'react-router-dom';
import { NavBar } from '../frame/nav-bar.tsx';
import { Empty } from '../frame/state.tsx';
import { shareTarget } from './share-target.ts';

/** Receives what another application shared with the installed one. */
export function ShareTargetScreen() {
  const [shared] = useSearchParams();
  const target = shareTarget(shared, location.origin);
  if (target) return <Navigate to={target} replace />;
  return (
    <div className="measure">
      <NavBar title="分享到书舟" />
      <Empty
        title="没有可以打开的内容"
        reason="分享书舟的链接会打开那一页，分享一段文字会在书里查找；别的网站的链接请用浏览器打开。"
        to="/cms/main/search"
        action="去搜索"
      />
    </div>
  );
}
