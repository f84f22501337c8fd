import { useEffect } from 'react';
import { App } from 'antd';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AdminTrack, listTracks, orderTracks, removeTracks, retryTrack } from '../../../contract/media/track.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { useStale } from '../catalog/publication-actions.ts';
import { errorMessage } from '../ui/error-message.ts';

const POLL_MS = 1_000;

const isOnItsWay = ({ state, stream }: AdminTrack): boolean => [state, stream.state].some((one) => ['queued', 'running', 'waiting'].includes(one));

/** The tracks of a work from the server, polled while one is being processed, and the actions on them. */
export function useTracks(publishId: number) {
  const { message } = App.useApp();
  const client = useQueryClient();
  const stale = useStale();
  const list = useQuery({
    ...queryOf(listTracks, { query: { publishId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.rows.some(isOnItsWay) ? POLL_MS : false),
  });
  const rows = list.data?.rows ?? [];
  const working = rows.some(isOnItsWay);
  // The list of works has data from before the tracks were processed, so it is refetched.
  useEffect(() => {
    if (working) return () => void stale();
    return undefined;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the last one is done, or the drawer is left
  }, [working]);
  const again = async (): Promise<void> => {
    await Promise.all([client.invalidateQueries(allOf(listTracks)), stale()]);
  };
  const callbacks = { onSettled: again, onError: (error: unknown) => void message.error(errorMessage(error)) };
  const order = useMutation({ mutationFn: (mediaIds: number[]) => call(orderTracks, { body: { publishId, mediaIds } }), ...callbacks });
  const remove = useMutation({ mutationFn: (mediaId: number) => call(removeTracks, { params: { mediaIds: String(mediaId) } }), ...callbacks });
  const retry = useMutation({
    mutationFn: (mediaId: number) => call(retryTrack, { params: { mediaId } }),
    onSuccess: () => void message.success('已重新排队处理'),
    ...callbacks,
  });
  /** Moves the track at `index` up (-1) or down (1) by one. */
  const move = (index: number, by: 1 | -1): void => {
    const ids = rows.map((row) => row.mediaId);
    ids.splice(index + by, 0, ...ids.splice(index, 1));
    order.mutate(ids);
  };
  return { list, rows, again, move, moving: order.isPending, remove, retry };
}
