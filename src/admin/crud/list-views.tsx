import { memo, useState } from 'react';
import { Button } from 'antd';
import DownOutlined from '@ant-design/icons/DownOutlined';
import { loadable } from '../../loading/loadable.ts';
import { PressMenu } from '../ui/press-menu.tsx';
import { isSame, knownState, PLAIN, type ListSpec, type ListState } from './list-address.rule.ts';
import type { ChangeList } from './use-list-address.ts';
import type { ListViews } from './use-list-views.ts';

const ViewDialog = loadable(async () => (await import('./view-dialog.tsx')).ViewDialog);

export interface ViewChoice {
  /** The address of the list without `/list`. */
  readonly list: string;
  readonly views: ListViews;
  readonly spec: ListSpec;
  readonly shown: ListState;
  readonly change: ChangeList;
}

/** The menu of a list's named views: apply one, save what is shown, and manage them. */
export const ListViewMenu = memo(function ListViewMenu({ list, views, spec, shown, change }: ViewChoice) {
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const { rows } = views;
  const statesOf = (view: (typeof rows)[number]): ListState => knownState(spec, { ...view.state, pageNum: 1 });
  const current = rows.find((view) => isSame(statesOf(view), shown));
  const items = [
    ...rows.map((view) => ({
      key: `view ${view.viewId}`,
      label: view.isDefault ? `${view.name}（默认）` : view.name,
      onClick: () => change(statesOf(view)),
    })),
    { key: 'plain', label: '不用视图', onClick: () => change(PLAIN) },
    { type: 'divider' as const },
    { key: 'save', label: '保存为视图…', onClick: () => setDialog('save') },
    ...(rows.length > 0 ? [{ key: 'manage', label: '管理视图…', onClick: () => setDialog('manage') }] : []),
  ];
  const selected = current ? [`view ${current.viewId}`] : isSame(shown, PLAIN) ? ['plain'] : [];
  return (
    <>
      <PressMenu menu={{ items, selectable: true, selectedKeys: selected }}>
        <Button className="list-view-button" aria-haspopup="menu">
          视图{current ? `：${current.name}` : ''}
          <DownOutlined aria-hidden />
        </Button>
      </PressMenu>
      {dialog ? (
        <ViewDialog
          what={dialog}
          list={list}
          rows={rows}
          shown={shown}
          onApply={(view) => (setDialog(null), change(statesOf(view)))}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  );
});
