import { useState } from 'react';
import { BLANK_HINTS } from '../../contract/textbook/blank-hints.ts';
import { matchBlank, rulesOf } from '../../contract/textbook/answer/match-blank.ts';
import {
  ANSWER_LANGUAGES,
  BLANK_TYPES,
  PART_POLICIES,
  type BlankKey,
  type KeyBlank,
  type KeyPart,
  type MatchRules,
  type ShownBlank,
  type ShownPart,
} from '../../contract/textbook/question-kind.ts';
import type { SimplifiedTable } from '../../contract/textbook/answer/text-folding.ts';
import { FULL, newChoice } from './editor-value.ts';
import { CheckField, ChoiceField, LineField, TextField } from './rich-field.tsx';

type Shown = Extract<ShownPart, { kind: 'fill' }>;
type Key = Extract<KeyPart, { kind: 'fill' }>;

const PUNCT = { equal: '中英文标点相同', outer: '还不计外层引号、书名号和括号', ignore: '不计标点', exact: '标点须完全一样' } as const;
const SPACE = { collapse: '多余空格不计', ignore: '空格全不计', exact: '空格须完全一样' } as const;
const CASE = { ignore: '不分大小写', exact: '区分大小写' } as const;
const SCRIPT = { equal: '简繁相同', exact: '区分简繁' } as const;
const ACCENT = { keep: '区分重音', ignore: '不计重音' } as const;
const UNIT = { none: '不要单位', optional: '可写单位', required: '必须写单位' } as const;

interface FillEditorProps {
  readonly shown: Shown;
  readonly keyPart: Key;
  readonly change: (shown: Shown, key: Key) => void;
  readonly simplified: SimplifiedTable;
}

/** Keys of the blanks in the stem, how strictly they are compared, and a box to try answers. */
export function FillEditor({ shown, keyPart, change, simplified }: FillEditorProps) {
  return (
    <fieldset className="editor-group">
      <legend>各空的答案</legend>
      {shown.blanks.length === 0 ? <p className="question-note">在题干里用“插入空”放一个空，答案写在这里。</p> : null}
      {shown.blanks.map((blank, at) => {
        const key = keyPart.blanks.find(({ id }) => id === blank.id) ?? { id: blank.id, keys: [FULL] };
        return (
          <BlankEditor
            key={blank.id}
            name={`第${at + 1}空`}
            blank={blank}
            keyBlank={key}
            language={keyPart.language}
            simplified={simplified}
            change={(nextBlank, nextKey) =>
              change(
                { ...shown, blanks: shown.blanks.map((one) => (one.id === blank.id ? nextBlank : one)) },
                { ...keyPart, blanks: keyPart.blanks.map((one) => (one.id === blank.id ? nextKey : one)) },
              )
            }
          />
        );
      })}
      <div className="editor-line-up">
        <ChoiceField label="得分规则" of={PART_POLICIES} value={keyPart.policy} change={(policy) => change(shown, { ...keyPart, policy })} />
        <ChoiceField label="作答语言" of={ANSWER_LANGUAGES} value={keyPart.language} change={(language) => change(shown, { ...keyPart, language })} />
      </div>
    </fieldset>
  );
}

interface BlankEditorProps {
  readonly name: string;
  readonly blank: ShownBlank;
  readonly keyBlank: KeyBlank;
  readonly language: Key['language'];
  readonly simplified: SimplifiedTable;
  readonly change: (blank: ShownBlank, key: KeyBlank) => void;
}

