import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Select, Skeleton } from 'antd';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import type { ReleaseEvent, ReleaseState } from '../../../contract/release.ts';
import { exerciseSet, exerciseSetContent, exerciseSetEvent } from '../../../contract/textbook/exercise.ts';
import { exerciseSetMachine } from '../../../contract/textbook/exercise-set.machine.ts';
import { textbookCheck } from '../../../contract/textbook/placed.ts';
import { question } from '../../../contract/textbook/question.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { loadable } from '../../loading/loadable.ts';
import { QuestionView } from '../../question-view/question-view.tsx';
import { PublicationSelect } from '../catalog/publication-select.tsx';
import { DictTag } from '../crud/field/dict-tag.tsx';
import { ReferenceSelect } from '../crud/field/reference-select.tsx';
import { resource, type ControlProps, type Tools, type WireRow } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { Rejection, releaseActions } from '../state-machine/release-actions.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { Name } from '../ui/name.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

const ExportDrawer = loadable(async () => (await import('./export-drawer.tsx')).ExportDrawer);

type Row = WireRow<typeof exerciseSet>;

const sendEvent = (row: Row, event: ReleaseEvent, note = '') =>
  call(exerciseSetEvent, { params: { event, setId: row.setId }, body: { note, version: row.version } });

/** Exercises of publications: written, submitted, and approved by another person. */
export function SetList() {
  const [seen, setSeen] = useState<Row | null>(null);
  const [exporting, setExporting] = useState<number | null>(null);
  const [rejecting, setRejecting] = useState<{ row: Row; tools: Tools } | null>(null);
  const sets = useMemo(
    () =>
      resource(exerciseSet, {
        columns: ['title', 'publishTitle', 'chapterTitle', 'questionNum', 'outdated', 'status', 'live', 'updateBy', 'updateTime'],
        search: ['title', 'status'],
        form: ['publishId', 'title', 'documentIndex', 'questionIds', 'shuffle', 'remark'],
        detail: [
          'title',
          'publishTitle',
          'chapterTitle',
          'questionNum',
          'outdated',
          'rejectNote',
          'shuffle',
          'remark',
          'createBy',
          'createTime',
          'updateBy',
          'updateTime',
        ],
        empty: '暂无练习',
        widths: { title: 220, publishTitle: 200, chapterTitle: 160, questionNum: 80, outdated: 130, status: 90, live: 90, updateBy: 100 },
        cell: {
          status: (row) => <DictTag type="textbook_set_status" value={row.status} />,
          live: (row) => (row.live ? '是' : '否'),
        },
        control: {
          publishId: (props) => <PublicationSelect {...props} title={String(props.row?.['publishTitle'] ?? '')} />,
          documentIndex: (props) => <ChapterSelect {...props} />,
          questionIds: (props) =>
            props.values?.['publishId'] ? (
              <ReferenceSelect
                {...props}
                crud={question}
                many
                label={(row) => `${String(row['code'])} ${String(row['stemText'])}`}
                fixed={{ publishId: String(props.values['publishId']), status: 'ready' }}
                placeholder="按题干查找，按选择的顺序排列"
              />
            ) : (
              <span className="soft">请先选择作品</span>
            ),
        },
        rowActions: (row, tools) => [
          ...releaseActions<typeof exerciseSet>({
            machine: exerciseSetMachine,
            state: row.status as ReleaseState,
            name: inTitleMarks(row.title),
            tools,
            fire: (event) => sendEvent(row, event),
            reject: () => setRejecting({ row, tools }),
          }),
          { key: 'see', label: '预览', permission: 'textbook:exercise:query', run: () => setSeen(row) },
          {
            key: 'print',
            label: '打印试卷',
            permission: 'textbook:exercise:query',
            run: () => void window.open(`/cms/main/teach/bank?paper=set&id=${row.setId}`, '_blank'),
          },
          { key: 'export', label: '导出', permission: 'textbook:exercise:export', run: () => setExporting(row.setId) },
        ],
        lost: () => '移入回收站，30 天内可以恢复；读者马上看不到它。',
      }),
    [],
  );
  return (
    <>
      <ResourcePage resource={sets} part="set" />
      {exporting === null ? null : <ExportDrawer source={{ setId: exporting }} onClose={() => setExporting(null)} />}
      {seen ? <Preview row={seen} onClose={() => setSeen(null)} /> : null}
      {rejecting ? (
        <Rejection
          name={inTitleMarks(rejecting.row.title)}
          tools={rejecting.tools}
          fire={(note) => sendEvent(rejecting.row, 'reject', note)}
          onClose={() => setRejecting(null)}
        />
      ) : null}
    </>
  );
}

/** The chapters of the chosen work. */
function ChapterSelect({ id, value, onChange, disabled = false, values }: ControlProps) {
  const publishId = Number(values?.['publishId']) || 0;
  const { data } = useQuery({ ...queryOf(textbookCheck, { params: { publishId } }), enabled: publishId > 0, staleTime: 30_000 });
  return (
    <Select
      {...(id ? { id } : {})}
      value={value ?? null}
      disabled={disabled || publishId === 0}
      allowClear
      placeholder={publishId === 0 ? '请先选择作品' : '留空是全书练习'}
      options={(data?.chapters ?? []).map(({ index, title }) => ({ value: index, label: `${index + 1} ${title}` }))}
      onChange={(next: unknown) => onChange?.(next ?? null)}
    />
  );
}

const nothing = (): void => {};

/** A set as students see it, with its keys. */
function Preview({ row, onClose }: { row: Row; onClose: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const found = useQuery({ ...queryOf(exerciseSetContent, { params: { setId: row.setId } }), staleTime: 0 });
  return (
    <Drawer open size={narrow ? '100%' : 720} title={<Name>{row.title}</Name>} onClose={onClose}>
      {found.isError ? <Alert type="error" title={errorMessage(found.error)} /> : null}
      {found.isPending ? <Skeleton active /> : null}
      <ol style={{ display: 'grid', gap: 24, paddingInlineStart: 20 }}>
        {(found.data ?? []).map(({ versionId, shown, key, points }) => (
          <li key={versionId}>
            <p className="soft">{points / 100}分</p>
            <QuestionView shown={shown} answer={null} onChange={nothing} disabled order="preview" keyPart={key} />
          </li>
        ))}
      </ol>
    </Drawer>
  );
}
