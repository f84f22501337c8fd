import { useQuery } from '@tanstack/react-query';
import { queryBlocks } from '../../../contract/content/program-block.ts';
import { queryOf } from '../../api/query-client.ts';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { HomeBlocks } from './home-blocks.tsx';
import './home.css';

const blocks = queryOf(queryBlocks, { query: { page: 'reading' } });

/** #16: the blocks of the reading centre, as the editors arranged them. */
export function ReadingPicks() {
  const { data, error, refetch } = useQuery(blocks);
  if (error && !data) return <Failed error={error} retry={() => void refetch()} />;
  if (data?.length === 0) return <Empty drawing="lamp" title="精选还在整理" reason="先看看全部图书吧。" to="?" action="看全部图书" />;
  return (
    <>
      <Stale error={error} />
      <HomeBlocks blocks={data} />
    </>
  );
}
