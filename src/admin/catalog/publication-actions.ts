import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { Alert, App, Input } from 'antd';
import { createElement } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  firePublicationEvent,
  removePublications,
  type Publication,
  type PublicationEvent,
  type PublicationStatus,
} from '../../../contract/catalog/publication.ts';
import { call } from '../../api/call.ts';
import { errorMessage } from '../ui/error-message.ts';

export interface Action {
  readonly event: PublicationEvent;
  readonly name: string;
  readonly permission: string;
  /** What happens next, for the person who presses. */
  readonly consequence: string;
  readonly reason?: string;
}

export const ACTIONS: readonly (Action & { readonly from: readonly PublicationStatus[] })[] = [
  {
    event: 'submit',
    name: '提交上架',
    permission: 'publish:publication:edit',
    from: ['draft', 'rejected'],
    consequence: '提交后由另一位作品管理员审核，审核期间不能修改。',
  },
  {
    event: 'approve',
    name: '上架',
    permission: 'publish:publication:publish',
    from: ['checking'],
    consequence: '上架后读者马上可以在前台找到并阅读。',
  },
  {
    event: 'reject',
    name: '驳回',
    permission: 'publish:publication:publish',
    from: ['checking'],
    consequence: '驳回后由编辑修改再提交。',
    reason: '驳回意见',
  },
  {
    event: 'delist',
    name: '下架',
    permission: 'publish:publication:delist',
    from: ['listed'],
    consequence: '下架后前台不再展示，已有阅读权的读者仍可阅读。',
    reason: '下架原因',
  },
  { event: 'relist', name: '重新上架', permission: 'publish:publication:publish', from: ['delisted'], consequence: '重新上架后读者马上可以找到。' },
];

export const actionsFor = (status: PublicationStatus): Action[] => ACTIONS.filter((action) => action.from.includes(status));

/** Everything that names a publication is asked anew after a write. */
export function useStale(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).includes('/cms/publish') });
}

/** Asks, says the consequence, takes the reason where one is needed, and fires the event. */
export function usePublicationEvents() {
  const { modal, message } = App.useApp();
  const stale = useStale();
  const fire = useMutation({
    mutationFn: ({ publishId, event, reason }: { publishId: number; event: PublicationEvent; reason: string }) =>
      call(firePublicationEvent, { params: { event, publishId }, body: { reason } }),
    onSuccess: stale,
  });
  const remove = useMutation({
    mutationFn: (ids: readonly number[]) => call(removePublications, { params: { publishIds: ids.join(',') } }),
    onSuccess: stale,
  });

  function ask(publication: Pick<Publication, 'publishId' | 'title'>, action: Action): void {
    let reason = '';
    const { reason: asked } = action;
    const content = (refused = '') =>
      createElement(
        'div',
        null,
        createElement('p', null, action.consequence),
        asked &&
          createElement(Input.TextArea, {
            rows: 3,
            maxLength: 500,
            showCount: true,
            // The count hangs below the field, where the buttons of a dialog come.
            style: { marginBottom: 24 },
            'aria-label': asked,
            placeholder: `请填写${asked}`,
            onChange: (event: React.ChangeEvent<HTMLTextAreaElement>) => {
              reason = event.target.value;
            },
          }),
        refused && createElement(Alert, { type: 'error', showIcon: true, title: refused, role: 'alert' }),
      );
    const dialog = modal.confirm({
      title: `${action.name}${inTitleMarks(publication.title)}？`,
      content: content(),
      okText: action.name,
      cancelText: '取消',
      okButtonProps: { danger: action.event === 'delist' || action.event === 'reject' },
      onOk: async () => {
        try {
          await fire.mutateAsync({ publishId: publication.publishId, event: action.event, reason });
          void message.success(`已${action.name}`);
        } catch (error) {
          // What is refused is said where it was asked, and stays there to be read.
          dialog.update({ content: content(errorMessage(error)) });
          throw error;
        }
      },
    });
  }

  function confirmRemoval(rows: readonly Pick<Publication, 'publishId' | 'title'>[], done: () => void): void {
    const names = rows.map((row) => inTitleMarks(row.title)).join('');
    void modal.confirm({
      title: rows.length === 1 ? `删除${names}？` : `删除${rows.length}种出版物？`,
      content: `${names}将移入回收站，30天内可以恢复。已上架或已有读者拥有阅读权的不能删除。`,
      okText: '删除',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await remove.mutateAsync(rows.map((row) => row.publishId));
          void message.success('已删除');
          done();
        } catch (error) {
          void message.error(errorMessage(error));
        }
      },
    });
  }
  return { ask, confirmRemoval };
}
