import { memo, type ReactNode } from 'react';
import { Button, Tag, Tooltip, type MenuProps } from 'antd';
import { PressMenu } from '../../ui/press-menu.tsx';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import DownOutlined from '@ant-design/icons/DownOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import EyeOutlined from '@ant-design/icons/EyeOutlined';
import MobileOutlined from '@ant-design/icons/MobileOutlined';
import MoreOutlined from '@ant-design/icons/MoreOutlined';
import PlayCircleOutlined from '@ant-design/icons/PlayCircleOutlined';
import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import RedoOutlined from '@ant-design/icons/RedoOutlined';
import SaveOutlined from '@ant-design/icons/SaveOutlined';
import UndoOutlined from '@ant-design/icons/UndoOutlined';
import { useWindowWidth } from '../../ui/use-device.ts';
import { useDesigner, useStore } from './designer.store.ts';
import type { DrawingState } from './use-drawing.ts';

export interface BarActions {
  preview(): void;
  run(): void;
  json(): void;
  downloadVue(): void;
  downloadReact(): void;
  downloadJson(): void;
  copy(): void;
  clear(): void;
  save(): void;
  help(): void;
}

interface Props {
  readonly name: string;
  readonly deployed: boolean;
  readonly drawing: DrawingState;
  readonly mayEdit: boolean;
  readonly actions: BarActions;
}

/** Below this width the middle buttons are in a menu, px. */
const FOLDED_BELOW = 1_360;

const clock = (at: number): string => new Date(at).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' });

export const DesignerBar = memo(function DesignerBar({ name, deployed, drawing, mayEdit, actions }: Props) {
  const store = useStore();
  const canUndo = useDesigner((state) => state.canUndo);
  const canRedo = useDesigner((state) => state.canRedo);
  const empty = useDesigner((state) => state.form.fields.length === 0);
  const folded = useWindowWidth() < FOLDED_BELOW;
  const downloads: MenuProps = {
    items: [
      { key: 'vue', label: 'Vue 文件' },
      { key: 'react', label: 'React 组件' },
      { key: 'json', label: '表单 JSON' },
    ],
    onClick: ({ key }) => (key === 'vue' ? actions.downloadVue() : key === 'react' ? actions.downloadReact() : actions.downloadJson()),
  };
  const more: MenuProps = {
    items: [
      { key: 'run', label: '运行', icon: <PlayCircleOutlined aria-hidden />, disabled: empty },
      { key: 'json', label: '查看 JSON', icon: <EyeOutlined aria-hidden /> },
      { key: 'download', label: '下载', icon: <DownloadOutlined aria-hidden />, disabled: empty, children: downloads.items ?? [] },
      { key: 'export', label: '导出 Vue 文件', icon: <DownloadOutlined aria-hidden />, disabled: empty },
      { key: 'copy', label: '复制代码', icon: <CopyOutlined aria-hidden />, disabled: empty },
      { type: 'divider' },
      { key: 'clear', label: '清空', icon: <DeleteOutlined aria-hidden />, danger: true, disabled: empty },
      { key: 'help', label: '键盘操作', icon: <QuestionCircleOutlined aria-hidden /> },
    ],
    onClick: (info) => {
      const inside = info.keyPath.length > 1;
      const acts: Readonly<Record<string, () => void>> = {
        run: actions.run,
        json: actions.json,
        export: actions.downloadVue,
        copy: actions.copy,
        clear: actions.clear,
        help: actions.help,
      };
      if (inside) downloads.onClick?.(info);
      else acts[info.key]?.();
    },
  };
  return (
    <div className="fd-bar">
      <h1 className="fd-name" title={name}>
        {name}
      </h1>
      <Tag>{deployed ? '已部署' : '草稿'}</Tag>
      <Status drawing={drawing} />
      <span className="fd-bar-space" />
      <IconButton label="撤销 (Ctrl Z)" icon={<UndoOutlined aria-hidden />} disabled={!canUndo} onClick={() => store.undo()} />
      <IconButton label="重做 (Ctrl Y)" icon={<RedoOutlined aria-hidden />} disabled={!canRedo} onClick={() => store.redo()} />
      <Button size="small" icon={<MobileOutlined aria-hidden />} disabled={empty} onClick={actions.preview}>
        预览
      </Button>
      {folded ? null : (
        <>
          <Button size="small" icon={<PlayCircleOutlined aria-hidden />} disabled={empty} onClick={actions.run}>
            运行
          </Button>
          <Button size="small" icon={<EyeOutlined aria-hidden />} onClick={actions.json}>
            查看 JSON
          </Button>
          <PressMenu menu={downloads} disabled={empty}>
            <Button size="small" icon={<DownloadOutlined aria-hidden />} disabled={empty}>
              下载 <DownOutlined aria-hidden />
            </Button>
          </PressMenu>
          <Button size="small" disabled={empty} onClick={actions.downloadVue}>
            导出 Vue 文件
          </Button>
          <Button size="small" icon={<CopyOutlined aria-hidden />} disabled={empty} onClick={actions.copy}>
            复制代码
          </Button>
          <Button size="small" danger icon={<DeleteOutlined aria-hidden />} disabled={empty} onClick={actions.clear}>
            清空
          </Button>
          <IconButton label="键盘操作 (?)" icon={<QuestionCircleOutlined aria-hidden />} onClick={actions.help} />
        </>
      )}
      {folded ? (
        <PressMenu menu={more}>
          <Button size="small" icon={<MoreOutlined aria-hidden />} aria-label="更多操作" />
        </PressMenu>
      ) : null}
      {mayEdit ? (
        <Button size="small" type="primary" icon={<SaveOutlined aria-hidden />} onClick={actions.save}>
          保存
        </Button>
      ) : null}
    </div>
  );
});

function IconButton({ label, icon, disabled = false, onClick }: { label: string; icon: ReactNode; disabled?: boolean; onClick: () => void }) {
  return (
    <Tooltip title={label}>
      <Button size="small" type="text" icon={icon} aria-label={label.replace(/ \(.*/, '')} disabled={disabled} onClick={onClick} />
    </Tooltip>
  );
}

function Status({ drawing: { at, failed, elsewhere } }: { drawing: DrawingState }) {
  const words = failed ? '未能存在本机' : at === null ? '' : `已存在本机 ${clock(at)}`;
  return (
    <output className={failed ? 'fd-status failed' : 'fd-status'}>
      {words}
      {elsewhere ? <b>另一个标签页也在修改这张表单</b> : null}
    </output>
  );
}
