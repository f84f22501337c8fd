import { useMutation } from '@tanstack/react-query';
import { askConfirmEmail } from '../../../contract/identity/profile.ts';
import { call } from '../../api/call.ts';
import { toast } from '../frame/dialogs.ts';

/** Sends a link to the address in the profile; the address is used for mail only after the link was opened. */
export function ConfirmEmail() {
  const send = useMutation({
    mutationFn: () => call(askConfirmEmail, {}),
    onSuccess: ({ msg }) => void toast(msg),
    onError: (error) => void toast(error.message),
  });
  return (
    <button type="button" className="text-link" disabled={send.isPending} onClick={() => send.mutate()}>
      确认邮箱
    </button>
  );
}
