import { useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Image, Input } from 'antd';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { BANNER_POSITIONS, bannerEntry, bannerEvent, queryBanners, sortBanners, type BannerEntry } from '../../../contract/content/banner.ts';
import { bannerMachine } from '../../../contract/content/banner.machine.ts';
import type { ReleaseEvent, ReleaseState } from '../../../contract/release.ts';
import { notice } from '../../../contract/system/notice.ts';
import { call } from '../../api/call.ts';
import { ReferenceSelect } from '../crud/field/reference-select.tsx';
import { resource, type ControlProps, type Tools } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { ReleaseRejection } from '../state-machine/release-rejection.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { allOf } from '../../api/all-of.ts';
import { OrderDrawer } from './order-drawer.tsx';
import { releaseActions } from './release-actions.ts';
import { WorkSelect } from './work-select.tsx';

const ORDER_MOST = 200;
const stateLabel = (state: string): string => bannerMachine.states[state as ReleaseState].label;

/** The target of a banner, chosen by its kind; stored as text. */
function TargetControl({ values, value, onChange, id, disabled = false }: ControlProps) {
  const text = typeof value === 'string' ? value : '';
  const number = /^\d+$/.test(text) ? Number(text) : null;
  const choose = (next: number | null) => onChange?.(next === null ? '' : String(next));
  if (values?.['linkType'] === 'publication')
    return <WorkSelect {...(id ? { id } : {})} label="目标作品" value={number} disabled={disabled} onChange={choose} />;
  if (values?.['linkType'] === 'notice')
    return (
      <ReferenceSelect
        {...(id ? { id } : {})}
        crud={notice}
        fixed={{ state: 'published' }}
        value={number}
        disabled={disabled}
        onChange={(next) => choose(next as number | null)}
      />
    );
  return (
    <Input
      {...(id ? { id } : {})}
      maxLength={300}
      placeholder="本站地址，例如 /cms/main/notice"
      value={text}
      disabled={disabled}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

const sendEvent = (row: BannerEntry, event: ReleaseEvent, note = '') =>
  call(bannerEvent, { params: { event, bannerId: row.bannerId }, body: { note, version: row.version } });

/** #115: banners: written, approved by another user, shown within their dates, in an order of their own. */
export function BannerPage() {
  const client = useQueryClient();
  const [rejecting, setRejecting] = useState<{ row: BannerEntry; tools: Tools } | null>(null);
  const [sorting, setSorting] = useState<Tools | null>(null);
  const banners = useMemo(
    () =>
      resource(bannerEntry, {
        columns: ['title', 'image', 'position', 'linkText', 'state', 'startTime', 'endTime', 'orderNum'],
        search: ['title', 'position', 'state', 'linkType'],
        form: [
          'position',
          'orderNum',
          'title',
          'subtitle',
          'note',
          'drawing',
          'image',
          'mobileImage',
          'linkType',
          'linkValue',
          'startTime',
          'endTime',
          'remark',
        ],
        detail: [
          'title',
          'subtitle',
          'note',
          'position',
          'state',
          'rejectNote',
          'image',
          'mobileImage',
          'linkType',
          'linkText',
          'startTime',
          'endTime',
          'orderNum',
          'createBy',
          'createTime',
          'remark',
        ],
        empty: '暂无轮播图',
        widths: { title: 220, image: 120, position: 110, linkText: 180, state: 100, orderNum: 100 },
        cell: {
          state: (row) => <StateTag machine={bannerMachine} state={row.state as ReleaseState} />,
          image: (row) =>
            row.image ? (
              <Image src={row.image} alt={`${row.title}的图片`} width={96} height={38} style={{ objectFit: 'cover' }} />
            ) : (
              <span className="soft">内置图案</span>
            ),
          linkText: (row) => row.linkText || <span className="soft">{row.linkType === 'none' ? '不跳转' : '目标已不在'}</span>,
        },
        control: { linkValue: (props) => <TargetControl {...props} /> },
        shows: { linkValue: (values) => values['linkType'] !== undefined && values['linkType'] !== 'none' },
        rowActions: (row, tools) =>
          releaseActions({
            machine: bannerMachine,
            row,
            name: inTitleMarks(row.title),
            tools,
            fire: sendEvent,
            reject: () => setRejecting({ row, tools: tools }),
          }),
        toolbar: (tools) => (tools.may('cms:banner:edit') ? <Button onClick={() => setSorting(tools)}>调整顺序</Button> : null),
        lost: () => '移入回收站，30 天内可以恢复；读者马上看不到它。',
        written: () => void client.invalidateQueries(allOf(queryBanners)),
      }),
    [client],
  );
  return (
    <>
      <ResourcePage resource={banners} />
      {rejecting ? (
        <ReleaseRejection
          title={`退回${inTitleMarks(rejecting.row.title)}`}
          onSend={async (note) => {
            await sendEvent(rejecting.row, 'reject', note);
            await rejecting.tools.refresh();
          }}
          onClose={() => setRejecting(null)}
        />
      ) : null}
      {sorting ? (
        <OrderDrawer
          positions={BANNER_POSITIONS}
          dict="cms_banner_position"
          load={async (position) => {
            const { rows } = await call(bannerEntry.list, { query: { position, pageSize: ORDER_MOST, orderByColumn: 'orderNum', isAsc: 'asc' } });
            return rows.map((row) => ({ id: row.bannerId, name: row.title, state: stateLabel(row.state) }));
          }}
          save={(position, bannerIds) => call(sortBanners, { body: { position, bannerIds } })}
          onDone={() => void sorting.refresh()}
          onClose={() => setSorting(null)}
        />
      ) : null}
    </>
  );
}
