import { useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { querySlogans, slogan, SLOGAN_POSITIONS, sloganEvent, sortSlogans, type Slogan } from '../../../contract/content/slogan.ts';
import { sloganMachine } from '../../../contract/content/slogan.machine.ts';
import type { ReleaseEvent, ReleaseState } from '../../../contract/release.ts';
import { call } from '../../api/call.ts';
import { resource, type Tools } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { ReleaseRejection } from '../state-machine/release-rejection.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { allOf } from '../../api/all-of.ts';
import { OrderDrawer } from './order-drawer.tsx';
import { releaseActions } from './release-actions.ts';

const ORDER_MOST = 200;

const sendEvent = (row: Slogan, event: ReleaseEvent, note = '') =>
  call(sloganEvent, { params: { event, sloganId: row.sloganId }, body: { note, version: row.version } });

/** #114: slogans: written, approved by another user, shown within their dates, in an order of their own. */
export function SloganPage() {
  const client = useQueryClient();
  const [rejecting, setRejecting] = useState<{ row: Slogan; tools: Tools } | null>(null);
  const [sorting, setSorting] = useState<Tools | null>(null);
  const slogans = useMemo(
    () =>
      resource(slogan, {
        columns: ['content', 'source', 'position', 'state', 'startTime', 'endTime', 'orderNum'],
        search: ['content', 'position', 'state'],
        form: ['content', 'source', 'position', 'orderNum', 'startTime', 'endTime', 'remark'],
        detail: ['content', 'source', 'position', 'state', 'rejectNote', 'startTime', 'endTime', 'orderNum', 'createBy', 'createTime', 'remark'],
        empty: '暂无标语',
        widths: { content: 320, source: 140, position: 110, state: 100, orderNum: 100 },
        cell: { state: (row) => <StateTag machine={sloganMachine} state={row.state as ReleaseState} /> },
        rowActions: (row, tools) =>
          releaseActions({
            machine: sloganMachine,
            row,
            name: `“${row.content}”`,
            tools,
            fire: sendEvent,
            reject: () => setRejecting({ row, tools: tools }),
          }),
        toolbar: (tools) => (tools.may('cms:slogan:edit') ? <Button onClick={() => setSorting(tools)}>调整顺序</Button> : null),
        lost: () => '移入回收站，30 天内可以恢复；读者马上看不到它。',
        written: () => void client.invalidateQueries(allOf(querySlogans)),
      }),
    [client],
  );
  return (
    <>
      <ResourcePage resource={slogans} />
      {rejecting ? (
        <ReleaseRejection
          title={`退回“${rejecting.row.content}”`}
          onSend={async (note) => {
            await sendEvent(rejecting.row, 'reject', note);
            await rejecting.tools.refresh();
          }}
          onClose={() => setRejecting(null)}
        />
      ) : null}
      {sorting ? (
        <OrderDrawer
          positions={SLOGAN_POSITIONS}
          dict="cms_slogan_position"
          load={async (position) => {
            const { rows } = await call(slogan.list, { query: { position, pageSize: ORDER_MOST, orderByColumn: 'orderNum', isAsc: 'asc' } });
            return rows.map((row) => ({ id: row.sloganId, name: row.content, state: sloganMachine.states[row.state as ReleaseState].label }));
          }}
          save={(position, sloganIds) => call(sortSlogans, { body: { position, sloganIds } })}
          onDone={() => void sorting.refresh()}
          onClose={() => setSorting(null)}
        />
      ) : null}
    </>
  );
}