function BlankEditor({ name, blank, keyBlank, language, simplified, change }: BlankEditorProps) {
  const { keys } = keyBlank;
  const setKeys = (next: readonly BlankKey[]): void => change(blank, { ...keyBlank, keys: next });
  const setKey = (at: number, key: BlankKey): void => setKeys(keys.map((one, place) => (place === at ? key : one)));
  const setType = (type: ShownBlank['type']): void =>
    change(
      { id: blank.id, type, ...(type === 'choice' ? { choices: blank.choices ?? [newChoice(), newChoice()] } : {}) },
      { ...keyBlank, keys: type === blank.type ? keys : [type === 'number' ? { share: 10_000, value: '' } : FULL] },
    );
  return (
    <div className="editor-blank">
      <div className="editor-line-up">
        <strong>{name}</strong>
        <ChoiceField label="类型" of={BLANK_TYPES} value={blank.type} change={setType} />
        <TextField
          label="同组不分顺序"
          value={keyBlank.group ?? ''}
          maxLength={20}
          placeholder="组名，可不填"
          change={(group) => change(blank, groupOf(keyBlank, group))}
        />
      </div>
      {blank.type === 'choice' ? (
        <ChoicesOfBlank blank={blank} keyBlank={keyBlank} change={change} />
      ) : (
        keys.map((key, at) => (
          <div key={`${blank.id} ${at + 1}`} className="editor-row">
            <KeyFields name={`${name}答案${at + 1}`} type={blank.type} keyOf={key} change={(next) => setKey(at, next)} />
            <input
              className="editor-number"
              type="number"
              min={0}
              max={100}
              aria-label={`${name}答案${at + 1}的得分（%）`}
              value={key.share / 100}
              onChange={(event) => setKey(at, { ...key, share: Math.round(Number(event.target.value) * 100) })}
            />
            <span>%</span>
            <CheckField label="不公布" checked={key.hidden ?? false} change={(hidden) => setKey(at, { ...key, hidden })} />
            <button
              type="button"
              className="editor-button"
              disabled={keys.length === 1}
              onClick={() => setKeys(keys.filter((_one, place) => place !== at))}
            >
              删除
            </button>
          </div>
        ))
      )}
      {blank.type === 'choice' ? null : (
        <div className="editor-tools">
          <button
            type="button"
            className="editor-button"
            onClick={() => setKeys([...keys, blank.type === 'number' ? { share: 10_000, value: '' } : FULL])}
          >
            再加一个答案
          </button>
        </div>
      )}
      {blank.type === 'text' ? <Rules keyBlank={keyBlank} language={language} change={(next) => change(blank, next)} /> : null}
      {blank.type === 'number' ? <Numbers keyBlank={keyBlank} change={(next) => change(blank, next)} /> : null}
      {blank.type === 'choice' ? null : <TryOut blank={blank} keyBlank={keyBlank} language={language} simplified={simplified} name={name} />}
    </div>
  );
}

function groupOf(key: KeyBlank, group: string): KeyBlank {
  const { group: _before, ...rest } = key;
  return group === '' ? rest : { ...rest, group };
}

interface KeyFieldsProps {
  readonly name: string;
  readonly type: ShownBlank['type'];
  readonly keyOf: BlankKey;
  readonly change: (key: BlankKey) => void;
}

function KeyFields({ name, type, keyOf, change }: KeyFieldsProps) {
  if (type !== 'number')
    return (
      <>
        <input
          className="editor-line"
          aria-label={name}
          value={keyOf.text ?? ''}
          maxLength={500}
          onChange={(event) => change({ ...keyOf, text: event.target.value })}
        />
        {type === 'text' ? (
          <CheckField label="*代表任意文字" checked={keyOf.pattern ?? false} change={(pattern) => change({ ...keyOf, pattern })} />
        ) : null}
      </>
    );
  const range = keyOf.from !== undefined || keyOf.to !== undefined;
  const { share, hidden } = keyOf;
  const base: BlankKey = { share, ...(hidden ? { hidden } : {}) };
  const field = (label: string, value: string | undefined, set: (value: string) => BlankKey) => (
    <input
      className="editor-number"
      aria-label={`${name}${label}`}
      placeholder={label}
      value={value ?? ''}
      onChange={(event) => change(set(event.target.value))}
    />
  );
  return (
    <>
      {range ? (
        <>
          {field('从', keyOf.from, (from) => ({ ...keyOf, from }))}
          {field('到', keyOf.to, (to) => ({ ...keyOf, to }))}
        </>
      ) : (
        <>
          {field('数值', keyOf.value, (value) => ({ ...keyOf, value }))}
          {field('误差', keyOf.tolerance, (tolerance) => ({ ...keyOf, tolerance }))}
        </>
      )}
      <CheckField label="范围" checked={range} change={(on) => change(on ? { ...base, from: '', to: '' } : { ...base, value: '' })} />
    </>
  );
}

