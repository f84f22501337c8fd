import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { PAGE_SIZE_MAX } from '../../../contract/limits.ts';
import { queryWorks, sortWorks, works } from '../../../contract/scholar/works.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { errorMessage } from '../ui/error-message.ts';

export const MOST_WORKS = PAGE_SIZE_MAX;

/** The works of a scholar, and functions that move one of them: by a step, or to a place. */
export function useWorksOrder(scholarId: number) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const asked = queryOf(works.list, { query: { scholarId, pageSize: MOST_WORKS } });
  const list = useQuery({ ...asked, staleTime: 0 });
  const sorting = useMutation({
    mutationKey: [sortWorks.key],
    // One after another: the second move is based on the order after the first, even before the server has answered.
    scope: { id: sortWorks.key },
    mutationFn: (worksIds: number[]) => call(sortWorks, { body: { scholarId, worksIds } }),
    onSuccess: () => void message.success('顺序已保存'),
    onError: (error) => void message.error(errorMessage(error)),
    onSettled: async () => {
      if (client.isMutating({ mutationKey: [sortWorks.key] }) > 1) return;
      await client.invalidateQueries(allOf(works.list));
      await client.invalidateQueries(allOf(queryWorks));
    },
  });
  const drop = async (from: number, to: number): Promise<void> => {
    await client.cancelQueries({ queryKey: asked.queryKey });
    // The current cache, which may be rendered a moment later.
    const now = client.getQueryData<typeof list.data>(asked.queryKey);
    if (!now || from === to || !now.rows[from] || !now.rows[to]) return;
    const moved = [...now.rows];
    moved.splice(to, 0, ...moved.splice(from, 1));
    client.setQueryData(asked.queryKey, { ...now, rows: moved });
    sorting.mutate(moved.map((one) => one.worksId));
  };
  return { list, rows: list.data?.rows ?? [], drop, move: (index: number, by: 1 | -1) => drop(index, index + by) };
}
