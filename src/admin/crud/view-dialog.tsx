import { useState } from 'react';
import { App, Button, Checkbox, Form, Input, Modal, type InputRef } from 'antd';
import { VIEW_NAME_MOST, type ListView, type ListViewState } from '../../../contract/system/list-view.ts';
import { errorMessage } from '../ui/error-message.ts';
import type { ListState } from './list-address.rule.ts';
import { useViewChanges } from './use-list-views.ts';

interface Props {
  readonly what: 'save' | 'manage';
  readonly list: string;
  readonly rows: readonly ListView[];
  readonly shown: ListState;
  readonly onApply: (view: ListView) => void;
  readonly onClose: () => void;
}

/** The field is what the dialog, or the pressed button, is for. */
const takeFocus = (input: InputRef | null): void => input?.focus();

const stateOf = ({ pageNum: _page, ...state }: ListState): ListViewState => state;

/** Saves what a list shows under a name, or manages the saved views. */
export function ViewDialog({ what, ...props }: Props) {
  return what === 'save' ? <SaveView {...props} /> : <ManageViews {...props} />;
}

/** Runs one change at a time, and shows its error. */
function useChange() {
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const run = async (work: Promise<void>, done: string): Promise<boolean> => {
    setBusy(true);
    setError('');
    try {
      await work;
      void message.success(done);
      return true;
    } catch (failure) {
      setError(errorMessage(failure));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run };
}

function SaveView({ list, shown, onClose }: Omit<Props, 'what'>) {
  const { add } = useViewChanges();
  const { busy, error, run } = useChange();
  const [name, setName] = useState('');
  const [isDefault, setDefault] = useState(false);
  const save = async () => {
    if (name.trim() !== '' && (await run(add({ list, name, isDefault, state: stateOf(shown) }), '视图已保存'))) onClose();
  };
  return (
    <Modal
      open
      title="保存为视图"
      okText="保存"
      cancelText="取消"
      okButtonProps={{ disabled: name.trim() === '', loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label="名称"
          htmlFor="list-view-name"
          extra="保存现在的查询条件、排序、每页条数、列和行高。只有您自己看得到，换一台电脑登录也在。"
          validateStatus={error ? 'error' : ''}
          help={error || undefined}
        >
          <Input
            id="list-view-name"
            ref={takeFocus}
            maxLength={VIEW_NAME_MOST}
            value={name}
            onChange={({ target }) => setName(target.value)}
            onPressEnter={() => void save()}
          />
        </Form.Item>
        <Checkbox checked={isDefault} onChange={({ target }) => setDefault(target.checked)}>
          设为默认：打开这个列表时先用它
        </Checkbox>
      </Form>
    </Modal>
  );
}

function ManageViews({ rows, shown, onApply, onClose }: Omit<Props, 'what'>) {
  const { edit, remove } = useViewChanges();
  const { modal } = App.useApp();
  const { busy, error, run } = useChange();
  const [renamed, setRenamed] = useState<{ viewId: number; name: string } | null>(null);
  const rename = async () => {
    if (!renamed || renamed.name.trim() === '') return;
    if (await run(edit(renamed.viewId, { name: renamed.name }), '已改名')) setRenamed(null);
  };
  const drop = (view: ListView) =>
    void modal.confirm({
      title: `删除视图「${view.name}」？`,
      content: '只删除这个视图，列表里的数据不受影响。',
      okText: '删除',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: () => run(remove(view.viewId), '视图已删除'),
    });
  const replace = (view: ListView) =>
    void modal.confirm({
      title: `用列表现在的样子覆盖「${view.name}」？`,
      okText: '覆盖',
      cancelText: '取消',
      onOk: () => run(edit(view.viewId, { state: stateOf(shown) }), '视图已覆盖'),
    });
  return (
    <Modal open title="管理视图" footer={<Button onClick={onClose}>关闭</Button>} onCancel={onClose}>
      {rows.length === 0 ? <p className="soft">还没有视图</p> : null}
      {error ? (
        <p role="alert" className="late">
          {error}
        </p>
      ) : null}
      <ul className="list-views" aria-label="我的视图">
        {rows.map((view) => (
          <li key={view.viewId}>
            {renamed?.viewId === view.viewId ? (
              <div className="list-view-rename">
                <Input
                  aria-label="视图名称"
                  ref={takeFocus}
                  maxLength={VIEW_NAME_MOST}
                  value={renamed.name}
                  onChange={({ target }) => setRenamed({ viewId: view.viewId, name: target.value })}
                  onPressEnter={() => void rename()}
                />
                <Button type="primary" disabled={busy || renamed.name.trim() === ''} onClick={() => void rename()}>
                  保存
                </Button>
                <Button onClick={() => setRenamed(null)}>取消</Button>
              </div>
            ) : (
              <>
                <strong>
                  {view.name}
                  {view.isDefault ? <span className="soft">（默认）</span> : null}
                </strong>
                <span className="list-view-acts">
                  {[
                    { label: '应用', run: () => onApply(view) },
                    { label: '改名', run: () => setRenamed({ viewId: view.viewId, name: view.name }) },
                    { label: '覆盖', run: () => replace(view) },
                    {
                      label: view.isDefault ? '取消默认' : '设为默认',
                      run: () => void run(edit(view.viewId, { isDefault: !view.isDefault }), view.isDefault ? '已取消默认' : '已设为默认'),
                    },
                    { label: '删除', run: () => drop(view) },
                  ].map((act) => (
                    <Button
                      key={act.label}
                      type="link"
                      size="small"
                      disabled={busy}
                      danger={act.label === '删除'}
                      aria-label={`${act.label}「${view.name}」`}
                      onClick={act.run}
                    >
                      {act.label}
                    </Button>
                  ))}
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
