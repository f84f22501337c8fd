import type { Choice, ShownPart, ShownQuestion } from '../../../contract/textbook/question-kind.ts';

const Html = ({ html }: { html: string }) => <div className="paper-html" dangerouslySetInnerHTML={{ __html: html }} />;

/** A recording cannot be printed: it is named. */
const printed = (html: string): string => html.replace(/<audio\b[^>]*>(?:<\/audio>)?/g, '（听录音）');

/** Options in one to four columns, by their length. */
function Options({ list }: { list: readonly Choice[] }) {
  const longest = Math.max(
    ...list.map(({ html }) => (/<img|<table/.test(html) ? 20 : html.replace(/<annotation\b.*?<\/annotation>|<[^>]*>/gs, '').length)),
  );
  return (
    <ol type="A" className="paper-options" data-columns={longest <= 6 ? 4 : longest <= 16 ? 2 : 1}>
      {list.map(({ id, html }) => (
        <li key={id}>
          <Html html={printed(html)} />
        </li>
      ))}
    </ol>
  );
}

/** Lines to write on: more for longer answers. */
const Lines = ({ count }: { count: number }) => (
  <div className="paper-lines" aria-hidden="true">
    {Array.from({ length: count }, (_one, at) => (
      <span key={at} />
    ))}
  </div>
);
const linesFor = (maxLength: number, points: number): number =>
  Math.min(14, Math.max(3, Math.ceil(Math.min(maxLength, 600) / 60), Math.ceil(points / 150)));

/** The stem with places to write, or with the mark of the bracket at its end. */
function stemOf(shown: ShownPart): string {
  const stem = printed(shown.stem);
  if (shown.kind !== 'fill') return stem;
  const lone = shown.blanks.length === 1;
  return shown.blanks.reduce(
    (html, { id, choices }, at) =>
      html.replace(`[[${id}]]`, choices ? `（　${lone ? '' : at + 1}　）` : `<span class="paper-blank">${lone ? '' : at + 1}</span>`),
    stem,
  );
}

function Answers({ shown, points }: { shown: ShownPart; points: number }) {
  switch (shown.kind) {
    case 'single':
    case 'multi':
      return <Options list={shown.options} />;
    case 'fill':
      return (
        <>
          {shown.blanks.map(({ id, choices }, at) =>
            choices ? (
              <div key={id} className="paper-choices">
                {shown.blanks.length > 1 ? <span>（{at + 1}）</span> : null}
                <Options list={choices} />
              </div>
            ) : null,
          )}
        </>
      );
    case 'match':
      return (
        <div className="paper-pairs">
          <ol>
            {shown.left.map(({ id, html }) => (
              <li key={id}>
                <Html html={printed(html)} />
              </li>
            ))}
          </ol>
          <ol type="A">
            {shown.right.map(({ id, html }) => (
              <li key={id}>
                <Html html={printed(html)} />
              </li>
            ))}
          </ol>
        </div>
      );
    case 'order':
      return (
        <>
          <Options list={shown.items} />
          <p className="paper-order">顺序：{shown.items.map(() => '（　　）').join(' → ')}</p>
        </>
      );
    case 'short':
      return <Lines count={linesFor(shown.maxLength, points)} />;
    case 'upload':
      return <p className="paper-hint">{shown.recording ? '本题交录音。' : '本题另交照片或文件。'}</p>;
    default:
      return null;
  }
}

const isChoice = ({ kind }: ShownPart): boolean => kind === 'single' || kind === 'multi' || kind === 'judge';
/** A bracket for the letter, when the stem has none. */
const needsBracket = (shown: ShownPart): boolean => isChoice(shown) && !/[（(][\s\u3000]*[)）]/.test(shown.stem);
const KIND_NOTE: Readonly<Record<string, string>> = { multi: '多选', judge: '判断' };

/** `number` is null for a text between the questions. */
function Part({ shown, points, label }: { shown: ShownPart; points: number; label: string }) {
  const notes = [KIND_NOTE[shown.kind], shown.kind === 'text' ? undefined : `${points / 100}分`].filter(Boolean).join('，');
  return (
    <div className="paper-part">
      <div className="paper-stem">
        {label === '' ? null : <span className="paper-number">{label}</span>}
        <div>
          {notes === '' ? null : <span className="paper-points">（{notes}）</span>}
          <Html html={stemOf(shown) + (needsBracket(shown) ? '<span class="paper-bracket">（　　）</span>' : '')} />
        </div>
      </div>
      <Answers shown={shown} points={points} />
    </div>
  );
}

/** One question on paper. `label` is its number, empty for a text. */
export function PaperQuestion({ shown, points, label }: { shown: ShownQuestion; points: number; label: string }) {
  if (shown.kind !== 'passage') return <Part shown={shown} points={points} label={label} />;
  return (
    <div className="paper-part">
      <div className="paper-stem">
        <span className="paper-number">{label}</span>
        <div>
          <span className="paper-points">（{points / 100}分）</span>
          <Html html={printed(shown.stem)} />
        </div>
      </div>
      <div className="paper-inner">
        {shown.parts.map((part, at) => (
          <Part key={part.id} shown={part} points={part.points} label={`（${at + 1}）`} />
        ))}
      </div>
    </div>
  );
}
