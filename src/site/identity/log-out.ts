import { useNavigate } from 'react-router-dom';
import { leavingQuestion } from '../../sign-out/leaving-question.ts';
import { logOut } from '../../session/log-out.ts';
import { confirm } from '../frame/dialogs.ts';

/**
 * Asks for confirmation, goes to the home page and ends the session, in this order, so that no page is shown to a user who may no longer
 * see it.
 */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  return () =>
    void (async () => {
      if (!(await confirm('提示', await leavingQuestion()))) return;
      await navigate('/');
      await logOut();
    })();
}
