import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { session } from '../../session/session.store.ts';
import { useDialogs } from '../ui/use-dialogs.tsx';

const WORDS = {
  initial: '您的密码还是初始密码，请修改密码！',
  expired: '您的密码已过期，请尽快修改密码！',
} as const;

/** Whoever signs in with a password somebody else chose, or an old one, is told once and led to where it is changed. */
export function usePasswordReminder(): void {
  const { passwordDue } = useSnapshot(session);
  const dialogs = useDialogs();
  const navigate = useNavigate();
  useEffect(() => {
    if (!passwordDue) return;
    session.passwordDue = null;
    void dialogs.confirm(WORDS[passwordDue]).then((agreed) => agreed && navigate('/user/profile?tab=password'));
  }, [passwordDue, dialogs, navigate]);
}