function ChoicesOfBlank({ blank, keyBlank, change }: Pick<BlankEditorProps, 'blank' | 'keyBlank' | 'change'>) {
  const choices = blank.choices ?? [];
  const right = keyBlank.keys[0]?.text ?? '';
  return (
    <>
      {choices.map((choice, at) => (
        <div key={choice.id} className="editor-row">
          <input
            type="radio"
            aria-label={`第${at + 1}项正确`}
            checked={right === choice.id}
            onChange={() => change(blank, { ...keyBlank, keys: [{ share: 10_000, text: choice.id }] })}
          />
          <LineField
            label={`第${at + 1}项`}
            html={choice.html}
            change={(html) => change({ ...blank, choices: choices.map((one) => (one.id === choice.id ? { ...one, html } : one)) }, keyBlank)}
          />
          <button
            type="button"
            className="editor-button"
            onClick={() => change({ ...blank, choices: choices.filter(({ id }) => id !== choice.id) }, keyBlank)}
          >
            删除
          </button>
        </div>
      ))}
      <div className="editor-tools">
        <button type="button" className="editor-button" onClick={() => change({ ...blank, choices: [...choices, newChoice()] }, keyBlank)}>
          添加选项
        </button>
      </div>
    </>
  );
}

function Rules({ keyBlank, language, change }: { keyBlank: KeyBlank; language: Key['language']; change: (key: KeyBlank) => void }) {
  const rules = { ...rulesOf(language), ...keyBlank.rules };
  const set = (next: Partial<MatchRules>): void => change({ ...keyBlank, rules: { ...keyBlank.rules, ...next } });
  return (
    <details className="editor-more">
      <summary>判分更宽 / 更严</summary>
      <div className="editor-line-up">
        <ChoiceField label="标点" of={PUNCT} value={rules.punct} change={(punct) => set({ punct })} />
        <ChoiceField label="空格" of={SPACE} value={rules.space} change={(space) => set({ space })} />
        <ChoiceField label="大小写" of={CASE} value={rules.case} change={(value) => set({ case: value })} />
        <ChoiceField label="简繁" of={SCRIPT} value={rules.script} change={(script) => set({ script })} />
        <ChoiceField label="重音" of={ACCENT} value={rules.accent} change={(accent) => set({ accent })} />
      </div>
    </details>
  );
}

function Numbers({ keyBlank, change }: { keyBlank: KeyBlank; change: (key: KeyBlank) => void }) {
  const rules = keyBlank.number ?? {};
  const units = (rules.units ?? []).map(({ name, factor }) => (factor === '1' ? name : `${name}=${factor}`)).join(' ');
  const [typed, setTyped] = useState(units);
  const setUnits = (text: string): void => {
    setTyped(text);
    const list = text.split(/\s+/).flatMap((one) => {
      const [name = '', factor = '1'] = one.split('=');
      return name === '' ? [] : [{ name, factor }];
    });
    change({ ...keyBlank, number: { ...rules, units: list } });
  };
  return (
    <details className="editor-more">
      <summary>判分更宽 / 更严</summary>
      <div className="editor-line-up">
        <TextField
          label="小数位数"
          value={rules.decimals === undefined ? '' : String(rules.decimals)}
          maxLength={2}
          placeholder="不限"
          change={(text) => {
            const { decimals: _before, ...rest } = rules;
            change({ ...keyBlank, number: /^\d+$/.test(text) ? { ...rest, decimals: Number(text) } : rest });
          }}
        />
        <TextField label="单位（可带换算：m km=1000）" value={typed} change={setUnits} />
        <ChoiceField label="单位要求" of={UNIT} value={rules.unit ?? 'none'} change={(unit) => change({ ...keyBlank, number: { ...rules, unit } })} />
        <CheckField
          label="接受分数"
          checked={rules.fraction ?? true}
          change={(fraction) => change({ ...keyBlank, number: { ...rules, fraction } })}
        />
        <CheckField label="接受百分数" checked={rules.percent ?? true} change={(percent) => change({ ...keyBlank, number: { ...rules, percent } })} />
      </div>
    </details>
  );
}

function TryOut({ blank, keyBlank, language, simplified, name }: Omit<BlankEditorProps, 'change'>) {
  const [answer, setAnswer] = useState('');
  const { share, hint } = matchBlank(answer, { ...keyBlank, type: blank.type }, language, simplified);
  const word = share === 10_000 ? '✓ 正确' : share > 0 ? `◐ 得${share / 100}%` : `✗ 错误${hint === '' ? '' : `，${BLANK_HINTS[hint]}`}`;
  return (
    <div className="editor-row">
      <TextField label={`试一试${name}`} value={answer} change={setAnswer} placeholder="输入学生可能写的答案" />
      <output>{answer === '' ? '' : word}</output>
    </div>
  );
}
