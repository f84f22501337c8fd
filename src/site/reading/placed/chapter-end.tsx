import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { deadlineText } from '../../../../contract/deadline.ts';
import { PRACTICE_PATH, setPath, WRONG_PATH } from '../../../../contract/textbook/practice-path.ts';
import { currentPerson } from '../../../session/current-person.ts';
import { Skeleton } from '../../frame/skeleton.tsx';
import { classesOfBook } from '../../teaching/book-classes.ts';
import { exercisesOf } from '../../../practice/practice-queries.ts';
import { progressWords } from '../../../practice/practice-words.ts';
import { loginPath } from '../../frame/login-path.ts';
import './chapter-end.css';

/** §7 the end of a chapter: what was done of its exercises, what is left, and the next assignment of the classes with this book. */
export function ChapterEnd({ publishId, documentIndex }: { publishId: number; documentIndex: number }) {
  const known = currentPerson() !== null;
  const { data, error } = useQuery({ ...exercisesOf(publishId), refetchOnMount: 'always' });
  const classes = useQuery({ ...classesOfBook(publishId), enabled: known });
  const sets = data?.sets.filter((set) => set.documentIndex === documentIndex) ?? [];
  const next = classes.data?.flatMap((one) => (one.next ? [one.next] : [])).toSorted((a, b) => a.dueAt.localeCompare(b.dueAt))[0];
  if (error && !data) return <p className="chapter-end meta">{error.message}</p>;
  if (!data)
    return (
      <div className="chapter-end" aria-busy="true">
        <Skeleton height={64} />
      </div>
    );
  return (
    <section className="chapter-end" aria-label="本章小结">
      {sets.length === 0 ? <p className="meta">这一章没有练习。</p> : null}
      {sets.map((set) => (
        <p key={set.setId}>
          <b>{set.title}</b>
          <span>{known ? progressWords(set) : `${set.questions} 题`}</span>
          {known && set.scored > set.done ? (
            <span className="meta">
              还有 {set.scored - set.done} 题没做过，
              <Link className="text-link" to={setPath(set.setId)}>
                去做
              </Link>
            </span>
          ) : null}
        </p>
      ))}
      {known ? (
        <p>
          <Link className="text-link" to={WRONG_PATH}>
            错题本{data.wrong > 0 ? `：本书 ${data.wrong} 题` : ''}
          </Link>
        </p>
      ) : (
        <p className="meta">
          <Link className="text-link" to={loginPath(PRACTICE_PATH)}>
            登录
          </Link>
          后会记住做过的题和错题。
        </p>
      )}
      {next ? (
        <p>
          <span>下一份作业</span>
          <Link className="text-link" to={`/cms/main/assignment/${next.assignmentId}`}>
            《{next.title}》
          </Link>
          <span className="meta">{deadlineText(next.dueAt)} 截止</span>
        </p>
      ) : null}
    </section>
  );
}
