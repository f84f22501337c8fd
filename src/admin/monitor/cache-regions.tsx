import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import {
  cacheKeys,
  cacheNames,
  cacheValue,
  clearCacheAll,
  clearCacheKey,
  clearCacheName,
  getCache,
  HIDDEN,
  SESSIONS_REGION,
} from '../../../contract/monitor/cache.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { useActs, useCan } from '../crud/use-resource.tsx';
import { useDialogs } from '../ui/use-dialogs.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { LoadFailed } from '../crud/list-states.tsx';

/** Maximum number of rendered keys; for more, only the number is shown. */
const DRAWN = 200;
const nothing = (words: string) => <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words} />;

/** Cache content: regions, the keys of a region, the value of a key; each can be cleared. */
export function CacheRegions() {
  const client = useQueryClient();
  const dialogs = useDialogs();
  const [region, setRegion] = useState('');
  const [key, setKey] = useState('');
  const names = useQuery({ ...queryOf(cacheNames, {}), staleTime: 0 });
  const keys = useQuery({ ...queryOf(cacheKeys, { params: { cacheName: region } }), enabled: region !== '', staleTime: 0 });
  const value = useQuery({ ...queryOf(cacheValue, { params: { cacheName: region, cacheKey: key } }), enabled: key !== '', staleTime: 0 });
  const { act, ask } = useActs(async () => {
    setKey('');
    await Promise.all([cacheNames, cacheKeys, getCache].map((one) => client.invalidateQueries(allOf(one))));
  });
  const may = useCan();
  const mayClear = may('monitor:cache:remove');
  const hidden = names.data?.find((one) => one.cacheName === region)?.remark.includes(HIDDEN) ?? false;
  const labelOf = (name: string): string => names.data?.find((one) => one.cacheName === name)?.remark || name;
  /** Signing out all users is confirmed twice. */
  const clearSessions = async (words: string, work: () => Promise<unknown>) => {
    if (!(await dialogs.confirm(`${words}所有人会立即退出登录，没有保存的内容会丢失，您自己也要重新登录。`))) return;
    if (await dialogs.confirm('再次确认：现在让所有人退出登录？')) void act(work, '已清理');
  };
  const clearAll = () => void clearSessions('清理全部缓存后，', () => call(clearCacheAll, {}));
  const clearRegion = () =>
    region === SESSIONS_REGION
      ? void clearSessions('清理登录会话后，', () => call(clearCacheName, { params: { cacheName: region } }))
      : ask(
          {
            title: `清理“${labelOf(region)}”？`,
            content: `${hidden ? '全部' : `${keys.data?.length ?? 0} 项`}会立即失效，例如验证码要重新获取、输错次数重新计算。`,
            verb: '清理',
            danger: true,
          },
          () => call(clearCacheName, { params: { cacheName: region } }),
          '已清理',
        );
  const clearKey = () =>
    ask(
      {
        title: '清理这一项？',
        content: region === SESSIONS_REGION ? '这个登录会立即结束。' : '这一项会立即失效。',
        verb: '清理',
        danger: true,
      },
      () => call(clearCacheKey, { params: { cacheKey: key } }),
      '已清理',
    );
  const shown = (keys.data ?? []).slice(0, DRAWN);
  return (
    <section className="admin-card" aria-label="缓存内容">
      <div className="admin-toolbar">
        <h2 className="admin-h2">缓存内容</h2>
        <span style={{ flex: 1 }} />
        {mayClear ? (
          <Button danger icon={<DeleteOutlined />} onClick={clearAll}>
            清理全部
          </Button>
        ) : null}
      </div>
      {names.isError ? (
        <LoadFailed query={names} />
      ) : names.isPending ? (
        <Skeleton active style={{ padding: 16 }} />
      ) : (
        <div className="monitor-panes">
          <div>
            <h3 className="admin-h3">缓存名称</h3>
            <ul className="monitor-picks">
              {names.data.map(({ cacheName, remark }) => (
                <li key={cacheName}>
                  <button type="button" aria-pressed={cacheName === region} onClick={() => (setRegion(cacheName), setKey(''))}>
                    {remark || '其他'} <span className="code soft">{cacheName.replace(/:$/, '')}</span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
          <div>
            <h3 className="admin-h3">
              键名{keys.data && !hidden ? `（${keys.data.length}）` : ''}
              {mayClear && region && ((hidden && (region === SESSIONS_REGION || may('*:*:*'))) || (keys.data?.length ?? 0) > 0) ? (
                <Button type="link" size="small" danger onClick={clearRegion}>
                  清理这一类
                </Button>
              ) : null}
            </h3>
            {region === '' ? nothing('请先选择缓存名称') : null}
            {keys.isError ? <span className="late">{errorMessage(keys.error)}</span> : null}
            {keys.data?.length === 0 ? nothing(hidden ? '这类缓存保护账号安全，只显示数量' : '暂无缓存') : null}
            <ul className="monitor-picks">
              {shown.map((one) => (
                <li key={one}>
                  <button type="button" className="code" aria-pressed={one === key} onClick={() => setKey(one)}>
                    {one.slice(region.length)}
                  </button>
                </li>
              ))}
            </ul>
            {(keys.data?.length ?? 0) > DRAWN ? <p className="soft">只显示前 {DRAWN} 项</p> : null}
          </div>
          <div>
            <h3 className="admin-h3">
              内容
              {key && mayClear ? (
                <Button type="link" size="small" danger onClick={clearKey}>
                  清理这一项
                </Button>
              ) : null}
            </h3>
            {key === '' ? nothing('请先选择键名') : null}
            {value.isError ? <span className="late">{errorMessage(value.error)}</span> : null}
            {key && value.data ? (
              <>
                <p className="code monitor-break">{value.data.cacheKey}</p>
                <pre className="monitor-json">{pretty(value.data.cacheValue) || '（已过期）'}</pre>
              </>
            ) : null}
          </div>
        </div>
      )}
    </section>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
