import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Empty, Skeleton } from 'antd';
import { Link, useParams } from 'react-router-dom';
import { scholar } from '../../../contract/scholar/scholar.ts';
import { queryWorks, works } from '../../../contract/scholar/works.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import '../crud/crud.css';
import { DictTag } from '../crud/field/dict-tag.tsx';
import { LoadFailed } from '../crud/list-states.tsx';
import { resource, type AnyResource } from '../crud/resource.ts';
import { ResourceForm } from '../crud/resource-form.tsx';
import { confirmRemoval } from '../crud/row-menu.tsx';
import { useFormDraft } from '../crud/use-form-draft.ts';
import { useActs, useCan, type AnyRow } from '../crud/use-resource.tsx';
import { OrderHandle } from './order-handle.tsx';
import { SplitDialog } from './split-dialog.tsx';
import { MOST_WORKS, useWorksOrder } from './use-works-order.ts';
import { WORKS } from './works-resource.tsx';
import './scholar-works.css';

const listed = resource(works, {
  ...WORKS,
  form: (WORKS.form ?? []).filter((field) => field !== 'scholarId' && field !== 'orderNum'),
}) as AnyResource;

/** #72: the works of one scholar in the order of the page; dragged, or moved by buttons. */
export function ScholarWorksPage() {
  const scholarId = Number(useParams()['scholarId']);
  const may = useCan();
  const client = useQueryClient();
  const owner = useQuery(queryOf(scholar.get, { params: { id: scholarId } }));
  const { list, rows, move, drop } = useWorksOrder(scholarId);
  const [opened, setOpened] = useState<{ row: AnyRow | null } | null>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [splitting, setSplitting] = useState(false);
  const refresh = async () => {
    for (const one of [works.list, queryWorks, scholar.list, scholar.get]) await client.invalidateQueries(allOf(one));
  };
  const tools = { may, refresh, open: () => {}, ...useActs(refresh) };
  const draft = useFormDraft(listed, { scholarId }, (row) => setOpened({ row: { ...row } }));
  const edits = may('house:works:edit');
  const name = owner.data?.scholarName ?? '';
  const present = chosen.filter((id) => rows.some((row) => row.worksId === id));
  return (
    <section className="admin-card" aria-label="学者作品">
      <h1 className="page-heading">
        {name ? `${name}的作品` : '学者作品'}
        <Link to="/houseScholars/works" style={{ marginInlineStart: 12, fontSize: 14 }}>
          全部作品
        </Link>
      </h1>
      <div className="admin-toolbar">
        {may('house:works:add') ? (
          <Button type="primary" onClick={() => setOpened({ row: null })}>
            新增作品
          </Button>
        ) : null}
        {may('structure:scholar:add') ? (
          <Button disabled={present.length === 0} onClick={() => setSplitting(true)}>
            拆分{present.length > 0 ? `（${present.length}）` : ''}
          </Button>
        ) : null}
        <span className="soft">自上而下就是读者看到的顺序</span>
      </div>
      {owner.isError ? <LoadFailed query={owner} /> : list.isError ? <LoadFailed query={list} /> : null}
      {list.isPending && !owner.isError ? <Skeleton active style={{ padding: 16 }} /> : null}
      {list.data && rows.length === 0 ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无作品" style={{ padding: 32 }} /> : null}
      {rows.length >= MOST_WORKS ? <p className="soft">只显示前 {MOST_WORKS} 部。</p> : null}
      <ol className="scholar-works">
        {rows.map((row, index) => (
          <li key={row.worksId} data-hidden={row.hidden === '1' ? '' : undefined}>
            <OrderHandle title={row.worksTitle} index={index} last={rows.length - 1} edits={edits} move={move} drop={drop} />
            <Checkbox
              aria-label={`选择${row.worksTitle}`}
              checked={chosen.includes(row.worksId)}
              onChange={({ target }) => setChosen(target.checked ? [...chosen, row.worksId] : chosen.filter((id) => id !== row.worksId))}
            />
            <div className="scholar-works-words">
              <strong>{row.worksTitle}</strong> <DictTag type="house_work_kind" value={row.workKind} />
              <div className="soft">
                <DictTag type="house_work_role" value={row.role} />{' '}
                {[row.publishId === null ? '' : '本社出版物', row.source, row.publishYear].filter(Boolean).join(' · ')}
                {row.hidden === '1' ? ' · 已隐藏' : ''}
              </div>
            </div>
            <span>
              {edits ? (
                <Button type="link" size="small" aria-label={`修改${row.worksTitle}`} onClick={() => setOpened({ row: { ...row } as AnyRow })}>
                  修改
                </Button>
              ) : null}
              {may('house:works:remove') ? (
                <Button
                  type="link"
                  size="small"
                  danger
                  aria-label={`删除${row.worksTitle}`}
                  onClick={() => confirmRemoval(listed, [{ ...row } as AnyRow], tools)}
                >
                  删除
                </Button>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
      {opened ? (
        <ResourceForm resource={listed} row={opened.row} tools={tools} onClose={() => setOpened(null)} draft={draft} given={{ scholarId }} />
      ) : null}
      {splitting ? (
        <SplitDialog
          scholarId={scholarId}
          name={name}
          worksIds={present}
          tools={tools}
          onClose={() => setSplitting(false)}
          done={() => setChosen([])}
        />
      ) : null}
    </section>
  );
}
