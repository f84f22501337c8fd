import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Dropdown, Form, Input, Modal, Select, Skeleton, Space, Tag, Tooltip } from 'antd';
import RedoOutlined from '@ant-design/icons/RedoOutlined';
import UndoOutlined from '@ant-design/icons/UndoOutlined';
import { useNavigate, useSearchParams } from 'react-router-dom';
import {
  dryRunDefinition,
  lintDefinition,
  listDefinitions,
  readXml,
  readDraft,
  saveDefinition,
  saveDraft,
  type FlowProblem,
} from '../../../contract/workflow/flow-definition.ts';
import { decodeXml } from '../../../contract/workflow/bpmn-encoding.ts';
import { deployedVersion } from './deployed-version.ts';
import { addDeployForm } from '../../../contract/workflow/flow-form.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { useActs, useCan } from '../crud/use-resource.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { saveDiagram } from './modeller/diagram-files.ts';
import { DryRun } from './modeller/dry-run.tsx';
import { ElementPanel } from './modeller/element-panel.tsx';
import { KeptList, KeptNote } from './modeller/kept-note.tsx';
import { newDiagram } from './modeller/new-diagram.ts';
import { kindName } from './modeller/node-kinds.ts';
import { NodePalette } from './modeller/node-palette.tsx';
import { ProcessPanel } from './modeller/process-panel.tsx';
import { ProblemList } from './modeller/problem-list.tsx';
import { useModeller } from './modeller/use-modeller.ts';
import { useFormFields } from './modeller/use-form-fields.ts';
import { useAskBeforeUnload } from '../ui/use-ask-before-unload.ts';
import { useAutosave } from './modeller/use-autosave.ts';
import './modeller/modeller.css';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css';

const STEP = 1.25;

/** A8: draws a process, sets its nodes, checks it, stores a draft and deploys a version. */
export function FlowModelPage() {
  const [asked, setAsked] = useSearchParams();
  const flowKey = asked.get('flowKey') ?? '';
  const deployId = asked.get('deployId');
  const draft = useQuery({ ...queryOf(readDraft, { query: { flowKey } }), enabled: flowKey !== '', staleTime: 0, gcTime: 0 });
  const deployed = useQuery({
    ...queryOf(readXml, { params: { deployId: Number(deployId) } }),
    enabled: deployId !== null && (flowKey === '' || (draft.isSuccess && draft.data === null)),
    staleTime: 0,
  });
  const versions = useQuery({ ...queryOf(listDefinitions, { query: { flowKey, pageSize: 1 } }), enabled: flowKey !== '' });
  const newest = versions.data?.records[0];
  const created = asked.get('name');
  const xml = draft.data?.xml ?? deployed.data ?? (created && !deployId && draft.isSuccess ? newDiagram(flowKey, created) : null);
  if (flowKey === '' && deployId === null) return <NewFlow onCreate={(key, name) => setAsked({ flowKey: key, name }, { replace: true })} />;
  const failed = draft.isError ? draft.error : deployed.isError ? deployed.error : null;
  if (failed) return <p role="alert">{errorMessage(failed)}</p>;
  if (!xml) return <Skeleton active paragraph={{ rows: 12 }} />;
  return (
    <Editor
      key={flowKey}
      xml={xml}
      flowKey={flowKey}
      name={draft.data?.name ?? newest?.name ?? created ?? ''}
      category={draft.data?.category ?? newest?.category ?? ''}
      version={newest?.version ?? 0}
      formId={newest?.formId ?? null}
    />
  );
}

/** The name and the key of a new process; the key is the id of the process in the file. */
function NewFlow({ onCreate }: { onCreate: (key: string, name: string) => void }) {
  const navigate = useNavigate();
  return (
    <>
      <h1>新建流程</h1>
      <Modal open title="新建流程" footer={null} onCancel={() => void navigate('/flowable/definition')}>
        <Form layout="vertical" onFinish={({ name, flowKey }: { name: string; flowKey: string }) => onCreate(flowKey, name.trim())}>
          <Form.Item name="name" label="流程名称" rules={[{ required: true, whitespace: true, message: '流程名称不能为空' }]}>
            <Input maxLength={100} placeholder="例如 用印申请" />
          </Form.Item>
          <Form.Item
            name="flowKey"
            label="流程标识"
            extra="以字母开头，只用字母、数字和下划线；以后不能改"
            rules={[{ required: true, pattern: /^[A-Za-z][A-Za-z0-9_]{0,49}$/, message: '流程标识须以字母开头，只用字母、数字和下划线' }]}
          >
            <Input className="code" maxLength={50} placeholder="例如 seal_application" />
          </Form.Item>
          <Button type="primary" htmlType="submit" block>
            开始设计
          </Button>
        </Form>
      </Modal>
    </>
  );
}

