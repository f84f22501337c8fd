import { memo, useState, type ReactNode } from 'react';
import { App, Button, Checkbox, Popover, Segmented, Tooltip } from 'antd';
import ColumnHeightOutlined from '@ant-design/icons/ColumnHeightOutlined';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import MoreOutlined from '@ant-design/icons/MoreOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import type { CallName } from '../../../contract/crud.ts';
import type { Density } from '../../../contract/system/list-view.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { PressMenu } from '../ui/press-menu.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';
import { ListViewMenu, type ViewChoice } from './list-views.tsx';
import { BatchBar } from './card-batch.tsx';
import { canCall } from './may-call.ts';
import { ResourceImport } from './resource-import.tsx';
import { confirmRemoval } from './row-menu.tsx';
import type { AnyResource } from './resource.ts';
import type { ResourceState } from './use-resource-list.ts';

interface Props {
  readonly resource: AnyResource;
  readonly list: ListHandle;
  readonly searching: boolean;
  readonly onSearching: () => void;
  readonly columns: ColumnChoice;
  /** Null for a second list on a page. */
  readonly views: ViewChoice | null;
}

export interface ColumnChoice {
  readonly all: readonly { readonly key: string; readonly label: string }[];
  readonly hidden: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
  readonly density: Density;
  readonly setDensity: (density: Density) => void;
}

/** The part of the list state that the buttons need. */
export interface ListHandle extends Pick<ResourceState, 'tools' | 'chosen' | 'setChosen' | 'asked'> {
  readonly refetch: ResourceState['list']['refetch'];
}

/** How long the message about an export in the background is shown. */
const LATER_SECONDS = 6;

/** Actions on rows at the left, display options at the right. */
export const ResourceToolbar = memo(function ResourceToolbar({ resource, list, searching, onSearching, columns, views }: Props) {
  const { crud } = resource;
  const narrow = useNarrow();
  const { message } = App.useApp();
  const [importing, setImporting] = useState(false);
  const [exporting, setExporting] = useState(false);
  const { tools, chosen, setChosen } = list;
  const may = (call: CallName): boolean => canCall(tools.may, crud, call);
  const writes = (resource.form?.length ?? 0) > 0;
  const [only] = chosen;
  const locked = chosen.map((row) => resource.locked?.(row)).find(Boolean);
  const download = async () => {
    setExporting(true);
    try {
      const later = await receiveFile(crud.export, list.asked);
      if (later) void message.info(later, LATER_SECONDS);
    } catch (error) {
      void message.error(errorMessage(error));
    } finally {
      setExporting(false);
    }
  };
  // On a phone the actions on selected rows are at the lower edge.
  const batch = narrow && chosen.length > 0;
  const sheets = [
    ...(may('import') ? [{ key: 'import', label: '导入', icon: <UploadOutlined />, onClick: () => setImporting(true) }] : []),
    ...(may('export') ? [{ key: 'export', label: '导出', icon: <DownloadOutlined />, onClick: () => void download() }] : []),
  ];
  return (
    <div className="admin-toolbar">
      {writes && may('add') ? (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => tools.open('form', null)}>
          新增
        </Button>
      ) : null}
      {!narrow && writes && may('edit') ? (
        <Button icon={<EditOutlined />} disabled={chosen.length !== 1 || Boolean(locked)} onClick={() => only && tools.open('form', only)}>
          修改
        </Button>
      ) : null}
      {!narrow && may('remove') ? (
        <Tooltip title={locked || ''}>
          <Button
            danger
            icon={<DeleteOutlined />}
            disabled={chosen.length === 0 || Boolean(locked)}
            onClick={() => confirmRemoval(resource, chosen, tools, () => setChosen([]))}
          >
            删除
          </Button>
        </Tooltip>
      ) : null}
      {narrow && sheets.length > 0 ? (
        <PressMenu menu={{ items: sheets }}>
          <Button icon={<MoreOutlined />} aria-label="导入与导出" loading={exporting} />
        </PressMenu>
      ) : (
        sheets.map(({ key, label, icon, onClick }) => (
          <Button key={key} icon={icon} loading={key === 'export' && exporting} onClick={onClick}>
            {label}
          </Button>
        ))
      )}
      {batch ? null : resource.toolbar?.(tools, chosen)}
      {chosen.length > 0 && !narrow ? (
        <span className="soft">
          已选 {chosen.length} 项
          <Button type="link" size="small" onClick={() => setChosen([])}>
            取消
          </Button>
        </span>
      ) : null}
      <div className="list-tools">
        {views ? <ListViewMenu {...views} /> : null}
        {resource.search?.length ? (
          <Icon name={searching ? '隐藏查询' : '显示查询'} icon={<SearchOutlined />} pressed={searching} onClick={onSearching} />
        ) : null}
        <Icon name="刷新" icon={<ReloadOutlined />} onClick={() => void list.refetch()} />
        {narrow ? null : (
          <>
            <Icon name="打印本页" icon={<PrinterOutlined />} onClick={() => window.print()} />
            <Popover
              trigger="click"
              placement="bottomRight"
              title="显示的列与行高"
              content={
                <div className="crud-columns">
                  <Segmented
                    aria-label="行高"
                    block
                    value={columns.density}
                    options={[
                      { value: 'standard', label: '标准' },
                      { value: 'compact', label: '紧凑' },
                    ]}
                    onChange={columns.setDensity}
                  />
                  {columns.all.map(({ key, label }) => (
                    <Checkbox
                      key={key}
                      checked={!columns.hidden.has(key)}
                      // One column always stays.
                      disabled={!columns.hidden.has(key) && columns.hidden.size === columns.all.length - 1}
                      onChange={() => columns.toggle(key)}
                    >
                      {label}
                    </Checkbox>
                  ))}
                </div>
              }
            >
              <Button icon={<ColumnHeightOutlined rotate={90} />} aria-label="列与行高" />
            </Popover>
          </>
        )}
      </div>
      {batch ? (
        <BatchBar count={chosen.length} onCancel={() => setChosen([])}>
          {resource.toolbar?.(tools, chosen)}
          {writes && may('edit') && only && chosen.length === 1 && !locked ? <Button onClick={() => tools.open('form', only)}>修改</Button> : null}
          {may('remove') ? (
            <Button
              danger
              disabled={Boolean(locked)}
              title={locked || ''}
              onClick={() => confirmRemoval(resource, chosen, tools, () => setChosen([]))}
            >
              删除
            </Button>
          ) : null}
          {locked ? <span className="soft">{locked}</span> : null}
        </BatchBar>
      ) : null}
      {importing ? <ResourceImport resource={resource} onClose={() => setImporting(false)} onDone={() => void tools.refresh()} /> : null}
    </div>
  );
});

function Icon({ name, icon, onClick, pressed }: { name: string; icon: ReactNode; onClick: () => void; pressed?: boolean }) {
  return (
    <Tooltip title={name}>
      <Button icon={icon} aria-label={name} {...(pressed === undefined ? {} : { 'aria-pressed': pressed })} onClick={onClick} />
    </Tooltip>
  );
}
