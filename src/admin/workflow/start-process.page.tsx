import { useCallback, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Skeleton } from 'antd';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { startDefinition } from '../../../contract/workflow/flow-definition.ts';
import { startFlow } from '../../../contract/workflow/flow-instance.ts';
import { flowFormData, nextFlowNodeByStart } from '../../../contract/workflow/flow-task.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useActs } from '../crud/use-resource.tsx';
import { useSending } from '../form-renderer/use-sending.ts';
import { FlowForm, type FormSubmit } from './flow-form.tsx';
import { PeopleSelect } from './people-select.tsx';
import './task.css';

/** Fills in the form of a process and starts it. */
export function StartProcessPage() {
  const [asked] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const deployId = asked.get('deployId') ?? '';
  const { act } = useActs(() => client.invalidateQueries());
  const flow = useQuery(queryOf(startFlow, { params: { deployId: Number(deployId) } }));
  const form = useQuery({ ...queryOf(flowFormData, { query: { deployId } }), enabled: flow.data?.hasForm === true, staleTime: 0 });
  const next = useQuery({
    ...queryOf(nextFlowNodeByStart, { body: { deploymentId: Number(deployId) } }),
    staleTime: 0,
  });
  const [submitForm, setSubmitForm] = useState<FormSubmit | null>(null);
  // A function in React's state has to be wrapped.
  const storeSubmit = useCallback((submit: FormSubmit) => setSubmitForm(() => submit), []);
  const [people, setPeople] = useState<number[]>([]);
  const { busy, once } = useSending();
  const choosing = next.data?.dataType === 'dynamic';
  const start = async () => {
    if (!flow.data) return;
    const { procDefId } = flow.data;
    await once(async (send) => {
      const values = submitForm ? await submitForm() : {};
      if (values === null) return;
      send();
      const chosen = choosing && next.data ? { [next.data.vars]: people.join(',') } : {};
      if (await act(() => call(startDefinition, { params: { procDefId }, body: { ...values, ...chosen } }), '流程启动成功'))
        void navigate('/task/process', { replace: true });
    });
  };
  if (flow.isError) return <LoadFailed query={flow} />;
  if (form.isError) return <LoadFailed query={form} />;
  if (!flow.data || (flow.data.hasForm && !form.data)) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <article className="admin-card process-page" aria-labelledby="start-title">
      <h1 id="start-title" className="page-heading">
        发起「{flow.data.name}」
      </h1>
      {form.data ? (
        <FlowForm content={form.data} deployId={Number(deployId)} onReady={storeSubmit} />
      ) : (
        <p className="soft">这个流程没有表单，直接发起即可。</p>
      )}
      {choosing && next.data ? (
        <Form layout="vertical" component="div">
          <Form.Item label={`「${next.data.name}」由谁办理`} htmlFor="start-people" required>
            <PeopleSelect id="start-people" label="下一步办理人" many={next.data.type !== 'assignee'} value={people} onChange={setPeople} />
          </Form.Item>
        </Form>
      ) : null}
      <footer className="task-detail-bar">
        <span className="grow" />
        <Button onClick={() => void navigate(-1)}>返回</Button>
        <Button type="primary" loading={busy} disabled={choosing && people.length === 0} onClick={() => void start()}>
          提交
        </Button>
      </footer>
    </article>
  );
}
