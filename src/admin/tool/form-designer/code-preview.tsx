import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Segmented, Tabs } from 'antd';
import { allFields, type Form } from '../../../../contract/workflow/form-content.ts';
import { configValue } from '../../../../contract/system/config.ts';
import { queryOf } from '../../../api/query-client.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { useDark } from '../../ui/use-device.ts';
import { generateCode, vueFile } from './code-generator/generate-code.ts';
import type { CodeKind } from './code-generator/vue-template.ts';
import { CodeEditor, type EditorHandle } from './code-editor.tsx';
import type { EditorLanguage } from './code-mirror.ts';
import { copyCode, downloadText } from './code-output.ts';
import { GenerateDialog } from './dialogs/generate-dialog.tsx';
import { ResourceDialog } from './dialogs/resource-dialog.tsx';
import { fetchOptions } from './option-source.ts';
import { valueAt } from './linked-rules.ts';
import { checkScript } from './script-check.ts';
import { usePreviewFrame } from './use-preview-frame.ts';
import './code-preview.css';

type Part = 'html' | 'js' | 'css' | 'react';

const PARTS: readonly (readonly [Part, string, EditorLanguage])[] = [
  ['html', 'template', 'html'],
  ['js', 'script', 'js'],
  ['css', 'css', 'css'],
  ['react', 'React', 'tsx'],
];
const WIDTHS = [
  { value: 390, label: '手机 390' },
  { value: 820, label: '平板 820' },
  { value: 0, label: '全宽' },
];

/** Puts a fetched list where the generated code reads it, under the keys that it reads. */
function answerFor(form: Form, url: string): Promise<unknown> {
  const field = allFields(form.fields).find((one) => one['url'] === url && one['dataType'] === 'dynamic');
  if (!field) return Promise.reject(new Error('接口地址不在允许的范围内'));
  return fetchOptions(field).then((options) => {
    const cascader = field.tagIcon === 'cascader';
    const key = (name: 'label' | 'value' | 'children'): string => {
      const named = cascader ? valueAt(field, `props.props.${name}`) : name === 'children' ? undefined : field.shuzhou?.[`${name}Key`];
      return typeof named === 'string' && named ? named : name;
    };
    const entry = (option: { label: string; value: unknown; children?: readonly unknown[] }): object => ({
      [key('label')]: option.label,
      [key('value')]: option.value,
      ...(option.children ? { [key('children')]: option.children.map((child) => entry(child as typeof option)) } : {}),
    });
    const path = typeof field['dataPath'] === 'string' ? field['dataPath'].split('.').filter(Boolean) : [];
    return path.reduceRight<unknown>((inside, part) => ({ [part]: inside }), options.map(entry));
  });
}

