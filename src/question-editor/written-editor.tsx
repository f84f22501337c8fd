import type { KeyPart, RubricRow, ShownPart } from '../../contract/textbook/question-kind.ts';
import { QUESTION } from '../../contract/textbook/question-limits.ts';
import { newId, pointsOf } from './editor-value.ts';
import { CheckField, TextField } from './rich-field.tsx';
import { PointsField } from './points-field.tsx';

type Shown = Extract<ShownPart, { kind: 'short' | 'upload' }>;
type Key = Extract<KeyPart, { kind: 'short' | 'upload' }>;

const numberOf = (text: string, most: number): number => Math.min(most, Math.max(0, Math.round(Number(text)) || 0));

/** Limits of a written or uploaded answer, and the guide for its marking. */
export function WrittenEditor({ shown, keyPart, change }: { shown: Shown; keyPart: Key; change: (shown: Shown, key: Key) => void }) {
  const setRow = (row: RubricRow): void => change(shown, { ...keyPart, rubric: keyPart.rubric.map((one) => (one.id === row.id ? row : one)) });
  return (
    <fieldset className="editor-group">
      <legend>作答与批改</legend>
      {shown.kind === 'short' ? (
        <TextField
          label={`最多字数（1～${QUESTION.shortAnswer}）`}
          value={String(shown.maxLength)}
          change={(text) => change({ ...shown, maxLength: Math.max(1, numberOf(text, QUESTION.shortAnswer)) }, keyPart)}
        />
      ) : (
        <div className="editor-line-up">
          <TextField
            label="照片张数"
            value={String(shown.photos)}
            change={(text) => change({ ...shown, photos: numberOf(text, QUESTION.photos) }, keyPart)}
          />
          <TextField
            label="文件个数"
            value={String(shown.files)}
            change={(text) => change({ ...shown, files: numberOf(text, QUESTION.files) }, keyPart)}
          />
          <CheckField label="录音（口语）" checked={shown.recording} change={(recording) => change({ ...shown, recording }, keyPart)} />
        </div>
      )}
      <TextField label="批改提示" value={keyPart.hint} maxLength={2_000} change={(hint) => change(shown, { ...keyPart, hint })} />
      {keyPart.rubric.map((row, at) => (
        <div key={row.id} className="editor-row">
          <TextField label={`评分要点${at + 1}`} value={row.name} maxLength={100} change={(name) => setRow({ ...row, name })} />
          <PointsField label="分" points={row.points} change={(points) => setRow({ ...row, points })} />
          <button
            type="button"
            className="editor-button"
            onClick={() => change(shown, { ...keyPart, rubric: keyPart.rubric.filter(({ id }) => id !== row.id) })}
          >
            删除
          </button>
        </div>
      ))}
      <div className="editor-tools">
        <button
          type="button"
          className="editor-button"
          disabled={keyPart.rubric.length >= QUESTION.rubricRows}
          onClick={() =>
            change(shown, { ...keyPart, rubric: [...keyPart.rubric, { id: newId(), name: '', points: pointsOf('1') ?? 100, steps: [] }] })
          }
        >
          添加评分要点
        </button>
      </div>
    </fieldset>
  );
}
