import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { returnFromProvider } from '../../session/external-login.ts';
import { safeTarget } from '../../session/landing.ts';
import { Door } from './door.tsx';

/** Where an OpenID Connect provider sends the browser back to. */
export function AuthRedirectScreen() {
  const navigate = useNavigate();
  const [wrong, setWrong] = useState('');
  const begun = useRef(false);
  useEffect(() => {
    // The answer is used up by the first try.
    if (begun.current) return;
    begun.current = true;
    returnFromProvider(location.search).then(
      (redirect) => navigate(safeTarget(redirect), { replace: true }),
      (error: Error) => setWrong(error.message),
    );
  }, [navigate]);
  return (
    <Door title={wrong ? '没有登录成功' : '正在登录…'} words={wrong ? '' : '正在核对您的登录信息，请稍候。'}>
      {wrong ? (
        <>
          <p className="door-error" role="alert">
            {wrong}
          </p>
          <Link className="button button-fill button-tall button-wide" to="/cmsLogin" replace>
            重新登录
          </Link>
        </>
      ) : (
        <output className="unseen">正在登录</output>
      )}
    </Door>
  );
}