/** The generated code, editable, and beside it the form that it makes (S4.8). */
export function CodePreview({ form, kind, onClose }: { form: Form; kind: CodeKind; onClose: () => void }) {
  const { modal, message, notification } = App.useApp();
  const dark = useDark();
  const [first] = useState(() => generateCode(form, kind));
  const code = useRef({ html: first.html, js: first.js, css: first.css, react: first.react });
  const [edited, setEdited] = useState(false);
  const [tab, setTab] = useState<Part>('html');
  const [width, setWidth] = useState(0);
  const [open, setOpen] = useState<'resources' | 'file' | null>(null);
  const [resources, setResources] = useState<readonly string[]>([]);
  const [submitted, setSubmitted] = useState<unknown>();
  const config = useQuery({ ...queryOf(configValue, { params: { key: 'tool.build.resourceHosts' } }), staleTime: 60_000, retry: false });
  const hosts = String((config.data as { msg?: unknown } | undefined)?.msg ?? '')
    .split(/[\s,，]+/)
    .filter(Boolean);
  const element = useRef<HTMLIFrameElement>(null);
  const editor = useRef<EditorHandle>(null);
  const frame = usePreviewFrame(element, { onSubmit: setSubmitted, onOptions: (_method, url) => answerFor(form, url) });

  const run = (): void => {
    const checked = checkScript(code.current.js);
    if ('error' in checked) return void message.error(checked.error);
    if ('note' in checked) return void modal.confirm({ title: '系统提示', content: checked.note, okText: '确定', cancelText: '取消' });
    setSubmitted(undefined);
    const isStyle = (address: string): boolean => /\.css(\?|$)/.test(address);
    frame.run({
      generateConf: { type: kind },
      html: code.current.html,
      js: checked.object,
      css: code.current.css,
      scripts: resources.filter((one) => !isStyle(one)),
      links: resources.filter(isStyle),
    });
  };
  useEffect(() => {
    run();
    // oxlint-disable-next-line react/exhaustive-deps -- runs once when it opens, and again for new resources
  }, [resources]);
  const file = (): string => vueFile(code.current.html, code.current.js, code.current.css);
  const close = (): void => {
    if (!edited) return onClose();
    void modal.confirm({ title: '系统提示', content: '代码有改动，关闭后不保留。要关闭吗？', okText: '关闭', cancelText: '继续编辑', onOk: onClose });
  };
  const [part, label, language] = PARTS.find(([one]) => one === tab) as (typeof PARTS)[number];
  return (
    <Drawer
      open
      size="100%"
      title="代码预览"
      keyboard={false}
      onClose={close}
      styles={{ body: { padding: 0, display: 'flex', minHeight: 0 } }}
      extra={
        <span className="fd-drawer-bar">
          <Button type="primary" loading={frame.running} onClick={run}>
            刷新
          </Button>
          <Button onClick={() => setOpen('file')}>导出vue文件</Button>
          <Button onClick={() => void copyCode(tab === 'react' ? code.current.react : file(), notification)}>复制代码</Button>
          <Button onClick={() => setOpen('resources')}>资源</Button>
          <Button onClick={close}>关闭</Button>
        </span>
      }
    >
      <div className="fd-code">
        <section className="fd-code-text" aria-label="代码">
          <p className="fd-hint">{tab === 'react' ? '只读；要看它的样子请用“预览”' : '这里的修改只影响运行和导出，不改画布'}</p>
          <Tabs size="small" activeKey={tab} onChange={(key) => setTab(key as Part)} items={PARTS.map(([key, name]) => ({ key, label: name }))} />
          <CodeEditor
            key={part}
            ref={editor}
            language={language}
            label={label}
            value={code.current[part]}
            readOnly={part === 'react'}
            onChange={(text) => {
              code.current[part] = text;
              setEdited(true);
            }}
            onSave={run}
          />
        </section>
        <section className="fd-code-run" aria-label="运行结果">
          <div className="fd-code-widths">
            <Segmented size="small" aria-label="预览的宽度" options={WIDTHS} value={width} onChange={setWidth} />
            <span className="fd-note-line">在隔离的页面里运行，不发送数据</span>
          </div>
          {frame.problem ? <Alert type="error" showIcon role="alert" title={frame.problem} /> : null}
          <div className={dark ? 'fd-code-stage dark' : 'fd-code-stage'}>
            {frame.edition === null ? null : (
              <iframe
                key={frame.edition}
                ref={element}
                title="表单运行预览"
                sandbox="allow-scripts"
                src="/form-preview.html"
                style={width === 0 ? {} : { width }}
              />
            )}
          </div>
          {submitted === undefined ? null : (
            <div className="fd-code-values">
              <h2>提交的数据</h2>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
              <pre tabIndex={0} aria-label="提交的数据">
                {JSON.stringify(submitted, null, 2)}
              </pre>
            </div>
          )}
        </section>
      </div>
      {open === 'resources' ? <ResourceDialog resources={resources} hosts={hosts} onSave={setResources} onClose={() => setOpen(null)} /> : null}
      {open === 'file' ? (
        <GenerateDialog
          extension="vue"
          onSubmit={(chosen, fileName) => {
            setOpen(null);
            downloadText(fileName, chosen === kind ? file() : generateCode(form, chosen).vue, 'text/plain');
          }}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </Drawer>
  );
}
