import { useEffect, useRef, useState } from 'react';
import { App, Alert, Button, Input } from 'antd';
import { FormError, type Form, type FormWarning } from '../../../../../contract/workflow/form-content.ts';
import { NOT_JSON, parseForm } from '../../../../../contract/workflow/form-parser.ts';
import { CodeEditor, type EditorHandle } from '../code-editor.tsx';
import { copyCode, downloadText } from '../code-output.ts';
import { Drawer } from '../../../ui/drawer.tsx';

interface Props {
  readonly text: string;
  readonly onReplace: (form: Form) => void;
  readonly onClose: () => void;
}

/** The JSON of the form: it can be changed and read back onto the canvas (S2.6.5). */
export function JsonDrawer({ text, onReplace, onClose }: Props) {
  const { notification, modal } = App.useApp();
  const editor = useRef<EditorHandle>(null);
  const typed = useRef(text);
  const [warnings, setWarnings] = useState<readonly FormWarning[]>([]);
  const refresh = (): void => {
    try {
      const { form, warnings: found } = parseForm(typed.current);
      onReplace(form);
      setWarnings(found);
      if (found.length === 0) onClose();
    } catch (error) {
      const words = error instanceof FormError ? error.message : NOT_JSON;
      notification.error({ title: '错误', description: words });
    }
  };
  const save = (): void => {
    let name = `${Date.now()}.json`;
    void modal.confirm({
      title: '系统提示',
      content: (
        // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- antd's input is inside
        <label>
          文件名
          <Input defaultValue={name} maxLength={100} onChange={(event) => (name = event.target.value)} />
        </label>
      ),
      okText: '确定',
      cancelText: '取消',
      onOk: () =>
        downloadText(name.trim() === '' ? `${Date.now()}.json` : name.trim().replace(/(\.json)?$/i, '.json'), typed.current, 'application/json'),
    });
  };
  useEffect(() => editor.current?.focus(), []);
  return (
    <Drawer
      open
      size={980}
      title="查看 JSON"
      onClose={onClose}
      styles={{ wrapper: { maxWidth: '100vw' }, body: { padding: 0, display: 'flex', flexDirection: 'column' } }}
      extra={
        <span className="fd-drawer-bar">
          <Button onClick={refresh}>刷新</Button>
          <Button onClick={() => void copyCode(typed.current, notification)}>复制JSON</Button>
          <Button onClick={save}>导出JSON文件</Button>
          <Button onClick={onClose}>关闭</Button>
        </span>
      }
    >
      {warnings.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={`已放到画布，有 ${warnings.length} 处做了修正`}
          description={
            <ul className="fd-problems">
              {warnings.map((one) => (
                <li key={`${one.formId} ${one.message}`}>{one.message}</li>
              ))}
            </ul>
          }
        />
      ) : null}
      <CodeEditor ref={editor} language="json" label="表单的 JSON" value={text} onChange={(next) => (typed.current = next)} onSave={refresh} />
    </Drawer>
  );
}
