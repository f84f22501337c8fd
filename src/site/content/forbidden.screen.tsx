import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { session } from '../../session/session.store.ts';
import { Empty } from '../frame/state.tsx';
import { useBack } from '../frame/nav-bar.tsx';

export function NotFoundScreen() {
  return <Empty heading="h1" drawing="find" title="找不到网页！" reason="地址可能写错了，或者这一页已经搬走。" to="/" action="回首页" />;
}

export function NoRightScreen() {
  const back = useBack();
  const { now } = useSnapshot(session);
  return (
    <Empty heading="h1" drawing="lamp" title="您没有访问权限！" reason="这一页只对有权限的账号开放。">
      <div className="state-actions">
        <button type="button" className="button button-fill button-tall" onClick={back}>
          返回
        </button>
        {now.state === 'anonymous' ? (
          <Link className="button button-line button-tall" to="/cmsLogin">
            登录
          </Link>
        ) : null}
      </div>
    </Empty>
  );
}
