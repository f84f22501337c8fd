import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Input, Select, Skeleton, Tag } from 'antd';
import { Link } from 'react-router-dom';
import { minutes, minutesDetail, minutesDocument, saveMinutes, signMinutes, type MinutesDetail } from '../../../contract/topic/minutes.ts';
import { RESULT_NAMES, RESULTS, TOPIC, type TopicResult } from '../../../contract/topic/topic-rules.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { FieldControl } from '../crud/field/field-control.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useSeenVersion } from '../crud/use-seen-version.ts';
import { useAskBeforeUnload } from '../ui/use-ask-before-unload.ts';
import '../crud/crud.css';
import './topic.css';
import './session.css';

interface Props {
  readonly minutesId: number;
  readonly onDone: () => void;
}

/** The minutes of a session: the conclusion of each topic, the text, and the signature. */
export function MinutesPanel({ minutesId, onDone }: Props) {
  const client = useQueryClient();
  const query = queryOf(minutesDetail, { params: { minutesId } });
  const found = useQuery({ ...query, staleTime: 0 });
  const [dirty, setDirty] = useState(false);
  // Text in progress stays when another person saves; the server then answers 409.
  const [seen] = useSeenVersion(found.data?.version, dirty);
  useAskBeforeUnload(dirty);
  if (found.isError && !found.data) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  const put = (data: MinutesDetail) => {
    setDirty(false);
    client.setQueryData(query.queryKey, data);
    void client.invalidateQueries(allOf(minutes.list));
    onDone();
  };
  const one = found.data;
  return (
    <section className="session-pane session-minutes" aria-label="会议纪要">
      <h2>
        会议纪要 <Tag>{one.status === 'draft' ? '草稿' : '已签发'}</Tag>
        <span className="code soft">{one.fileNo}</span>
      </h2>
      {one.editable ? (
        <Editor key={seen} one={one} version={seen ?? one.version} dirty={dirty} onDirty={setDirty} onDone={put} />
      ) : (
        <Signed one={one} />
      )}
      <Footer one={one} onDone={put} />
    </section>
  );
}

interface Decision {
  readonly topicId: number;
  readonly result: TopicResult | '';
  readonly opinion: string;
}

interface EditorProps {
  readonly one: MinutesDetail;
  /** The version on which the text is based. */
  readonly version: number;
  readonly dirty: boolean;
  readonly onDirty: (dirty: boolean) => void;
  readonly onDone: (data: MinutesDetail) => void;
}

function Editor({ one, version, dirty, onDirty, onDone }: EditorProps) {
  const { message } = App.useApp();
  const [content, setContent] = useState(one.content);
  const [decisions, setDecisions] = useState<readonly Decision[]>(
    one.session.agenda.map(({ topicId, result, opinion }) => ({ topicId, result, opinion })),
  );
  const [busy, setBusy] = useState(false);
  const change = (topicId: number, more: Partial<Decision>) => {
    onDirty(true);
    setDecisions(decisions.map((line) => (line.topicId === topicId ? { ...line, ...more } : line)));
  };
  const save = async () => {
    setBusy(true);
    try {
      const data = await call(saveMinutes, { body: { minutesId: one.minutesId, content, version, decisions: [...decisions] } });
      void message.success('纪要已保存');
      onDone(data);
    } catch (error) {
      void message.error(errorMessage(error));
      setBusy(false);
    }
  };
  return (
    <>
      <ul className="minutes-decisions">
        {one.session.agenda.map((item) => {
          const line = decisions.find(({ topicId }) => topicId === item.topicId);
          return (
            <li key={item.topicId}>
              <strong className="work-title">{item.title}</strong>
              <span className="soft">
                赞成 {item.tally.for}，反对 {item.tally.against}，弃权 {item.tally.abstain}
                {item.passes ? '，达到通过' : '，未过半'}
              </span>
              <Select
                aria-label={`《${item.title}》的结论`}
                value={line?.result === '' ? null : line?.result}
                placeholder="选择结论"
                options={RESULTS.map((value) => ({ value, label: RESULT_NAMES[value], disabled: value === 'approved' && !item.passes }))}
                onChange={(result) => change(item.topicId, { result: result ?? '' })}
              />
              <Input.TextArea
                aria-label={`《${item.title}》的意见`}
                placeholder={line?.result === 'approved' ? '意见（可不填）' : '缓议、否决须写明意见'}
                value={line?.opinion ?? ''}
                maxLength={TOPIC.reason}
                autoSize={{ minRows: 1, maxRows: 4 }}
                onChange={({ target }) => change(item.topicId, { opinion: target.value })}
              />
            </li>
          );
        })}
      </ul>
      <FieldControl
        id="minutes-content"
        meta={minutes.meta.content}
        value={content}
        onChange={(value) => {
          onDirty(true);
          setContent(String(value));
        }}
      />
      <div className="minutes-save">
        <span className="soft">{dirty ? '有未保存的改动' : `至少${TOPIC.minutesMin}字`}</span>
        <Button loading={busy} disabled={!dirty} onClick={() => void save()}>
          保存纪要
        </Button>
      </div>
    </>
  );
}

/** The minutes to be read; the server has sanitised the text. */
export function Signed({ one }: { one: MinutesDetail }) {
  return (
    <>
      <ul className="minutes-decisions">
        {one.session.agenda.map((item) => (
          <li key={item.topicId}>
            <span className="decision-head">
              <strong className="work-title">{item.title}</strong>
              <span className={item.result === 'approved' ? 'good' : item.result === 'rejected' ? 'late' : ''}>
                {item.result === '' ? '待定' : RESULT_NAMES[item.result]}
              </span>
            </span>
            <span className="soft">
              赞成 {item.tally.for}，反对 {item.tally.against}，弃权 {item.tally.abstain}
            </span>
            {item.opinion ? <p className="topic-text">{item.opinion}</p> : null}
          </li>
        ))}
      </ul>
      {/* oxlint-disable-next-line react/no-danger -- sanitised by the server */}
      <div className="minutes-text" dangerouslySetInnerHTML={{ __html: one.content }} />
      {one.signedAt ? (
        <p className="minutes-signature">
          签发 {one.signedByName}　{one.signedAt.slice(0, 16)}
        </p>
      ) : null}
    </>
  );
}

function Footer({ one, onDone }: { one: MinutesDetail; onDone: (data: MinutesDetail) => void }) {
  const { message, modal } = App.useApp();
  const { minutesId } = one;
  const download = async () => {
    try {
      await receiveFile({ ...minutesDocument, path: minutesDocument.path.replace('{minutesId}', String(minutesId)) });
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  const sign = () =>
    void modal.confirm({
      title: `签发${one.session.title}的纪要？`,
      content: '签发后选题结果立即生效，纪要不能再改。',
      okText: '签发纪要',
      cancelText: '取消',
      onOk: async () => {
        try {
          onDone(await call(signMinutes, { params: { minutesId } }));
          void message.success('纪要已签发');
        } catch (error) {
          void message.error(errorMessage(error));
        }
      },
    });
  return (
    <div className="minutes-footer">
      {one.lacking.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title="签发前还差"
          description={one.lacking.map((line) => (
            <div key={line}>{line}</div>
          ))}
        />
      ) : null}
      <div className="topic-footer">
        <Link to={`/press/topicsSession/minutes/print/${minutesId}`}>打印</Link>
        <Button type="link" onClick={() => void download()}>
          导出 docx
        </Button>
        <span className="grow" />
        {one.signable ? (
          <Button type="primary" onClick={sign}>
            签发纪要
          </Button>
        ) : null}
      </div>
    </div>
  );
}
