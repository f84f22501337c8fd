import { loadable } from '../../loading/loadable.ts';
import { useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Select } from 'antd';
import { protocolMachine, RIGHT_NAMES, RIGHTS, type ProtocolState } from '../../../contract/protocol/protocol.machine.ts';
import { protocol } from '../../../contract/protocol/protocol.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { useOpenRow } from '../crud/use-open-row.ts';
import { StateTag } from '../state-machine/state-tag.tsx';
import { ManuscriptSelect } from '../manuscript/manuscript-select.tsx';
import { allOf } from '../../api/all-of.ts';
import '../manuscript/manuscript.css';

const ProtocolDrawer = loadable(async () => (await import('./protocol-drawer.tsx')).ProtocolDrawer);

/** Days before the end from which an agreement is shown in red. */
const SOON = 30;

/** #81: agreements with their terms and signatures. */
export function ProtocolPage() {
  const client = useQueryClient();
  const { open } = useOpenRow();
  const agreements = useMemo(
    () =>
      resource(protocol, {
        columns: ['title', 'status', 'partyA', 'payMode', 'royaltyBp', 'endDate', 'protocolNo', 'updateTime'],
        search: ['title', 'protocolNo', 'status', 'payMode', 'endDate'],
        form: [
          'archiveId',
          'signers',
          'signType',
          'rights',
          'region',
          'language',
          'termYears',
          'startDate',
          'deliverDate',
          'planWordCount',
          'payMode',
          'royaltyBp',
          'royaltyBase',
          'basePerThousandFen',
          'lumpFen',
          'prepayBp',
          'minCopies',
          'digitalShareBp',
          'sampleBooks',
          'authorDiscountBp',
          'extraTerms',
        ],
        detail: [],
        empty: '暂无协议',
        widths: { title: 200, status: 110, partyA: 120, payMode: 110, royaltyBp: 90, endDate: 120, protocolNo: 140, updateTime: 150 },
        cell: {
          status: (row) => <StateTag machine={protocolMachine} state={row.status as ProtocolState} />,
          royaltyBp: (row) => (row.payMode === 'royalty' ? `${row.royaltyBp / 100}%` : '—'),
          endDate: (row) =>
            row.endDate === '' ? '—' : <span className={row.status === 'effective' && row.daysLeft <= SOON ? 'late' : ''}>{row.endDate}</span>,
        },
        control: {
          archiveId: (props) => <ManuscriptSelect {...props} status="contracting" />,
          rights: ({ id, value, onChange }) => (
            <Select
              {...(id ? { id } : {})}
              mode="multiple"
              value={value as string[]}
              placeholder="请选择授予的权利"
              options={RIGHTS.map((right) => ({ value: right, label: RIGHT_NAMES[right] }))}
              onChange={(next) => onChange?.(next)}
            />
          ),
        },
        shows: {
          royaltyBp: ({ payMode }) => payMode === 'royalty',
          royaltyBase: ({ payMode }) => payMode === 'royalty',
          minCopies: ({ payMode }) => payMode === 'royalty',
          basePerThousandFen: ({ payMode }) => payMode === 'base_print',
          lumpFen: ({ payMode }) => payMode === 'lump',
        },
        locked: (row) => (row.status === 'draft' || row.status === 'returned' ? false : '协议已送审，不能修改'),
        rowActions: () => [
          {
            key: 'open',
            label: '查看',
            permission: 'press:protocol:query',
            run: (row) => open(row.protocolId),
          },
        ],
        opened: (protocolId, onClose) => (
          <ProtocolDrawer protocolId={protocolId} onClose={onClose} onDone={() => void client.invalidateQueries(allOf(protocol.list))} />
        ),
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `open` changes the address only
    [],
  );
  return <ResourcePage resource={agreements} />;
}
