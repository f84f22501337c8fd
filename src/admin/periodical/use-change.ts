import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { errorMessage } from '../ui/error-message.ts';

/** Runs a change and refreshes everything that shows the submission. */
export function useChange() {
  const client = useQueryClient();
  const { message } = App.useApp();
  return async (work: () => Promise<unknown>, done: string): Promise<boolean> => {
    try {
      await work();
      void message.success(done);
      return true;
    } catch (error) {
      void message.error(errorMessage(error));
      return false;
    } finally {
      await client.invalidateQueries();
    }
  };
}
