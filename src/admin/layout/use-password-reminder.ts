import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { session } from '../../session/session.store.ts';
import { useDialogs } from '../ui/use-dialogs.tsx';

const WORDS = {
  initial: '您的密码还是初始密码，请修改密码！',
  expired: '您的密码已过期，请尽快修改密码！',
} as const;

/** Notifies a user once after sign-in if another user set the password or it has expired, and links to the page to change it. */
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
