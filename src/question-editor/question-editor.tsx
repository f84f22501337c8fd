import { useState } from 'react';
import { MOST_PARTS } from '../../contract/textbook/key-problems.ts';
import { judgeAnswer } from '../../contract/textbook/answer/judge-answer.ts';
import {
  QUESTION_KINDS,
  type Answer,
  type AnswerLanguage,
  type Judged,
  type QuestionKey,
  type ShownQuestion,
} from '../../contract/textbook/question-kind.ts';
import type { SimplifiedTable } from '../../contract/textbook/answer/text-folding.ts';
import { QuestionView } from '../question-view/question-view.tsx';
import { emptyPart, emptyQuestion, newId, type EditorValue, type PartKind } from './editor-value.ts';
import { PartEditor } from './part-editor.tsx';
import { PointsField } from './points-field.tsx';
import { ChoiceField, RichField, TextField, type StoreFile } from './rich-field.tsx';
import './question-editor.css';

interface QuestionEditorProps {
  readonly value: EditorValue;
  readonly change: (value: EditorValue) => void;
  readonly language: AnswerLanguage;
  readonly simplified: SimplifiedTable;
  readonly problems: readonly string[];
  readonly storeFile?: StoreFile | undefined;
}

const { passage: _passage, ...PART_KINDS } = QUESTION_KINDS;

/** Editor of a question of any kind, with what keeps it from being ready and the view of a student, in which it can be answered. */
export function QuestionEditor({ value, change, language, simplified, problems, storeFile }: QuestionEditorProps) {
  const { shown, key, points } = value;
  return (
    <div className="editor">
      <div className="editor-form">
        <div className="editor-line-up">
          <ChoiceField label="题型" of={QUESTION_KINDS} value={shown.kind} change={(kind) => change(emptyQuestion(kind, value, language))} />
          {shown.kind === 'text' || shown.kind === 'passage' ? null : (
            <PointsField label="分值" points={points} change={(next) => change({ ...value, points: next })} />
          )}
        </div>
        {shown.kind === 'passage' && key.kind === 'passage' ? (
          <PassageEditor shown={shown} keyPart={key} change={change} language={language} simplified={simplified} storeFile={storeFile} />
        ) : shown.kind !== 'passage' && key.kind !== 'passage' ? (
          <PartEditor value={{ shown, key, points }} change={change} simplified={simplified} storeFile={storeFile} />
        ) : null}
        {problems.length > 0 ? (
          <div className="editor-problems">
            <strong>还不能设为可用：</strong>
            <ul>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
      <Preview key={shown.kind} value={value} simplified={simplified} />
    </div>
  );
}

type Passage = Extract<ShownQuestion, { kind: 'passage' }>;
type PassageKey = Extract<QuestionKey, { kind: 'passage' }>;

interface PassageEditorProps extends Omit<QuestionEditorProps, 'value' | 'problems'> {
  readonly shown: Passage;
  readonly keyPart: PassageKey;
}

function PassageEditor({ shown, keyPart, change, language, simplified, storeFile }: PassageEditorProps) {
  const write = (parts: Passage['parts'], keys: PassageKey['parts']): void =>
    change({ shown: { ...shown, parts }, key: { ...keyPart, parts: keys }, points: parts.reduce((sum, part) => sum + part.points, 0) });
  const points = shown.parts.reduce((sum, part) => sum + part.points, 0);
  const set = (nextShown: Passage, nextKey: PassageKey): void => change({ shown: nextShown, key: nextKey, points });
  return (
    <>
      <RichField label="材料" html={shown.stem} rows={6} storeFile={storeFile} change={(stem) => set({ ...shown, stem }, keyPart)} />
      <TextField
        label="录音可播放次数（0为不限）"
        value={String(shown.plays)}
        maxLength={1}
        change={(text) => set({ ...shown, plays: Math.min(5, Number(text) || 0) }, keyPart)}
      />
      <RichField
        label="听力文稿（公布答案后才显示）"
        html={keyPart.transcript}
        rows={2}
        change={(transcript) => set(shown, { ...keyPart, transcript })}
      />
      {shown.parts.map((part, at) => {
        const partKey = keyPart.parts[part.id];
        if (!partKey) return null;
        const { id, points: own, ...partShown } = part;
        return (
          <fieldset key={id} className="editor-group">
            <legend>第{at + 1}小题</legend>
            <div className="editor-line-up">
              <ChoiceField
                label="题型"
                of={PART_KINDS}
                value={partShown.kind}
                change={(kind: PartKind) => {
                  const made = emptyPart(kind, partShown.stem, partKey.explanation, language);
                  write(
                    shown.parts.map((one) => (one.id === id ? { ...made.shown, id, points: own } : one)),
                    { ...keyPart.parts, [id]: made.key },
                  );
                }}
              />
              <PointsField
                label="分值"
                points={own}
                change={(next) =>
                  write(
                    shown.parts.map((one) => (one.id === id ? { ...one, points: next } : one)),
                    keyPart.parts,
                  )
                }
              />
              <button
                type="button"
                className="editor-button"
                onClick={() =>
                  write(
                    shown.parts.filter((one) => one.id !== id),
                    Object.fromEntries(Object.entries(keyPart.parts).filter(([name]) => name !== id)),
                  )
                }
              >
                删除小题
              </button>
            </div>
            <PartEditor
              value={{ shown: partShown, key: partKey, points: own }}
              simplified={simplified}
              storeFile={storeFile}
              change={(next) =>
                write(
                  shown.parts.map((one) => (one.id === id ? { ...next.shown, id, points: next.points } : one)),
                  { ...keyPart.parts, [id]: next.key },
                )
              }
            />
          </fieldset>
        );
      })}
      <div className="editor-tools">
        <button
          type="button"
          className="editor-button"
          disabled={shown.parts.length >= MOST_PARTS}
          onClick={() => {
            const id = newId();
            const made = emptyPart('single', '', '', language);
            write([...shown.parts, { ...made.shown, id, points: 200 }], { ...keyPart.parts, [id]: made.key });
          }}
        >
          添加小题
        </button>
      </div>
      <RichField label="解析" html={keyPart.explanation} rows={2} change={(explanation) => set(shown, { ...keyPart, explanation })} />
    </>
  );
}

const TRIAL_SEED = 'preview';

/** The question as a student sees it; answers are judged at once and stored nowhere. */
function Preview({ value, simplified }: { value: EditorValue; simplified: SimplifiedTable }) {
  const [answer, setAnswer] = useState<Answer>(null);
  const [judged, setJudged] = useState<Judged | null>(null);
  const clear = (): void => {
    setAnswer(null);
    setJudged(null);
  };
  return (
    <section className="editor-preview" aria-label="学生看到的样子">
      <p className="editor-title">学生看到的样子</p>
      <QuestionView
        shown={value.shown}
        answer={answer}
        order={TRIAL_SEED}
        judged={judged}
        keyPart={judged ? value.key : null}
        onChange={(next) => {
          setAnswer(next);
          setJudged(null);
        }}
      />
      <div className="editor-tools">
        <button
          type="button"
          className="editor-button"
          onClick={() => setJudged(judgeAnswer(value.shown, value.key, answer, value.points, simplified))}
        >
          试答
        </button>
        <button type="button" className="editor-button" onClick={clear}>
          重来
        </button>
        <output>{judged ? `得分 ${judged.score / 100} / ${value.points / 100}` : ''}</output>
      </div>
    </section>
  );
}
