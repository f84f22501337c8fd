import { useLayoutEffect, useRef, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Empty, Result, Skeleton, Switch } from 'antd';
import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { BLOCK_PAGES, previewBlocks, programBlock, sortBlocks, type ShownBlock } from '../../../contract/content/program-block.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { CategorySelect } from '../catalog/category-select.tsx';
import '../crud/crud.css';
import { DictTag, useDict } from '../crud/field/dict-tag.tsx';
import { canCall } from '../crud/may-call.ts';
import { resource, type AnyResource, type Values } from '../crud/resource.ts';
import { ResourceForm } from '../crud/resource-form.tsx';
import { confirmRemoval } from '../crud/row-menu.tsx';
import { useFormDraft } from '../crud/use-form-draft.ts';
import { useActs, useCan, type AnyRow } from '../crud/use-resource.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useReloadState } from '../ui/use-reload-state.ts';
import './program-block.css';
import { Tabs } from '../ui/tabs.tsx';

type Page = (typeof BLOCK_PAGES)[number];
const MOST = 100;
const ofWorks = (values: Values): boolean => values['source'] === 'publication';

const blocks = resource(programBlock, {
  columns: ['title', 'source', 'style', 'limit', 'visible'],
  form: [
    'title',
    'note',
    'blockKey',
    'source',
    'style',
    'limit',
    'sortBy',
    'kind',
    'archiveTypeId',
    'collectionId',
    'onlyFree',
    'onlyRecommended',
    'content',
    'visible',
    'remark',
  ],
  empty: '暂无区块',
  control: { archiveTypeId: (props) => <CategorySelect {...props} /> },
  shows: {
    sortBy: ofWorks,
    kind: ofWorks,
    archiveTypeId: ofWorks,
    collectionId: (values) => values['source'] === 'collection',
    onlyFree: ofWorks,
    onlyRecommended: ofWorks,
    content: (values) => values['source'] === 'html',
    limit: (values) => values['source'] !== 'html' && values['source'] !== 'slogan',
    style: ofWorks,
  },
  lost: () => '读者在页面上不再看到这一块，里面的作品和公告不受影响。删除后不能恢复。',
}) as AnyResource;

