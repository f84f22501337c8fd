import { useId, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Descriptions, Input, Table } from 'antd';
import { rankMachine } from '../../../contract/wechat/rank.machine.ts';
import { publishRank, rank, rankPlaces, type RankList, type RankPlace, type RankState } from '../../../contract/wechat/rank.ts';
import { PERIOD_NAMES, periodLabel, type PeriodType } from '../../../contract/wechat/rank-period.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { emptyText } from '../crud/list-states.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { machineEvents } from '../state-machine/machine-events.ts';
import { StateTag } from '../state-machine/state-tag.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { focusableScroll } from '../ui/focusable-scroll.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

const PAGE_SIZE = 20;
const NOTE_LEAST = 5;

const changeOf = ({ rankChange }: RankPlace): string =>
  rankChange === null ? '新上榜' : rankChange === 0 ? '持平' : rankChange > 0 ? `升 ${rankChange}` : `降 ${-rankChange}`;

/** A built ranking: how it was made, its places, and for a draft the button that publishes it. */
export function RankDrawer({ rankListId, onClose, onDone }: { rankListId: number; onClose: () => void; onDone: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const found = useQuery({ ...queryOf(rank.get, { params: { id: rankListId } }), staleTime: 0 });
  const list = found.data;
  const name = list ? `${periodLabel(list.periodType as PeriodType, list.periodStart)}${PERIOD_NAMES[list.periodType as PeriodType]}` : '榜单';
  return (
    <Drawer open size={narrow ? '100%' : 860} title={name} onClose={onClose}>
      {found.isError ? (
        <Alert type="error" title={errorMessage(found.error)} action={<Button onClick={() => void found.refetch()}>重试</Button>} />
      ) : null}
      {list ? <Facts list={list} /> : null}
      {list ? <Publish list={list} onDone={onDone} onClose={onClose} /> : null}
      <Places rankListId={rankListId} />
    </Drawer>
  );
}

function Facts({ list }: { list: RankList }) {
  const narrow = useNarrow();
  return (
    <Descriptions
      bordered
      size="small"
      column={narrow ? 1 : 2}
      style={{ marginBottom: 16 }}
      items={[
        { key: 'status', label: '状态', children: <StateTag machine={rankMachine} state={list.status as RankState} /> },
        { key: 'revision', label: '版次', children: list.revision === 1 ? '初版' : `第${list.revision}版` },
        { key: 'cutOff', label: '数据截止', children: list.cutOff },
        { key: 'formula', label: '公式', children: list.formulaVersion },
        { key: 'counts', label: '计入', children: `${list.accountNum} 个公众号，${list.articleNum} 篇文章` },
        {
          key: 'left',
          label: '没有计入',
          children: `${list.heldNum} 个公众号待判定，${list.missingNum} 篇文章截止前没有数据`,
        },
        ...(list.publishTime ? [{ key: 'publish', label: '发布', children: `${list.publishBy} ${list.publishTime.slice(0, 16)}` }] : []),
        ...(list.note ? [{ key: 'note', label: '修订说明', children: list.note }] : []),
      ]}
    />
  );
}

function Publish({ list, onDone, onClose }: { list: RankList; onDone: () => void; onClose: () => void }) {
  const may = useCan();
  const { message } = App.useApp();
  const client = useQueryClient();
  const id = useId();
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const [event] = machineEvents(rankMachine, list.status as RankState, may);
  if (!event) return null;
  const revised = list.revision > 1;
  const publish = async () => {
    setBusy(true);
    setWrong('');
    try {
      await call(publishRank, { params: { id: list.rankListId }, body: { note, version: list.version } });
      void message.success('已发布');
      void client.invalidateQueries(allOf(rank.get));
      onDone();
      onClose();
    } catch (error) {
      setWrong(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section style={{ marginBottom: 16 }} aria-label="发布">
      {wrong ? <Alert type="error" showIcon title={wrong} style={{ marginBottom: 12 }} /> : null}
      {revised ? (
        <>
          <label htmlFor={id}>修订说明（读者会看到）</label>
          <Input.TextArea id={id} value={note} maxLength={200} showCount autoSize={{ minRows: 2 }} onChange={({ target }) => setNote(target.value)} />
        </>
      ) : null}
      <div style={{ display: 'flex', gap: 12, alignItems: 'center', flexWrap: 'wrap', marginTop: revised ? 24 : 0 }}>
        <Button type="primary" loading={busy} disabled={revised && [...note.trim()].length < NOTE_LEAST} onClick={() => void publish()}>
          {event.label}
        </Button>
        <span className="soft">{event.consequence}</span>
      </div>
    </section>
  );
}

function Places({ rankListId }: { rankListId: number }) {
  const [pageNum, setPageNum] = useState(1);
  const found = useQuery({
    ...queryOf(rankPlaces, { params: { id: rankListId }, query: { pageNum, pageSize: PAGE_SIZE } }),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const rows = found.data?.rows ?? [];
  return (
    <Table<RankPlace>
      ref={focusableScroll(rows.length)}
      size="small"
      rowKey="accountId"
      dataSource={rows}
      loading={{ spinning: found.isPending, delay: 200 }}
      pagination={{
        current: pageNum,
        pageSize: PAGE_SIZE,
        total: found.data?.total ?? 0,
        onChange: setPageNum,
        showSizeChanger: false,
        hideOnSinglePage: true,
      }}
      scroll={{ x: 760 }}
      locale={{ emptyText: emptyText(found, '这一期没有可以上榜的公众号') }}
      columns={[
        { title: '名次', dataIndex: 'rank', width: 64, align: 'right' },
        { title: '公众号', dataIndex: 'accountName', rowScope: 'row', ellipsis: true },
        { title: '领域', dataIndex: 'domainName', width: 100 },
        { title: '变化', key: 'change', width: 80, render: (_value, row) => changeOf(row) },
        { title: 'WCI', dataIndex: 'wci', width: 90, align: 'right', render: (wci: number) => wci.toFixed(2) },
        { title: '文章', dataIndex: 'articleNum', width: 64, align: 'right' },
        { title: '阅读', dataIndex: 'readTotal', width: 90, align: 'right' },
        { title: '篇均阅读', dataIndex: 'meanRead', width: 90, align: 'right' },
        { title: '点赞', dataIndex: 'likeTotal', width: 80, align: 'right' },
      ]}
    />
  );
}
