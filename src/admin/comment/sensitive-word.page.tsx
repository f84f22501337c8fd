import { useMemo, useState } from 'react';
import { Alert, Button, Empty, Form, Input, Segmented, Typography } from 'antd';
import { sensitiveWord, testWords, tryWord } from '../../../contract/comment/sensitive-word.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { call } from '../../api/call.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';
import { MarkedText } from './marked-text.tsx';

const WIDTH = 520;
const SMALL = { fontSize: 16 };
const LIST_NAMES = { A: '禁止发布', B: '先审后发' } as const;

/** Word lists of comments and notes, with a test of a text and a dry run of a new word. */
export function SensitiveWordPage() {
  const [open, setOpen] = useState(false);
  const words = useMemo(
    () =>
      resource(sensitiveWord, {
        columns: ['word', 'list', 'match', 'status', 'remark', 'createBy', 'createTime'],
        search: ['word', 'list', 'match', 'status'],
        form: ['word', 'list', 'match', 'status', 'remark'],
        formColumns: 1,
        empty: '名单是空的',
        widths: { word: 180, list: 110, match: 110, status: 90, remark: 180 },
        toolbar: (tools) => (tools.may('cms:sensitiveWord:add') ? <Button onClick={() => setOpen(true)}>试验与试运行</Button> : null),
      }),
    [],
  );
  return (
    <>
      <ResourcePage resource={words} />
      {open ? <TestDrawer onClose={() => setOpen(false)} /> : null}
    </>
  );
}

type Found = DataOf<typeof testWords>['found'];
type DryRun = DataOf<typeof tryWord>;

function TestDrawer({ onClose }: { onClose: () => void }) {
  const narrow = useNarrow();
  const [wrong, setWrong] = useState('');
  const [text, setText] = useState('');
  const [found, setFound] = useState<{ text: string; words: Found } | null>(null);
  const [word, setWord] = useState('');
  const [match, setMatch] = useState<'variants' | 'exact'>('variants');
  const [result, setResult] = useState<DryRun | null>(null);
  const run = async (work: () => Promise<void>) => {
    setWrong('');
    try {
      await work();
    } catch (error) {
      setWrong(errorMessage(error));
    }
  };
  const test = () => run(async () => setFound({ text, words: (await call(testWords, { body: { text } })).found }));
  const dryRun = () => run(async () => setResult(await call(tryWord, { body: { word, match } })));
  return (
    <Drawer open size={narrow ? '100%' : WIDTH} title="试验与试运行" onClose={onClose}>
      {wrong ? <Alert type="error" showIcon title={wrong} style={{ marginBottom: 12 }} /> : null}
      <Form layout="vertical">
        <Typography.Title level={2} style={SMALL}>
          试验一段文字
        </Typography.Title>
        <Form.Item label="文字" htmlFor="word-text">
          <Input.TextArea id="word-text" rows={4} maxLength={5000} value={text} onChange={(event) => setText(event.target.value)} />
        </Form.Item>
        <Button type="primary" disabled={text.trim() === ''} onClick={() => void test()}>
          试验
        </Button>
        <output style={{ display: 'block', marginBlock: 12 }}>{found ? <Marked {...found} /> : null}</output>
        <Typography.Title level={2} style={SMALL}>
          试运行一个新词
        </Typography.Title>
        <p className="soft">看看它在最近 30 天的评论和留言里会拦下多少，再决定是否加入名单。</p>
        <Form.Item label="新词" htmlFor="word-new">
          <Input id="word-new" maxLength={50} value={word} onChange={(event) => setWord(event.target.value)} />
        </Form.Item>
        <Segmented
          aria-label="匹配方式"
          value={match}
          options={[
            { value: 'variants', label: '识别变体' },
            { value: 'exact', label: '精确匹配' },
          ]}
          onChange={setMatch}
        />
        <Button style={{ marginInlineStart: 12 }} disabled={word.trim() === ''} onClick={() => void dryRun()}>
          试运行
        </Button>
        <output style={{ display: 'block', marginBlock: 12 }}>{result ? <DryRunResult {...result} /> : null}</output>
      </Form>
    </Drawer>
  );
}

/** The tested text with the words that were found. */
function Marked({ text, words }: { text: string; words: Found }) {
  if (words.length === 0) return <Alert type="success" showIcon title="没有发现敏感词" />;
  return (
    <>
      <p style={{ overflowWrap: 'anywhere' }}>
        <MarkedText text={text} marks={words} />
      </p>
      <ul>
        {words.map(({ word, list, start }) => (
          <li key={`${word}${start}`}>
            「{word}」在名单{LIST_NAMES[list]}
          </li>
        ))}
      </ul>
    </>
  );
}

function DryRunResult({ checked, hits, samples }: DryRun) {
  if (checked === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="最近 30 天没有评论和留言" />;
  return (
    <>
      <p>
        检查了 {checked} 条，会拦下 <strong>{hits}</strong> 条{hits > 0 ? '，例如：' : '。'}
      </p>
      <ul>
        {samples.map((sample) => (
          <li key={sample}>{sample}</li>
        ))}
      </ul>
    </>
  );
}
