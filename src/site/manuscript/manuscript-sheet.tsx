import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { categoryTree, type CategoryNode } from '../../../contract/catalog/category.ts';
import { AUTHOR_ROLES, KIND_NAMES, MANUSCRIPT, type ManuscriptKind } from '../../../contract/manuscript/manuscript-limits.ts';
import { workFiles, WRITTEN_KINDS } from '../../../contract/manuscript/work-files.ts';
import { addOwnManuscript, saveOwnManuscript, type OwnManuscriptDetail } from '../../../contract/manuscript/own-manuscript.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { useStoredForm } from '../../drafts/use-stored-form.ts';
import { toast } from '../frame/dialogs.ts';
import { Sheet } from '../frame/sheet.tsx';
import { refreshManuscripts } from './author-queries.ts';

interface AuthorLine {
  readonly name: string;
  readonly role: (typeof AUTHOR_ROLES)[number];
  readonly share: number;
  readonly userId: number | null;
}

interface Values {
  readonly title: string;
  readonly subtitle: string;
  readonly kind: ManuscriptKind;
  readonly archiveTypeId: number | null;
  readonly summary: string;
  readonly keywords: string;
  readonly authors: readonly AuthorLine[];
}

const initialOf = (before: OwnManuscriptDetail | null): Values => ({
  title: before?.title ?? '',
  subtitle: before?.subtitle ?? '',
  kind: before?.kind ?? 'book',
  archiveTypeId: before?.archiveTypeId ?? null,
  summary: before?.summary ?? '',
  keywords: before?.keywords.join('，') ?? '',
  authors: (before?.authors as AuthorLine[] | undefined) ?? [],
});

const flat = (nodes: readonly CategoryNode[], depth = 0): { id: number; name: string }[] =>
  nodes.flatMap((node) => [{ id: node.archiveTypeId, name: `${'　'.repeat(depth)}${node.typeName}` }, ...flat(node.children, depth + 1)]);

/** Title, kind, summary and authors of a manuscript. Unsent input stays on the device. */
export function ManuscriptSheet({ before, close }: { before: OwnManuscriptDetail | null; close: () => void }) {
  const navigate = useNavigate();
  const { values, change, saved } = useStoredForm(`manuscript ${before?.archiveId ?? 'new'}`, initialOf(before));
  const categories = useQuery(queryOf(categoryTree, {}));
  const [wrong, setWrong] = useState('');
  const send = useMutation({
    mutationFn: async () => {
      const body = {
        ...values,
        authors: values.authors.map((line) => ({ ...line })),
        keywords: values.keywords
          .split(/[，,、\s]+/)
          .map((word) => word.trim())
          .filter(Boolean),
      };
      if (before) {
        await call(saveOwnManuscript, {
          body: {
            ...body,
            titleEn: before.titleEn,
            clcCode: before.clcCode,
            language: before.language as 'zh',
            originality: before.originality as 'original',
            planWordCount: before.planWordCount,
            archiveId: before.archiveId,
            version: before.version,
          },
        });
        return before.archiveId;
      }
      return (await call(addOwnManuscript, { body: { ...body, language: 'zh', originality: 'original', planWordCount: 0 } })).archiveId;
    },
    onSuccess: async (archiveId) => {
      saved();
      await refreshManuscripts();
      close();
      if (before) void toast('已保存');
      else void navigate(`/cms/main/archiveEdit?archiveId=${archiveId}`);
    },
    onError: (error) => setWrong(error.message),
  });
  const line = (index: number, part: Partial<AuthorLine>) =>
    change({ authors: values.authors.map((one, at) => (at === index ? { ...one, ...part } : one)) });
  const shares = values.authors.reduce((sum, { share }) => sum + share, 0);
  return (
    <Sheet
      title={before ? '修改作品信息' : '新建作品'}
      close={close}
      foot={
        <button type="submit" form="manuscript-form" className="button button-fill button-tall button-wide" disabled={send.isPending}>
          {send.isPending ? '正在保存…' : before ? '保存' : '建好并开始写'}
        </button>
      }
    >
      <form
        id="manuscript-form"
        className="author-form"
        onSubmit={(event) => {
          event.preventDefault();
          setWrong('');
          send.mutate();
        }}
      >
        <label>
          {workFiles(values.kind).parts ? '作品名' : '书名'}
          <input value={values.title} required maxLength={MANUSCRIPT.title} onChange={({ target }) => change({ title: target.value })} />
        </label>
        <label>
          副书名
          <input value={values.subtitle} maxLength={120} onChange={({ target }) => change({ subtitle: target.value })} />
        </label>
        <label>
          类型
          <select value={values.kind} onChange={({ target }) => change({ kind: target.value as ManuscriptKind })}>
            {(before && !WRITTEN_KINDS.includes(before.kind) ? [before.kind, ...WRITTEN_KINDS] : WRITTEN_KINDS).map((kind) => (
              <option key={kind} value={kind}>
                {KIND_NAMES[kind]}
              </option>
            ))}
          </select>
        </label>
        <label>
          分类
          <select
            value={values.archiveTypeId ?? ''}
            onChange={({ target }) => change({ archiveTypeId: target.value === '' ? null : Number(target.value) })}
          >
            <option value="">还没想好</option>
            {flat(categories.data ?? []).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>
            内容提要
            <span className="meta">
              {' '}
              {[...values.summary.trim()].length} 字，投稿前写到 {MANUSCRIPT.summaryMin} 字以上
            </span>
          </span>
          <textarea rows={5} value={values.summary} maxLength={MANUSCRIPT.summary} onChange={({ target }) => change({ summary: target.value })} />
        </label>
        <label>
          关键词（用逗号分开，最多 {MANUSCRIPT.keywords} 个）
          <input value={values.keywords} onChange={({ target }) => change({ keywords: target.value })} />
        </label>
        <fieldset className="author-names">
          <legend>作者与份额{values.authors.length > 0 ? `（合计 ${(shares / 100).toFixed(2)}%，须为 100%）` : '（不填即为您一人）'}</legend>
          {values.authors.map((one, index) => (
            <div key={index}>
              <input
                aria-label={`第${index + 1}位作者的姓名`}
                value={one.name}
                required
                maxLength={30}
                onChange={({ target }) => line(index, { name: target.value })}
              />
              <select
                aria-label={`第${index + 1}位作者的著作方式`}
                value={one.role}
                onChange={({ target }) => line(index, { role: target.value as AuthorLine['role'] })}
              >
                {AUTHOR_ROLES.map((role) => (
                  <option key={role} value={role}>
                    {role}
                  </option>
                ))}
              </select>
              <input
                aria-label={`第${index + 1}位作者的份额，百分之`}
                type="number"
                min={0}
                max={100}
                step={0.01}
                value={one.share / 100}
                onChange={({ target }) => line(index, { share: Math.round(Number(target.value) * 100) })}
              />
              <button
                type="button"
                className="button button-line"
                aria-label={`去掉第${index + 1}位作者`}
                onClick={() => change({ authors: values.authors.filter((_one, at) => at !== index) })}
              >
                去掉
              </button>
            </div>
          ))}
          <button
            type="button"
            className="button button-line"
            onClick={() =>
              change({
                authors: [...values.authors, { name: '', role: '著', share: Math.max(0, MANUSCRIPT.shares - shares), userId: null }],
              })
            }
          >
            增加作者
          </button>
        </fieldset>
        {wrong ? (
          <p className="author-wrong" role="alert">
            {wrong}
          </p>
        ) : null}
      </form>
    </Sheet>
  );
}
