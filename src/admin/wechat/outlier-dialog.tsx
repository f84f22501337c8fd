import { useId, useState } from 'react';
import { Alert, App, Form, Input, Modal, Radio } from 'antd';
import { decideOutlier, type article } from '../../../contract/wechat/article.ts';
import { call } from '../../api/call.ts';
import type { WireRow } from '../crud/resource.ts';
import { errorMessage } from '../ui/error-message.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

type Article = WireRow<typeof article>;
type Decision = 'counted' | 'excluded';

const NOTE_LEAST = 2;
const LISTED = 5;

/** What is unusual about an article, in words. */
const reasonOf = (row: Article): string =>
  row.outlier === 'ratio' ? `${row.readNum} 次阅读只有 ${row.likeNum} 个赞，每个赞超过 1,000 次阅读` : '阅读增长超过这个公众号平时的 10 个标准差';

/** Decides whether articles with unusual counts are counted in rankings. */
export function OutlierDialog({ rows, onClose, onDone }: { rows: readonly Article[]; onClose: () => void; onDone: () => void }) {
  useRestoreFocus();
  const { message } = App.useApp();
  const id = useId();
  const [decision, setDecision] = useState<Decision>('counted');
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const save = async () => {
    setBusy(true);
    setWrong('');
    try {
      const { done, skipped } = await call(decideOutlier, { body: { articleIds: rows.map((row) => row.articleId), decision, note } });
      const [first] = skipped;
      if (first) void message.warning(`判定了 ${done} 篇，跳过 ${skipped.length} 篇：${first.reason}`);
      else void message.success(`判定了 ${done} 篇，重新生成榜单后生效`);
      onDone();
      onClose();
    } catch (error) {
      setWrong(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={rows.length === 1 ? '判定异常数据' : `判定 ${rows.length} 篇文章的异常数据`}
      okText="保存判定"
      cancelText="取消"
      okButtonProps={{ disabled: [...note.trim()].length < NOTE_LEAST, loading: busy }}
      onCancel={onClose}
      onOk={() => void save()}
    >
      {wrong ? <Alert type="error" showIcon title={wrong} style={{ marginBottom: 12 }} /> : null}
      <ul style={{ margin: '0 0 16px', paddingInlineStart: 20 }}>
        {rows.slice(0, LISTED).map((row) => (
          <li key={row.articleId} style={{ overflowWrap: 'anywhere' }}>
            <strong>{row.title}</strong>
            <div className="soft">
              {row.accountName}：{reasonOf(row)}
            </div>
          </li>
        ))}
        {rows.length > LISTED ? <li>另外 {rows.length - LISTED} 篇</li> : null}
      </ul>
      <Form layout="vertical">
        <Form.Item label="判定">
          <Radio.Group
            aria-label="判定"
            value={decision}
            onChange={(event) => setDecision(event.target.value as Decision)}
            options={[
              { value: 'counted', label: '计入榜单（数据属实）' },
              { value: 'excluded', label: '不计入榜单' },
            ]}
          />
        </Form.Item>
        <Form.Item label="判定说明" required htmlFor={id}>
          <Input.TextArea
            id={id}
            value={note}
            maxLength={200}
            showCount
            autoSize={{ minRows: 2 }}
            placeholder="例如：已向账号核对后台数据"
            onChange={(event) => setNote(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
