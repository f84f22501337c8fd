import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { READER_PATH } from '../../../contract/reading/reader-path.ts';
import type { ClassNote } from '../../../contract/teaching/class-note.ts';
import type { ClassDetail } from '../../../contract/teaching/course-class.ts';
import { courseClassMachine } from '../../../contract/teaching/course-class.machine.ts';
import { passagePath } from '../../annotations/passage-address.ts';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { dropNote, setPublished } from './notes/class-note-acts.ts';
import { ClassNoteForm } from './notes/class-note-form.tsx';
import { NoteText } from './notes/note-text.tsx';
import { TeachingSkeleton } from './teaching-skeleton.tsx';
import { noteList } from './study-queries.ts';
import { PLATFORM } from './teaching-queries.ts';
import './class-tabs.css';

/** T1, tab 批注: the notes of the teachers in the order of the books, each with the way to its place. */
export function ClassNotesTab({ group }: { group: ClassDetail }) {
  const list = useQuery(noteList(group.classId));
  const [editing, setEditing] = useState<ClassNote | null>(null);
  const staff = group.role !== 'student';
  const live = courseClassMachine.groups.live.includes(group.status);
  if (list.isError && !list.data) return <Failed error={list.error} retry={() => void list.refetch()} to={PLATFORM} action="回到教学平台" />;
  if (!list.data) return <TeachingSkeleton />;
  const [first] = group.textbooks;
  if (list.data.length === 0)
    return (
      <Empty
        drawing="lamp"
        title="还没有批注"
        reason={staff ? '打开教材，选中一段文字，点“批注”，写给这个班级的学生。' : '老师在教材里写的批注会出现在这里，也会出现在书里原文的旁边。'}
        {...(first && staff ? { to: `${READER_PATH}?publishId=${first.publishId}`, action: '打开教材' } : {})}
      />
    );
  const Chapter = group.textbooks.length > 1 ? 'h3' : 'h2';
  const books = group.textbooks.flatMap(({ publishId, title }) => {
    const own = list.data.filter((note) => note.publishId === publishId);
    return own.length === 0 ? [] : [{ publishId, title, notes: own }];
  });
  return (
    <>
      <Stale error={list.error} />
      {books.map(({ publishId, title, notes }) => (
        <section key={publishId} aria-label={`《${title}》的批注`}>
          {group.textbooks.length > 1 ? <h2 className="teach-title serif">《{title}》</h2> : null}
          {byChapter(notes).map(([chapter, own]) => (
            <section key={chapter} className="class-tab-part" aria-label={chapter}>
              <Chapter>{chapter}</Chapter>
              <ul>
                {own.map((note) => (
                  <li key={note.noteId} className="class-tab-note">
                    <NoteText note={note} />
                    {note.lost ? <p className="meta">新版教材里没有这段文字，批注留在原来的章。</p> : null}
                    <p className="teach-acts">
                      <Link className="button button-wash" to={passagePath(note)}>
                        到书里看<span className="unseen">：{note.text.slice(0, 20)}</span>
                      </Link>
                      {note.mayEdit && live ? (
                        <>
                          <button type="button" className="button button-line" onClick={() => setEditing(note)}>
                            修改
                          </button>
                          <button type="button" className="button button-line" onClick={() => void setPublished(note, !note.published)}>
                            {note.published ? '撤回' : '重新发布'}
                          </button>
                          {note.published ? null : (
                            <button type="button" className="button button-line" onClick={() => void dropNote(note)}>
                              删除
                            </button>
                          )}
                        </>
                      ) : null}
                    </p>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </section>
      ))}
      {editing ? <ClassNoteForm of={editing} close={() => setEditing(null)} /> : null}
    </>
  );
}

const chapterOf = ({ chapterTitle, documentIndex }: ClassNote): string => chapterTitle || `第${documentIndex + 1}章`;

/** Notes by chapter, in the order in which they come. */
const byChapter = (notes: readonly ClassNote[]): [string, ClassNote[]][] =>
  [...new Set(notes.map(chapterOf))].map((chapter) => [chapter, notes.filter((note) => chapterOf(note) === chapter)]);