/** #88: the blocks of a public page in their order, with a preview of each. */
export function BlockPage() {
  const [page, setPage] = useReloadState<Page>('page', 'home');
  const [opened, setOpened] = useState<{ row: AnyRow | null } | null>(null);
  const draft = useFormDraft(blocks, { page }, (row) => setOpened({ row }));
  const may = useCan();
  const { message } = App.useApp();
  const client = useQueryClient();
  const names = useDict('program_block_page');
  const asked = queryOf(programBlock.list, { query: { page, pageSize: MOST, orderByColumn: 'orderNum', isAsc: 'asc' } });
  const list = useQuery(asked);
  const preview = useQuery(queryOf(previewBlocks, { query: { page } }));
  const refresh = async () => {
    await client.invalidateQueries(allOf(programBlock.list));
    await client.invalidateQueries(allOf(previewBlocks));
  };
  const acts = useActs(refresh);
  const tools = { may, refresh, open: () => {}, ...acts };
  const rows = (list.data?.rows ?? []) as AnyRow[];
  const edits = canCall(may, programBlock, 'edit');
  // Runs one after another: the second move is based on the order after the first, even before the server has answered.
  const sorting = useMutation({
    mutationKey: [sortBlocks.key],
    scope: { id: sortBlocks.key },
    mutationFn: (blockIds: number[]) => call(sortBlocks, { body: { page, blockIds } }),
    onSuccess: () => void message.success('顺序已保存'),
    onError: (error) => void message.error(errorMessage(error)),
    onSettled: () => (client.isMutating({ mutationKey: [sortBlocks.key] }) > 1 ? undefined : refresh()),
  });
  // A moved row loses the focus, and so does a button that becomes disabled.
  const order = rows.map((row) => String(row['blockId'])).join();
  const pressed = useRef<{ button: HTMLElement; order: string } | null>(null);
  useLayoutEffect(() => {
    const { button, order: before } = pressed.current ?? {};
    if (!button || before === order) return;
    pressed.current = null;
    if (document.activeElement === document.body)
      (button.matches(':disabled') ? button.parentElement?.querySelector<HTMLElement>(':enabled') : button)?.focus();
  });
  const move = async (button: HTMLElement, row: AnyRow, by: 1 | -1) => {
    pressed.current = { button, order };
    await client.cancelQueries({ queryKey: asked.queryKey });
    // The current cache, which may be rendered a moment later.
    const now = client.getQueryData<typeof list.data>(asked.queryKey);
    const moved = [...((now?.rows ?? []) as AnyRow[])];
    const index = moved.findIndex((one) => one['blockId'] === row['blockId']);
    if (!now || !moved[index] || !moved[index + by]) return;
    moved.splice(index + by, 0, ...moved.splice(index, 1));
    client.setQueryData(asked.queryKey, { ...now, rows: moved });
    sorting.mutate(moved.map((one) => one['blockId'] as number));
  };
  const show = (row: AnyRow, visible: boolean) =>
    acts.act(
      async () => {
        const whole = await call(programBlock.get, { params: { id: row['blockId'] as number } });
        await call(programBlock.edit, { body: { ...whole, visible: visible ? '1' : '0' } });
      },
      visible ? '已显示' : '已隐藏',
    );
  return (
    <section className="admin-card" aria-label="栏目区块">
      <HiddenTitle />
      {BLOCK_PAGES.length > 1 ? (
        <Tabs
          style={{ paddingInline: 16 }}
          activeKey={page}
          onChange={(key) => setPage(key as Page)}
          items={BLOCK_PAGES.map((key) => ({ key, label: names.find((one) => one.value === key)?.label ?? key }))}
        />
      ) : null}
      <div className="block-admin">
        <div>
          <div className="admin-toolbar">
            {canCall(may, programBlock, 'add') ? (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ row: null })}>
                新增区块
              </Button>
            ) : null}
            <span className="soft">自上而下就是读者看到的顺序</span>
          </div>
          {list.isError ? (
            <Result
              status="error"
              title="加载失败"
              subTitle={errorMessage(list.error)}
              extra={<Button onClick={() => void list.refetch()}>重试</Button>}
            />
          ) : null}
          {list.isPending ? <Skeleton active style={{ padding: 16 }} /> : null}
          {list.data && rows.length === 0 ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="这一页还没有区块" /> : null}
          <ol className="block-rows">
            {rows.map((row, index) => (
              <li key={String(row['blockId'])}>
                <span className="block-move">
                  <Button
                    size="small"
                    type="text"
                    icon={<ArrowUpOutlined />}
                    aria-label={`上移${String(row['title'])}`}
                    disabled={!edits || index === 0}
                    onClick={(event) => void move(event.currentTarget, row, -1)}
                  />
                  <Button
                    size="small"
                    type="text"
                    icon={<ArrowDownOutlined />}
                    aria-label={`下移${String(row['title'])}`}
                    disabled={!edits || index === rows.length - 1}
                    onClick={(event) => void move(event.currentTarget, row, 1)}
                  />
                </span>
                <div style={{ flex: 1, minWidth: 0 }}>
                  <strong>{String(row['title'])}</strong> <span className="soft">{String(row['note'])}</span>
                  <div>
                    <DictTag type="program_block_source" value={String(row['source'])} />{' '}
                    {row['source'] === 'publication' ? <DictTag type="program_block_style" value={String(row['style'])} /> : null}
                  </div>
                </div>
                <Switch
                  aria-label={`显示${String(row['title'])}`}
                  checked={row['visible'] === '1'}
                  disabled={!edits}
                  checkedChildren="显示"
                  unCheckedChildren="隐藏"
                  onChange={(on) => void show(row, on)}
                />
                {edits ? (
                  <Button type="link" size="small" aria-label={`修改${String(row['title'])}`} onClick={() => setOpened({ row })}>
                    修改
                  </Button>
                ) : null}
                {canCall(may, programBlock, 'remove') ? (
                  <Button
                    type="link"
                    size="small"
                    danger
                    aria-label={`删除${String(row['title'])}`}
                    onClick={() => confirmRemoval(blocks, [row], tools)}
                  >
                    删除
                  </Button>
                ) : null}
              </li>
            ))}
          </ol>
        </div>
        <aside className="block-preview" aria-label="预览">
          <h2>现在的样子</h2>
          {preview.data?.length === 0 ? <p className="soft">没有可显示的内容</p> : null}
          {preview.data?.map((block) => (
            <Preview key={block.blockKey} block={block} />
          ))}
        </aside>
      </div>
      {opened ? (
        <ResourceForm
          resource={blocks}
          row={opened.row}
          tools={tools}
          onClose={() => setOpened(null)}
          draft={draft}
          given={{ page, orderNum: rows.length + 1, ...(page === 'agreement' ? { source: 'html' } : {}) }}
        />
      ) : null}
    </section>
  );
}

/** Each paragraph, list or heading becomes one line. */
function linesOf(content: string): string[] {
  const { body } = new DOMParser().parseFromString(content, 'text/html');
  return [...(body.children.length > 0 ? body.children : [body])].map((part) => part.textContent);
}

/** A short text preview of a block. */
function Preview({ block }: { block: ShownBlock }) {
  const lines =
    block.source === 'publication' || block.source === 'collection'
      ? block.books.map((book) => `${inTitleMarks(book.title)} ${book.authorsText}`)
      : block.source === 'notice'
        ? block.notices.map((notice) => notice.noticeTitle)
        : block.source === 'scholar'
          ? block.scholars.map((one) => `${one.scholarName} ${one.title}`)
          : block.source === 'information'
            ? block.news.map((one) => one.title)
            : block.source === 'wechatRank'
              ? block.places.map((one) => `${one.rank} ${one.accountName}`)
              : block.source === 'contest'
                ? block.contests.map((one) => one.title)
                : block.source === 'slogan'
                  ? [block.slogan]
                  : linesOf(block.content);
  return (
    <section>
      <h3>
        {block.title} <span className="soft">{block.note}</span>
      </h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
