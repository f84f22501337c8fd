import { useState } from 'react';
import type { QuestionVersion } from '../../contract/textbook/question.ts';
import { QuestionView } from '../question-view/question-view.tsx';

const nothing = (): void => {};

/** Two versions of a question beside each other, with their keys. */
export function VersionCompare({ versions }: { versions: readonly QuestionVersion[] }) {
  const [older, setOlder] = useState(versions[1]?.no ?? 0);
  const newest = versions[0];
  const chosen = versions.find(({ no }) => no === older);
  if (!newest || versions.length < 2) return null;
  return (
    <details className="editor-more">
      <summary>版本对比（共{versions.length}个版本）</summary>
      <div className="editor-versions">
        <section aria-label={`第${newest.no}版`}>
          <p className="editor-title">
            第{newest.no}版（当前） · {newest.createTime} · {newest.points / 100}分
          </p>
          <Content version={newest} />
        </section>
        <section aria-label="较早的版本">
          <p className="editor-title">
            <select aria-label="较早的版本" value={older} onChange={(event) => setOlder(Number(event.target.value))}>
              {versions.slice(1).map(({ no, createTime }) => (
                <option key={no} value={no}>
                  第{no}版 · {createTime}
                </option>
              ))}
            </select>{' '}
            {chosen ? `${chosen.points / 100}分` : ''}
          </p>
          {chosen ? <Content version={chosen} /> : null}
        </section>
      </div>
    </details>
  );
}

const Content = ({ version }: { version: QuestionVersion }) => (
  <QuestionView shown={version.shown} answer={null} onChange={nothing} disabled order="" keyPart={version.key} />
);
