import type { PaperKey } from '../../../contract/textbook/paper.ts';

const Html = ({ html }: { html: string }) => <span className="paper-html" dangerouslySetInnerHTML={{ __html: html }} />;

function Text({ title, html }: { title: string; html: string }) {
  if (html === '') return null;
  return (
    <div className="paper-explanation">
      <strong>{title}　</strong>
      <Html html={html} />
    </div>
  );
}

/** Answer and explanation of a question of the paper. */
export function PaperAnswer({ of: { answer, hint, rubric, explanation, transcript, parts } }: { of: PaperKey | PaperKey['parts'][number] }) {
  const isEmpty = answer === '' && hint === '' && rubric.length === 0 && parts.length === 0;
  return (
    <>
      {answer === '' ? null : <p className="paper-answer">{answer}</p>}
      {hint === '' ? null : <p className="paper-hint">{hint}</p>}
      {rubric.length === 0 ? null : (
        <ul className="paper-rubric">
          {rubric.map(({ name, points }) => (
            <li key={name}>
              {name}：{points / 100}分
            </li>
          ))}
        </ul>
      )}
      {isEmpty ? <p className="paper-hint">由教师评分</p> : null}
      {parts.length === 0 ? null : (
        <ol className="paper-parts">
          {parts.map((part, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the parts have no names, and the list never changes
            <li key={at}>
              <PaperAnswer of={part} />
            </li>
          ))}
        </ol>
      )}
      <Text title="听力文稿" html={transcript} />
      <Text title="解析" html={explanation} />
    </>
  );
}
