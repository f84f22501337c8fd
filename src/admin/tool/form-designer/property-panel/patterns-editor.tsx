import { useState } from 'react';
import { Button, Input } from 'antd';
import { PressMenu } from '../../../ui/press-menu.tsx';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import DownOutlined from '@ant-design/icons/DownOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { FORM_LIMITS, type FieldPattern, type FormField } from '../../../../../contract/workflow/form-content.ts';
import { parseRegex } from '../../../../../contract/workflow/form-regex.ts';
import { useStore } from '../designer.store.ts';
import { testPattern } from '../pattern-test.ts';

const COMMON: readonly FieldPattern[] = [
  { pattern: String.raw`/^1(3|4|5|7|8|9)\d{9}$/`, message: '手机号格式错误' },
  { pattern: String.raw`/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/`, message: '邮箱格式错误' },
  { pattern: String.raw`/^\d{17}[\dXx]$/`, message: '身份证号格式错误' },
  { pattern: String.raw`/^\d{6}$/`, message: '邮编格式错误' },
  { pattern: String.raw`/^https?:\/\/\S+$/`, message: '网址格式错误' },
  { pattern: String.raw`/^-?\d+(\.\d+)?$/`, message: '请输入数字' },
  { pattern: String.raw`/^[\u4e00-\u9fa5]+$/`, message: '请输入中文' },
];
const COMMON_NAMES = ['手机号', '邮箱', '身份证', '邮编', '网址', '数字', '中文'];

/** The patterns of a field with their messages, and a text to try them with. */
export function PatternsEditor({ field }: { field: FormField }) {
  const store = useStore();
  const [text, setText] = useState('');
  const [result, setResult] = useState<{ text: string; words: string } | null>(null);
  const { regList } = field;
  const set = (next: readonly FieldPattern[]): void => {
    setResult(null);
    store.edit([field.formId], 'regList', next);
  };
  const change = (at: number, part: Partial<FieldPattern>): void => set(regList.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const test = async (tried: string): Promise<void> => {
    setText(tried);
    setResult({ text: tried, words: tried === '' ? '' : await testPattern(regList, tried) });
  };
  return (
    <div className="fd-options">
      {regList.map((one, at) => {
        const parsed = parseRegex(one.pattern);
        const problem = typeof parsed === 'string' ? parsed : null;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- both texts are being edited
          <div className="fd-pattern" key={at}>
            <Input
              size="small"
              className="code"
              aria-label={`第${at + 1}条正则的表达式`}
              placeholder="/表达式/"
              maxLength={FORM_LIMITS.pattern}
              value={one.pattern}
              {...(problem && one.pattern !== '' ? { status: 'error' as const } : {})}
              onChange={(event) => change(at, { pattern: event.target.value })}
            />
            <Button
              size="small"
              type="text"
              danger
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`删除第${at + 1}条正则`}
              onClick={() => set(regList.filter((_, index) => index !== at))}
            />
            <Input
              size="small"
              aria-label={`第${at + 1}条正则的错误提示`}
              placeholder="错误提示"
              maxLength={FORM_LIMITS.patternMessage}
              value={one.message}
              onChange={(event) => change(at, { message: event.target.value })}
            />
            {problem && one.pattern !== '' ? <span className="fd-problem">{problem}</span> : null}
          </div>
        );
      })}
      <span className="fd-buttons">
        <Button
          size="small"
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          disabled={regList.length >= FORM_LIMITS.patterns}
          onClick={() => set([...regList, { pattern: '', message: '' }])}
        >
          添加规则
        </Button>
        <PressMenu
          menu={{
            items: COMMON_NAMES.map((label, key) => ({ key, label })),
            onClick: ({ key }) => {
              const common = COMMON[Number(key)];
              if (common && regList.length < FORM_LIMITS.patterns) set([...regList, common]);
            },
          }}
        >
          <Button size="small" type="text">
            常用 <DownOutlined aria-hidden />
          </Button>
        </PressMenu>
      </span>
      {regList.length > 0 ? (
        <div className="fd-try">
          <Input size="small" aria-label="试一试" placeholder="试一试" value={text} onChange={(event) => void test(event.target.value)} />
          <output className={result?.words === '通过' ? 'fd-good' : 'fd-problem'}>{result && result.text === text ? result.words : ''}</output>
        </div>
      ) : null}
    </div>
  );
}
