import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { queryProblems } from '../../../contract/system/problem.ts';
import { queryOf } from '../../api/query-client.ts';
import { FindField } from '../frame/find-field.tsx';
import { Skeleton } from '../frame/skeleton.tsx';

const problems = queryOf(queryProblems, {});
const plain = (html: string): string => html.replace(/<[^>]*>/g, ' ');

/** Frequently asked questions, by category and by words of the question or the answer. */
export function FaqSection() {
  const { data, error, refetch } = useQuery(problems);
  const [category, setCategory] = useState('');
  const [words, setWords] = useState('');
  const term = words.trim().toLowerCase();
  const categories = [...new Set(data?.map((one) => one.category))];
  const found = data?.filter(
    (one) => (category === '' || one.category === category) && (term === '' || `${one.question} ${plain(one.answer)}`.toLowerCase().includes(term)),
  );
  return (
    <section className="single-part" aria-labelledby="faq">
      <h2 id="faq">常见问题</h2>
      {data && data.length > 0 ? (
        <>
          <FindField label="搜索常见问题" value={words} write={setWords} />
          <fieldset className="single-chips">
            <legend className="unseen">问题分类</legend>
            {['', ...categories].map((one) => (
              <button key={one} type="button" className="chip" aria-pressed={category === one} onClick={() => setCategory(one)}>
                <span>{one || '全部'}</span>
              </button>
            ))}
          </fieldset>
          <output className="unseen">{term || category ? `找到 ${found?.length ?? 0} 个问题` : ''}</output>
        </>
      ) : null}
      {found ? (
        found.length > 0 ? (
          <div className="faq">
            {found.map(({ problemId, question, answer }) => (
              <details key={problemId}>
                <summary>{question}</summary>
                {/* Cleaned by the server before it is stored. */}
                <div className="rich-text" dangerouslySetInnerHTML={{ __html: answer }} />
              </details>
            ))}
          </div>
        ) : (
          <p className="soft single-nothing">{data?.length === 0 ? '暂无常见问题' : '没有找到相关问题，换个说法试试，或在下面留言问我们。'}</p>
        )
      ) : error ? (
        <p className="single-nothing" role="alert">
          常见问题加载失败。
          <button type="button" className="text-link" onClick={() => void refetch()}>
            点击重试
          </button>
        </p>
      ) : (
        <div aria-busy="true">
          {[1, 2, 3, 4].map((n) => (
            <Skeleton key={n} height={20} top={20} />
          ))}
        </div>
      )}
    </section>
  );
}
