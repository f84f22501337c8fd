import { useState } from 'react';
import { Button } from 'antd';
import { publishChannel } from '../../../contract/catalog/publish-channel.ts';
import { loadable } from '../../loading/loadable.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { PublicationSelect } from './publication-select.tsx';

const OnixDialog = loadable(async () => (await import('./onix-dialog.tsx')).OnixDialog);

const channels = resource(publishChannel, {
  columns: ['title', 'channel', 'status', 'priceFen', 'lacking', 'isbn', 'onTime', 'updateTime'],
  search: ['title', 'channel', 'status'],
  form: ['publishId', 'channel', 'priceFen', 'externalUrl', 'status'],
  detail: ['title', 'channel', 'status', 'priceFen', 'externalUrl', 'lacking', 'isbn', 'onTime', 'offTime', 'updateBy', 'updateTime'],
  empty: '暂无渠道',
  widths: { title: 200, channel: 100, status: 90, priceFen: 100, lacking: 200, isbn: 150, onTime: 150, updateTime: 150 },
  cell: { lacking: (row) => (row.lacking === '' ? '齐全' : <span className="late">{row.lacking}</span>) },
  control: { publishId: (props) => <PublicationSelect {...props} title={String(props.row?.['title'] ?? '')} /> },
  toolbar: () => <OnixButton />,
});

/** E34: where each work is sold, what its data still lack there, and the ONIX file of a channel. */
export const PublishChannelPage = () => <ResourcePage resource={channels} />;

function OnixButton() {
  const may = useCan();
  const [open, setOpen] = useState(false);
  if (!may('publish:channel:export')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>导出ONIX</Button>
      {open ? <OnixDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