interface EditorProps {
  readonly xml: string;
  readonly flowKey: string;
  readonly name: string;
  readonly category: string;
  readonly version: number;
  readonly formId: number | null;
}

function Editor({ xml, flowKey, version, formId: attached, ...start }: EditorProps) {
  const { message, modal } = App.useApp();
  const navigate = useNavigate();
  const may = useCan();
  const { act } = useActs(async () => undefined);
  const diagram = useModeller();
  const { modeller, element, changes, open, saved } = diagram;
  const [name, setName] = useState(start.name);
  const [category, setCategory] = useState(start.category);
  const [formId, setFormId] = useState(attached);
  const [problems, setProblems] = useState<readonly FlowProblem[] | null>(null);
  const [ways, setWays] = useState<DataOf<typeof dryRunDefinition> | null>(null);
  const [busy, setBusy] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const { forms, fields } = useFormFields(formId);

  useEffect(() => {
    open(xml).catch((error: unknown) => void message.error(errorMessage(error)));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the file that the page was opened with
  }, []);
  useEffect(() => {
    if (!modeller || !problems) return;
    const canvas = modeller.service('canvas');
    const marked = problems.flatMap(({ node, level }) => (level === 'error' && modeller.service('elementRegistry').get(node) ? [node] : []));
    for (const id of marked) canvas.addMarker(id, 'node-problem');
    return () => {
      for (const id of marked) if (modeller.service('elementRegistry').get(id)) canvas.removeMarker(id, 'node-problem');
    };
  }, [modeller, problems]);

  const nodes = useMemo(
    () =>
      (modeller?.service('elementRegistry').getAll() ?? [])
        .filter((one) => !one.labelTarget && one.type !== 'label')
        .map((one) => ({ value: one.id, label: `${kindName(one.type)} ${one.businessObject.name ?? one.id}` })),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the registry changes with every revision
    [modeller, diagram.revision],
  );
  const select = (id: string) => {
    const found = modeller?.service('elementRegistry').get(id);
    if (!modeller || !found) return;
    modeller.service('selection').select(found.parent ? found : null);
    if (found.parent) modeller.service('canvas').scrollToElement(found);
  };
  const work = async (what: string, run: (text: string) => Promise<void>) => {
    if (!modeller) return;
    setBusy(what);
    try {
      await run(await modeller.xml());
    } catch (error) {
      void message.error(errorMessage(error));
    } finally {
      setBusy('');
    }
  };
  const check = () => work('check', async (text) => setProblems(await call(lintDefinition, { body: { xml: text } })));
  const tryOut = () => work('try', async (text) => setWays(await call(dryRunDefinition, { body: { xml: text } })));
  const store = () =>
    work('draft', async (text) => {
      await call(saveDraft, { body: { name, category, xml: text } });
      saved(changes);
      void message.success('草稿已保存');
    });
  const autosaved = useAutosave(diagram.dirty && may('flowable:definition:add'), diagram.revision, async () => {
    if (!modeller) return;
    await call(saveDraft, { body: { name, category, xml: await modeller.xml() } });
    saved(changes);
  });
  useAskBeforeUnload(diagram.dirty);
  const publish = async (text: string) => {
    const { deployId } = deployedVersion(await call(saveDefinition, { body: { name, category, xml: text } }));
    if (formId !== null) await call(addDeployForm, { body: { formId, deployId: Number(deployId) } });
  };
  const deploy = () =>
    work('deploy', async (text) => {
      const found = await call(lintDefinition, { body: { xml: text } });
      setProblems(found);
      if (found.some(({ level }) => level === 'error')) return void message.error('有错误，改好后才能发布');
      modal.confirm({
        title: `发布「${name}」第 ${version + 1} 版？`,
        content: version > 0 ? '运行中的流程继续走旧版本，可以在流程定义里迁移。' : '发布后即可发起。',
        okText: '发布',
        cancelText: '取消',
        onOk: async () => {
          const done = await act(() => publish(text), '发布成功');
          if (!done) return;
          saved(changes);
          void navigate('/flowable/definition');
        },
      });
    });
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    try {
      const text = decodeXml(new Uint8Array(await chosen.arrayBuffer()));
      if (text === null) throw new Error('看不出文件的编码，请另存为 UTF-8 后再打开');
      const kept = await open(text, true);
      if (kept.length > 0) modal.warning({ title: '文件已打开，有未支持的内容', content: <KeptList kept={kept} /> });
    } catch (error) {
      modal.error({ title: '这个文件打不开，画布没有变', content: errorMessage(error) });
    }
  };
  const zoom = (level: number | 'fit') => modeller?.service('canvas').zoom(level === 'fit' ? 'fit-viewport' : level, 'auto');
  const stack = (way: 'undo' | 'redo') => modeller?.service('commandStack')[way]();

  return (
    <section className="modeller" aria-label={`流程设计：${name}`}>
      <Bar
        name={name}
        version={version}
        state={diagram.dirty ? '未保存' : autosaved}
        left={
          <>
            <Tooltip title="撤销 Ctrl+Z">
              <Button type="text" icon={<UndoOutlined />} aria-label="撤销" disabled={!diagram.canUndo} onClick={() => stack('undo')} />
            </Tooltip>
            <Tooltip title="重做 Ctrl+Y">
              <Button type="text" icon={<RedoOutlined />} aria-label="重做" disabled={!diagram.canRedo} onClick={() => stack('redo')} />
            </Tooltip>
            <Space.Compact>
              <Button aria-label="缩小" onClick={() => zoom((diagram.zoom / 100) * (1 / STEP))}>
                −
              </Button>
              <Button onClick={() => zoom('fit')} aria-label={`现在 ${diagram.zoom}%，显示全部`}>
                {diagram.zoom}%
              </Button>
              <Button aria-label="放大" onClick={() => zoom((diagram.zoom / 100) * STEP)}>
                ＋
              </Button>
            </Space.Compact>
          </>
        }
      >
        <Button onClick={() => file.current?.click()}>打开文件</Button>
        <Dropdown
          menu={{
            items: [
              { key: 'bpmn', label: 'BPMN 文件' },
              { key: 'svg', label: 'SVG 图片' },
              { key: 'png', label: 'PNG 图片' },
            ],
            onClick: ({ key }) => {
              if (modeller) saveDiagram(key as 'bpmn', name || flowKey, modeller).catch((error: unknown) => void message.error(errorMessage(error)));
            },
          }}
        >
          <Button>导出</Button>
        </Dropdown>
        <Button loading={busy === 'try'} onClick={() => void tryOut()}>
          试走
        </Button>
        <Button loading={busy === 'check'} onClick={() => void check()}>
          检查
        </Button>
        {may('flowable:definition:add') ? (
          <>
            <Button loading={busy === 'draft'} onClick={() => void store()}>
              存草稿
            </Button>
            <Button type="primary" loading={busy === 'deploy'} onClick={() => void deploy()}>
              发布版本 {version + 1}
            </Button>
          </>
        ) : null}
        <input
          ref={file}
          type="file"
          hidden
          accept=".bpmn,.xml,.bpmn20.xml"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = '';
            void read(chosen);
          }}
        />
      </Bar>
      <div className="modeller-body">
        {modeller ? <NodePalette modeller={modeller} /> : <div />}
        <div className={problems ? 'modeller-canvas with-problems' : 'modeller-canvas'}>
          <div ref={diagram.place} className="modeller-place" />
          {problems ? <ProblemList problems={problems} onSelect={select} onClose={() => setProblems(null)} /> : null}
        </div>
        <aside className="modeller-panel" aria-label="属性">
          <Form layout="vertical" component="div" className="modeller-form">
            <Form.Item label="选中的节点" htmlFor="selected-node">
              <Select id="selected-node" showSearch={{ optionFilterProp: 'label' }} options={nodes} value={element?.id ?? null} onChange={select} />
            </Form.Item>
          </Form>
          {modeller ? <KeptNote modeller={modeller} onRemoved={diagram.touch} /> : null}
          {element?.type === 'bpmn:Process' ? (
            <ProcessPanel
              name={name}
              onName={(next) => {
                setName(next);
                modeller?.service('modeling').updateProperties(element, { name: next });
              }}
              category={category}
              onCategory={setCategory}
              formId={formId}
              onForm={setFormId}
              forms={forms}
            />
          ) : modeller && element ? (
            <ElementPanel modeller={modeller} element={element} fields={fields} />
          ) : null}
        </aside>
      </div>
      {ways ? <DryRun result={ways} onClose={() => setWays(null)} onSelect={select} /> : null}
    </section>
  );
}

interface BarProps {
  readonly name: string;
  readonly version: number;
  /** Whether the drawing is saved, and when. */
  readonly state: string;
  readonly left: ReactNode;
  readonly children: ReactNode;
}

const Bar = ({ name, version, state, left, children }: BarProps) => (
  <header className="modeller-bar">
    <h1>{name || '未命名的流程'}</h1>
    <Tag>{version === 0 ? '还没有发布' : `线上版本 ${version}`}</Tag>
    <output className="soft">{state}</output>
    <span className="space" />
    {left}
    {children}
  </header>
);
