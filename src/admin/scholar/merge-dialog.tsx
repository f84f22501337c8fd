import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Descriptions, Form, Modal, Skeleton } from 'antd';
import { mergePreview, MERGE_UNDO_DAYS, mergeScholars } from '../../../contract/scholar/merge.ts';
import { scholar } from '../../../contract/scholar/scholar.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { ReferenceSelect } from '../crud/field/reference-select.tsx';
import type { Tools, WireRow } from '../crud/resource.ts';
import { errorMessage } from '../ui/error-message.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

interface Props {
  readonly tools: Tools<typeof scholar>;
  /** The selected scholars: the first is kept, the second is merged into it. */
  readonly chosen: readonly WireRow<typeof scholar>[];
  readonly onClose: () => void;
}

/** Merges two pages of one person, after showing what moves. */
export function MergeDialog({ tools, chosen, onClose }: Props) {
  useRestoreFocus();
  const [keptId, setKeptId] = useState<number | null>(chosen[0]?.scholarId ?? null);
  const [mergedId, setMergedId] = useState<number | null>(chosen[1]?.scholarId ?? null);
  const ready = keptId !== null && mergedId !== null && keptId !== mergedId;
  const preview = useQuery({
    ...queryOf(mergePreview, { query: { keptId: keptId ?? 0, mergedId: mergedId ?? 0 } }),
    enabled: ready,
    staleTime: 0,
  });
  const { data } = preview;
  const select = (id: string, label: string, value: number | null, change: (value: number | null) => void) => (
    <Form.Item label={label} required htmlFor={id}>
      <ReferenceSelect
        crud={scholar}
        id={id}
        value={value}
        label={(row) => `${String(row['scholarName'])}（${[row['collegeName'], row['researchField']].filter(Boolean).join('，')}）`}
        onChange={(next) => change(next as number | null)}
      />
    </Form.Item>
  );
  return (
    <Modal
      open
      title="合并同一位学者的两个主页"
      okText="合并"
      cancelText="取消"
      okButtonProps={{ danger: true, disabled: !ready || !data || data.obstacle !== '' }}
      onCancel={onClose}
      onOk={async () => {
        if (keptId === null || mergedId === null) return;
        if (await tools.act(() => call(mergeScholars, { body: { keptId, mergedId } }), '已合并')) onClose();
      }}
    >
      <Form layout="vertical">
        {select('merge-kept', '保留的主页', keptId, setKeptId)}
        {select('merge-merged', '并入的主页', mergedId, setMergedId)}
      </Form>
      {keptId !== null && keptId === mergedId ? <Alert type="warning" showIcon title="请选择两位不同的学者" /> : null}
      {ready && preview.isError ? <Alert type="error" showIcon title={errorMessage(preview.error)} /> : null}
      {ready && preview.isPending ? <Skeleton active paragraph={{ rows: 3 }} /> : null}
      {ready && data ? (
        data.obstacle ? (
          <Alert type="warning" showIcon title={data.obstacle} />
        ) : (
          <>
            <Descriptions
              size="small"
              bordered
              column={1}
              items={[
                {
                  key: 'works',
                  label: '移走的作品',
                  children: `${data.works} 部${data.sameWorks > 0 ? `；另有 ${data.sameWorks} 部两边都有，不重复` : ''}`,
                },
                { key: 'news', label: '移走的资讯', children: `${data.news} 篇` },
                { key: 'followers', label: '移走的关注', children: `${data.followers} 人` },
                { key: 'names', label: '增加的名字', children: data.names.join('、') || '无' },
                { key: 'user', label: '移走的绑定用户', children: data.userName || '无' },
              ]}
            />
            <p className="soft" style={{ marginTop: 12 }}>
              并入的主页不再单独显示，旧地址会转到保留的主页。{MERGE_UNDO_DAYS} 天内可在“合并记录”里撤销。
            </p>
          </>
        )
      ) : null}
    </Modal>
  );
}
