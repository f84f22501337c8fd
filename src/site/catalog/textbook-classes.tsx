import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { deadlineText } from '../../../contract/deadline.ts';
import { bookClassNotes } from '../../../contract/teaching/class-note.ts';
import { courseClassMachine } from '../../../contract/teaching/course-class.machine.ts';
import { JOIN_CLASS_PATH } from '../../../contract/textbook/textbook.site.ts';
import { queryOf } from '../../api/query-client.ts';
import { hasPermission } from '../../session/rights.ts';
import { session } from '../../session/session.store.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed, Stale } from '../frame/state.tsx';
import { classesOfBook, type ClassOfBook } from '../teaching/book-classes.ts';
import { PLATFORM } from '../teaching/open-courses.ts';
import { loginPath } from '../frame/login-path.ts';
import './textbook-practice.css';

/** The classes of the user with this book, each with what must be handed in next. */
export function TextbookClasses({ book: { publishId } }: { book: BookDetail }) {
  const { now } = useSnapshot(session);
  const known = now.state !== 'anonymous';
  const teaches = now.state === 'authenticated' && hasPermission(now.permissions, 'teaching:course:teach');
  const { data, error, refetch } = useQuery({ ...classesOfBook(publishId), enabled: known });
  const notes = useQuery({ ...queryOf(bookClassNotes, { params: { publishId } }), enabled: known && data !== undefined && data.length > 0 });
  const notesOf = (classId: number): number => notes.data?.notes.filter((note) => note.classId === classId && note.published).length ?? 0;
  if (!known)
    return (
      <section className="book-part" aria-label="班级">
        <p className="meta">老师用这部教材开了课，登录后输入班级码就能加入。</p>
        <p className="textbook-class-acts">
          <Link className="button button-fill" to={loginPath(JOIN_CLASS_PATH)}>
            登录，输入班级码
          </Link>
        </p>
      </section>
    );
  if (error && !data) return <Failed error={error} retry={() => void refetch()} to={PLATFORM} action="去教学平台" />;
  if (!data)
    return (
      <div className="book-part" aria-busy="true">
        <Skeleton height={72} />
      </div>
    );
  return (
    <section className="book-part" aria-label="班级">
      <Stale error={error} />
      {data.length === 0 ? (
        <p className="meta">您还没有用这部教材的班级。</p>
      ) : (
        data.map((one) => <ClassRow key={one.classId} one={one} notes={notesOf(one.classId)} />)
      )}
      <p className="textbook-class-acts">
        <Link className="button button-wash" to={JOIN_CLASS_PATH}>
          输入班级码
        </Link>
        {teaches ? (
          <Link className="button button-fill" to={`${PLATFORM}?tab=teach&newCourse=${publishId}`}>
            用它开课
          </Link>
        ) : null}
      </p>
    </section>
  );
}

function ClassRow({ one, notes }: { one: ClassOfBook; notes: number }) {
  const waits = one.memberStatus === 'waiting';
  return (
    <div className="textbook-class">
      <p>
        {waits ? (
          <b className="serif">{one.className}</b>
        ) : (
          <Link className="text-link" to={`/cms/main/courseClass/${one.classId}`}>
            {one.className}
          </Link>
        )}
        <span className="meta">
          {one.courseName} · {one.teacherName} · {waits ? '等老师同意' : courseClassMachine.states[one.status].label}
        </span>
      </p>
      {one.role === 'student' && !waits ? (
        <p>
          {one.next ? (
            <>
              <span>下一份作业</span>
              <Link className="text-link" to={`/cms/main/assignment/${one.next.assignmentId}`}>
                《{one.next.title}》
              </Link>
              <span className="meta">{deadlineText(one.next.dueAt)} 截止</span>
            </>
          ) : (
            <span className="meta">没有要交的作业。</span>
          )}
        </p>
      ) : null}
      {notes > 0 ? (
        <p>
          <Link className="text-link" to={`/cms/main/courseClass/${one.classId}?tab=notes`}>
            老师批注 {notes} 条
          </Link>
        </p>
      ) : null}
      {one.role !== 'student' && one.toMark > 0 ? <p className="meta">待批改 {one.toMark}</p> : null}
    </div>
  );
}
