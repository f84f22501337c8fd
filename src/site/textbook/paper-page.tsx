import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { assignmentPaper } from '../../../contract/teaching/assignment-paper.ts';
import { bankPaper, setPaper, type PaperContent } from '../../../contract/textbook/paper.ts';
import { queryOf } from '../../api/query-client.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed } from '../frame/state.tsx';
import { PaperAnswer } from './paper-answer.tsx';
import { PaperQuestion } from './paper-question.tsx';
import './paper.css';

const HOME = '/cms/main/IntelligentDigitalTeachingPlatform';

/** What is printed: `?paper=bank|set|assignment&id=`, `&key=1` for the answers, `&chapter=` and `&kind=` of a bank. */
function usePaper(params: URLSearchParams) {
  const id = Number(params.get('id')) || 0;
  const key = params.get('key') === '1' ? ('1' as const) : ('0' as const);
  const what = params.get('paper');
  const chapter = params.get('chapter') ?? '';
  const kind = (params.get('kind') ?? '') as '';
  const bank = useQuery({ ...queryOf(bankPaper, { params: { bankId: id }, query: { key, chapter, kind } }), enabled: what === 'bank', staleTime: 0 });
  const set = useQuery({ ...queryOf(setPaper, { params: { setId: id }, query: { key } }), enabled: what === 'set', staleTime: 0 });
  const work = useQuery({
    ...queryOf(assignmentPaper, { params: { assignmentId: id }, query: { key } }),
    enabled: what !== 'bank' && what !== 'set',
    staleTime: 0,
  });
  return { paper: what === 'bank' ? bank : what === 'set' ? set : work, key };
}

/** A paper to print from the browser: for students, or the answers, which are asked for on their own. */
export function PaperPage() {
  const [params, setParams] = useSearchParams();
  const { paper, key } = usePaper(params);
  const show = (next: '0' | '1'): void => {
    const changed = new URLSearchParams(params);
    if (next === '1') changed.set('key', '1');
    else changed.delete('key');
    setParams(changed, { replace: true });
  };
  return (
    <div className="paper-page">
      <NavBar title="打印" otherwise={HOME} />
      {paper.data && paper.data.items.length === 0 ? (
        <Empty title="没有可以打印的题目" reason="题目设为可用以后才能打印。" />
      ) : paper.data ? (
        <Sheets key={key} content={paper.data} withKey={key === '1'} show={show} />
      ) : paper.error ? (
        <Failed error={paper.error} retry={() => void paper.refetch()} to={HOME} action="回到教学平台" />
      ) : (
        <div aria-busy="true">
          <Skeleton height={72} />
          <Skeleton height={200} top={12} />
        </div>
      )}
    </div>
  );
}

const SIZES = { 小: 10.5, 中: 12, 大: 14 } as const;
type Size = keyof typeof SIZES;

function Sheets({ content, withKey, show }: { content: PaperContent; withKey: boolean; show: (key: '0' | '1') => void }) {
  const [title, setTitle] = useState(content.title);
  const [size, setSize] = useState<Size>('中');
  const full = content.items.reduce((sum, { points }) => sum + points, 0);
  const labels = numbers(content);
  return (
    <>
      <div className="paper-tools">
        <fieldset className="paper-choice">
          <legend className="unseen">打印什么</legend>
          <button type="button" className="button button-wash" aria-pressed={!withKey} onClick={() => show('0')}>
            试卷
          </button>
          <button type="button" className="button button-wash" aria-pressed={withKey} onClick={() => show('1')}>
            答案
          </button>
        </fieldset>
        <label className="paper-title-field">
          标题
          <input value={title} maxLength={60} onChange={(event) => setTitle(event.target.value)} />
        </label>
        <label>
          字号
          <select value={size} onChange={(event) => setSize(event.target.value as Size)}>
            {(Object.keys(SIZES) as Size[]).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <button type="button" className="button button-fill" onClick={() => window.print()}>
          打印
        </button>
        <p className="meta">
          共{labels.filter(Boolean).length}题，满分{full / 100}分。学生的试卷上没有答案。
        </p>
      </div>
      <article className="paper-sheet" style={{ fontSize: `${SIZES[size]}pt` }} aria-label={withKey ? '答案' : '试卷'}>
        <h2>
          {title}
          {withKey ? ' 答案与解析' : ''}
        </h2>
        {withKey ? null : (
          <dl className="paper-head">
            {['班级', '姓名', '学号', '得分'].map((name) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd />
              </div>
            ))}
          </dl>
        )}
        {withKey ? (
          <dl className="paper-keys">
            {content.items.map(({ key }, at) =>
              key && labels[at] ? (
                <div key={labels[at]}>
                  <dt>{labels[at]}</dt>
                  <dd>
                    <PaperAnswer of={key} />
                  </dd>
                </div>
              ) : null,
            )}
          </dl>
        ) : (
          content.items.map(({ shown, points }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a question may be there twice, and the list never changes
            <PaperQuestion key={at} shown={shown} points={points} label={labels[at] ?? ''} />
          ))
        )}
      </article>
    </>
  );
}

/** 1. 2. 3. for the questions; a text between them has none. */
function numbers({ items }: PaperContent): string[] {
  let last = 0;
  return items.map(({ shown }) => (shown.kind === 'text' ? '' : `${(last += 1)}.`));
}
