import { useQuery } from '@tanstack/react-query';
import { Card, Skeleton } from 'antd';
import { getCache } from '../../../contract/monitor/cache.ts';
import { serverHistory } from '../../../contract/monitor/server.ts';
import { queryOf } from '../../api/query-client.ts';
import { Chart } from '../chart/chart.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { CacheRegions } from './cache-regions.tsx';
import { MonitorHead, type Fact } from './monitor-head.tsx';
import './monitor.css';
import { LoadFailed } from '../crud/list-states.tsx';

const EVERY_MS = 5_000;
const MODES: Readonly<Record<string, string>> = { standalone: '单机', cluster: '集群', sentinel: '哨兵' };
/** Number of commands shown, the most frequent first. */
const DRAWN = 8;

/** #149: hit rate and content of the cache. */
export function CachePage() {
  const state = useQuery({ ...queryOf(getCache, {}), staleTime: 0, refetchInterval: EVERY_MS });
  const history = useQuery({ ...queryOf(serverHistory, {}), staleTime: 0, refetchInterval: EVERY_MS });
  if (state.isError && !state.data) return <LoadFailed query={state} />;
  if (!state.data) return <Skeleton active paragraph={{ rows: 12 }} />;
  const { info, dbSize, commandStats, hits, misses } = state.data;
  const asked = hits + misses;
  const samples = history.data ?? [];
  const commands = [...commandStats].sort((one, other) => Number(other.value) - Number(one.value)).slice(0, DRAWN);
  const facts: Fact[] = [
    ['缓存', info['redis_version'] ?? '—'],
    ['方式', MODES[info['redis_mode'] ?? ''] ?? info['redis_mode'] ?? '—'],
    ['键', `${dbSize} 个`],
    ['占用', info['used_memory_human'] ?? '—'],
    ['命中率', asked === 0 ? '还没有人问过' : `${((100 * hits) / asked).toFixed(1)}%（${hits} / ${asked}）`],
    ['运行', `${info['uptime_in_days'] ?? 0} 天`],
    ...(info['connected_clients'] ? ([['客户端', `${info['connected_clients']} 个`]] as Fact[]) : []),
  ];
  return (
    <>
      <HiddenTitle />
      <MonitorHead facts={facts} refresh={() => void Promise.all([state.refetch(), history.refetch()])} />
      <div className="monitor-charts">
        <Card title="命中率（近十分钟）">
          <Chart
            label="缓存命中率"
            kind="line"
            unit="%"
            most={100}
            height={180}
            names={samples.map((one) => one.time)}
            series={[{ name: '命中率', values: samples.map((one) => one.hitRate) }]}
          />
        </Card>
        <Card title="命令">
          <Chart
            label="各种命令的次数"
            kind="bar"
            height={180}
            names={commands.map((one) => one.name)}
            series={[{ name: '次数', values: commands.map((one) => Number(one.value)) }]}
          />
        </Card>
      </div>
      <CacheRegions />
    </>
  );
}
