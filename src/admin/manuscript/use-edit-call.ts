import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { errorMessage } from '../ui/error-message.ts';

/** Runs a change of the editor, shows its result and loads everything again. */
export function useEditCall(): (work: () => Promise<unknown>, done: string) => Promise<boolean> {
  const client = useQueryClient();
  const { message } = App.useApp();
  return async (work, done) => {
    try {
      await work();
      void message.success(done);
      await client.invalidateQueries();
      return true;
    } catch (error) {
      void message.error(errorMessage(error));
      return false;
    }
  };
}
