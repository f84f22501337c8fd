import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, InputNumber, Modal, Select, Skeleton } from 'antd';
import { cipForm, cipFormFile, saveCipForm, SUBJECTS_MOST, type CipAddition, type CipForm } from '../../../contract/composition/cip-form.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useEditCall } from '../manuscript/use-edit-call.ts';
import { Labelled } from '../ui/labelled.tsx';
import { useEdits } from '../ui/use-edits.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

/** The application for 图书在版编目数据: what is missing, what the editor adds, and the document. */
export function CipSheet({ compositionId, title, onClose }: { compositionId: number; title: string; onClose: () => void }) {
  useRestoreFocus();
  const found = useQuery({ ...queryOf(cipForm, { params: { compositionId } }), staleTime: 0 });
  return (
    <Modal open width={760} title={`《${title}》CIP申请表`} footer={null} onCancel={onClose}>
      {found.isError && !found.data ? (
        <LoadFailed query={found} />
      ) : found.data ? (
        <Sheet compositionId={compositionId} form={found.data} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      )}
    </Modal>
  );
}

function Sheet({ compositionId, form }: { compositionId: number; form: CipForm }) {
  const run = useEditCall();
  const { values: addition, change, saved } = useEdits<CipAddition>(form.addition);
  const [busy, setBusy] = useState(false);
  const changed = JSON.stringify(addition) !== JSON.stringify(form.addition);
  const during = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const save = async () => {
    if (await run(() => call(saveCipForm, { body: { ...addition, compositionId, version: form.version } }), 'CIP申请表已保存')) saved(addition);
  };
  const produce = (draft: boolean) =>
    run(
      () => receiveFile({ ...cipFormFile, path: cipFormFile.path.replace('{compositionId}', String(compositionId)) }, draft ? { draft: '1' } : {}),
      draft ? '已生成草稿，缺的项标了黄' : 'CIP申请表已生成',
    );
  return (
    <>
      {form.missing.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={`还缺 ${form.missing.length} 项，补齐后才能生成`}
          description={
            <ul className="cip-missing">
              {form.missing.map(({ name, where }) => (
                <li key={name}>
                  {name}：{where}
                </li>
              ))}
            </ul>
          }
        />
      ) : (
        <Alert type="success" showIcon title={form.cipNo ? `各项已填好。CIP核字号 ${form.cipNo}` : '各项已填好，可以生成申请表'} />
      )}
      <Fields form={form} addition={addition} change={change} />
      <h3>自动填入的项</h3>
      <dl className="cip-facts">
        {form.facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || <span className="soft">未填</span>}</dd>
          </div>
        ))}
      </dl>
      <div className="cip-acts">
        {form.writes ? (
          <Button type={changed ? 'primary' : 'default'} loading={busy} disabled={!changed} onClick={() => void during(save)}>
            保存
          </Button>
        ) : null}
        <Button
          type={changed || form.missing.length > 0 ? 'default' : 'primary'}
          disabled={busy || changed || form.missing.length > 0}
          onClick={() => void during(() => produce(false))}
        >
          生成申请表
        </Button>
        {form.missing.length > 0 ? (
          <Button disabled={busy || changed} onClick={() => void during(() => produce(true))}>
            生成草稿（缺项标黄）
          </Button>
        ) : null}
        {changed ? <span className="soft">有改动，先保存再生成</span> : null}
      </div>
    </>
  );
}

function Fields({ form, addition, change }: { form: CipForm; addition: CipAddition; change: (more: Partial<CipAddition>) => void }) {
  const locked = !form.writes;
  return (
    <>
      <div className="composition-grid">
        {form.authors.map((author, index) => (
          <Labelled key={index} label={`${author.name} ${author.role}，国别或朝代`}>
            {(id) => (
              <Input
                id={id}
                value={addition.nations[index] ?? ''}
                disabled={locked}
                maxLength={20}
                placeholder={locked ? '' : '外国作者、古代作者填写，如 美、清'}
                onChange={({ target }) =>
                  change({ nations: form.authors.map((_one, at) => (at === index ? target.value : (addition.nations[at] ?? ''))) })
                }
              />
            )}
          </Labelled>
        ))}
        <Labelled label="版次">
          {(id) => (
            <InputNumber
              id={id}
              value={addition.edition}
              disabled={locked}
              min={1}
              max={99}
              precision={0}
              onChange={(edition) => change({ edition: edition ?? 1 })}
            />
          )}
        </Labelled>
        <Labelled label="丛书名">
          {(id) => (
            <Input id={id} value={addition.series} disabled={locked} maxLength={60} onChange={({ target }) => change({ series: target.value })} />
          )}
        </Labelled>
        <Labelled label="中图分类号">
          {(id) => (
            <Input
              id={id}
              value={addition.clcCode}
              disabled={locked}
              maxLength={20}
              placeholder={locked ? '' : 'I247.5'}
              onChange={({ target }) => change({ clcCode: target.value.trim().toUpperCase() })}
            />
          )}
        </Labelled>
      </div>
      <div className="cip-wide">
        <Labelled label={`主题词（最多${SUBJECTS_MOST}个，输入后按回车）`}>
          {(id) => (
            <Select
              id={id}
              mode="tags"
              open={false}
              value={addition.subjects}
              disabled={locked}
              maxCount={SUBJECTS_MOST}
              tokenSeparators={['；', ';', '，', ',']}
              style={{ width: '100%' }}
              onChange={(subjects: string[]) => change({ subjects: subjects.map((one) => one.trim()).filter(Boolean) })}
            />
          )}
        </Labelled>
        <Labelled label="内容提要">
          {(id) => (
            <Input.TextArea
              id={id}
              value={addition.summary}
              disabled={locked}
              maxLength={1000}
              autoSize={{ minRows: 3, maxRows: 8 }}
              onChange={({ target }) => change({ summary: target.value })}
            />
          )}
        </Labelled>
        <Labelled label="读者对象">
          {(id) => (
            <Input id={id} value={addition.readers} disabled={locked} maxLength={200} onChange={({ target }) => change({ readers: target.value })} />
          )}
        </Labelled>
      </div>
    </>
  );
}
