import { Button, Input, InputNumber } from 'antd';
import { saveArticleText, type SubmissionDetail } from '../../../contract/periodical/journal-submission.ts';
import { SUBMISSION } from '../../../contract/periodical/periodical-limits.ts';
import { call } from '../../api/call.ts';
import { RichTextInput } from '../crud/field/rich-text-input.tsx';
import { Labelled } from '../ui/labelled.tsx';
import { useEdits } from '../ui/use-edits.ts';
import { useChange } from './use-change.ts';

/** What readers will see of an accepted article: title, abstract, the text of the page, references and DOI. */
export function ArticlePart({ one }: { one: SubmissionDetail }) {
  const change = useChange();
  const {
    values,
    change: set,
    saved,
  } = useEdits({
    title: one.title,
    abstract: one.abstract,
    bodyHtml: one.bodyHtml,
    references: one.references.join('\n'),
    doi: one.doi,
    wordCount: one.wordCount,
  });
  const open = one.status !== 'published';
  const save = async () => {
    const references = values.references
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    const body = { ...values, references, version: one.version };
    if (await change(() => call(saveArticleText, { params: { submissionId: one.submissionId }, body }), '编校内容已保存')) saved(values);
  };
  return (
    <div className="article-part">
      {open ? null : <p className="soft">已经刊出。改动请发布更正声明。</p>}
      <Labelled label="题名">
        {(id) => (
          <Input id={id} disabled={!open} maxLength={SUBMISSION.title} value={values.title} onChange={({ target }) => set({ title: target.value })} />
        )}
      </Labelled>
      <Labelled label="摘要">
        {(id) => (
          <Input.TextArea
            id={id}
            disabled={!open}
            autoSize={{ minRows: 4, maxRows: 12 }}
            maxLength={2000}
            value={values.abstract}
            onChange={({ target }) => set({ abstract: target.value })}
          />
        )}
      </Labelled>
      {open ? (
        <Labelled label="网页正文（可不填；有PDF即可刊出）">
          {(id) => (
            <RichTextInput id={id} label="网页正文" value={values.bodyHtml} onChange={(bodyHtml) => set({ bodyHtml: String(bodyHtml ?? '') })} />
          )}
        </Labelled>
      ) : null}
      <Labelled label="参考文献（每行一条）">
        {(id) => (
          <Input.TextArea
            id={id}
            disabled={!open}
            autoSize={{ minRows: 4, maxRows: 16 }}
            value={values.references}
            onChange={({ target }) => set({ references: target.value })}
          />
        )}
      </Labelled>
      <span className="submission-inline">
        <Labelled label="字数">
          {(id) => (
            <InputNumber
              id={id}
              disabled={!open}
              min={0}
              max={1_000_000}
              value={values.wordCount}
              onChange={(value) => set({ wordCount: value ?? 0 })}
            />
          )}
        </Labelled>
        <Labelled label="DOI">
          {(id) => <Input id={id} disabled={!open} maxLength={100} value={values.doi} onChange={({ target }) => set({ doi: target.value })} />}
        </Labelled>
      </span>
      {open ? (
        <Button type="primary" style={{ justifySelf: 'start' }} onClick={() => void save()}>
          保存
        </Button>
      ) : null}
    </div>
  );
}
