import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { returnFromProvider } from '../../session/external-login.ts';
import { safeRedirect } from '../../../contract/identity/safe-redirect.ts';
import { SignInLayout } from './sign-in-layout.tsx';
import { SecondStepForm } from './second-step.tsx';

/** The page to which an OpenID Connect provider redirects the browser. */
export function AuthRedirectScreen() {
  const navigate = useNavigate();
  const [wrong, setWrong] = useState('');
  const [step, setStep] = useState<{ redirect: string; ticket: string } | null>(null);
  const begun = useRef(false);
  useEffect(() => {
    // The response can be used once only.
    if (begun.current) return;
    begun.current = true;
    returnFromProvider(location.search).then(
      ({ redirect, ticket }) => (ticket ? setStep({ redirect, ticket }) : navigate(safeRedirect(redirect), { replace: true })),
      (error: Error) => setWrong(error.message),
    );
  }, [navigate]);
  if (step && !wrong)
    return (
      <SignInLayout title="两步验证" words="请打开手机上的验证器应用，输入书舟的6位数字。">
        <SecondStepForm
          ticket={step.ticket}
          writeMemory={false}
          done={() => void navigate(safeRedirect(step.redirect), { replace: true })}
          again={(words) => setWrong(words || '请重新登录')}
        />
      </SignInLayout>
    );
  return (
    <SignInLayout title={wrong ? '没有登录成功' : '正在登录…'} words={wrong ? '' : '正在核对您的登录信息，请稍候。'}>
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
    </SignInLayout>
  );
}
