import { useLocation, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { session } from '../../session/session.store.ts';
import { loginPath } from '../frame/login-path.ts';

/** Whether somebody is signed in, and how an anonymous visitor signs in and comes back. */
export function useVisitor(): { signedIn: boolean; userId: number | null; roles: readonly string[]; signIn: () => void } {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { now } = useSnapshot(session);
  return {
    signedIn: now.state !== 'anonymous',
    userId: now.state === 'authenticated' ? now.user.userId : null,
    roles: now.state === 'authenticated' ? now.roles : [],
    signIn: () => void navigate(loginPath(pathname + search)),
  };
}
