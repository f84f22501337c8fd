import { useId, useState } from 'react';
import { Input } from 'antd';
import { FORM_LIMITS, nameProblem, nameTaken, type FormConfig } from '../../../../../contract/workflow/form-content.ts';
import { useDesigner, useStore } from '../designer.store.ts';
import { Line, PlainLine, type PlainEditor } from './plain-line.tsx';

const segments = (...pairs: readonly (readonly [string, string])[]): PlainEditor => ({
  kind: 'segments',
  choices: pairs.map(([value, label]) => ({ value, label })),
});

const ROWS: readonly (readonly [keyof FormConfig, string, PlainEditor])[] = [
  ['size', '表单尺寸', segments(['medium', '中等'], ['small', '较小'], ['mini', '迷你'])],
  ['labelPosition', '标签对齐', segments(['left', '左'], ['right', '右'], ['top', '顶部'])],
  ['labelWidth', '标签宽度', { kind: 'number', min: 0, max: FORM_LIMITS.labelWidth, whole: true }],
  ['gutter', '栅格间隔', { kind: 'number', min: 0, max: FORM_LIMITS.gutter, whole: true }],
  ['disabled', '禁用表单', { kind: 'switch' }],
  ['formBtns', '表单按钮', { kind: 'switch' }],
  ['unFocusedComponentBorder', '显示未选中组件边框', { kind: 'switch' }],
];
const NAMES = { formRef: '表单名', formModel: '表单模型', formRules: '校验模型' } as const;

/** 表单属性: the settings of the whole form. */
export function FormSettings() {
  const store = useStore();
  const config = useDesigner((state) => state.form.config);
  return (
    <div className="fd-props">
      {(Object.keys(NAMES) as (keyof typeof NAMES)[]).map((key) => (
        <NameSetting key={key} name={key} config={config} />
      ))}
      {ROWS.map(([key, label, editor]) => (
        <PlainLine key={key} label={label} editor={editor} value={config[key]} onChange={(value) => value !== null && store.editConfig(key, value)} />
      ))}
    </div>
  );
}

function NameSetting({ name, config }: { name: keyof typeof NAMES; config: FormConfig }) {
  const store = useStore();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? config[name];
  const others = (Object.keys(NAMES) as (keyof typeof NAMES)[]).filter((key) => key !== name).map((key) => config[key]);
  const problem = nameProblem(value)?.replace('字段名', NAMES[name]) ?? (others.includes(value) ? nameTaken(value).replace('字段名', '名称') : null);
  return (
    <Line label={NAMES[name]} htmlFor={id} problem={problem}>
      <Input
        id={id}
        size="small"
        className="code"
        maxLength={40}
        value={value}
        onChange={(event) => setTyped(event.target.value.trim())}
        onBlur={() => {
          if (typed !== null && problem === null && typed !== config[name]) store.editConfig(name, typed);
          setTyped(null);
        }}
      />
    </Line>
  );
}
