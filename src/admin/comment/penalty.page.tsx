import { useMemo } from 'react';
import { liftPenalty, penalty } from '../../../contract/comment/penalty.ts';
import { call } from '../../api/call.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

/** Penalties of users. A penalty is never changed; it ends at its time, or is lifted. */
export function PenaltyPage() {
  const penalties = useMemo(
    () =>
      resource(penalty, {
        columns: ['nickName', 'kind', 'state', 'reason', 'fromTime', 'toTime', 'createBy', 'liftedBy'],
        search: ['nickName', 'kind', 'state'],
        form: ['userId', 'kind', 'toTime', 'reason'],
        formColumns: 1,
        empty: '暂无处罚',
        widths: { nickName: 110, kind: 100, state: 90, reason: 220, createBy: 100, liftedBy: 100 },
        rowActions: (row, tools) =>
          row.state === 'active'
            ? [
                {
                  key: 'lift',
                  label: '解除',
                  permission: 'cms:penalty:edit',
                  run: () =>
                    tools.ask({ title: `解除对「${row.nickName}」的处罚？`, content: '解除后马上可以发言和上传，并通知本人。', verb: '解除' }, () =>
                      call(liftPenalty, { params: { penaltyId: row.penaltyId } }),
                    ),
                },
              ]
            : [],
      }),
    [],
  );
  return <ResourcePage resource={penalties} />;
}
