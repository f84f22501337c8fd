import { useMemo, useState } from 'react';
import { Alert, Button, Tag } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { LAYOUT_KIND_NAMES, LAYOUT_KINDS, type LayoutFinding, type LayoutReport, layoutTotal } from '../../../contract/catalog/layout-check.ts';
import { count } from '../../format/number.ts';
import { editionBook } from '../layout-check/edition-book.ts';
import { pagePictures } from '../layout-check/page-picture.ts';
import { errorMessage } from '../ui/error-message.ts';
import { LayoutPicture } from './layout-picture.tsx';

/** Pages laid out at once: each is a document in a frame. */
const AT_ONCE = 6;
const NAMED_MOST = 5;

interface Props {
  readonly publishId: number;
  readonly report: LayoutReport;
  readonly titleOf: (document: number) => string;
}

/** The result of a layout check: counts by kind, and the worst pages with their pictures. */
export function LayoutReportView({ publishId, report, titleOf }: Props) {
  const [kind, setKind] = useState<LayoutFinding['kind'] | null>(null);
  const [most, setMost] = useState(AT_ONCE);
  const total = layoutTotal(report);
  const named = report.unchecked.slice(0, NAMED_MOST).map((document) => `“${titleOf(document)}”`);
  const chosen = report.findings.filter((one) => kind === null || one.kind === kind);
  return (
    <>
      {total === 0 ? (
        <Alert type="success" showIcon title={`没有发现问题：${count(report.documents)} 章，${count(report.pages)} 页`} />
      ) : (
        <Alert
          type="warning"
          showIcon
          title={`有 ${count(total)} 页读者会看不清或看不全`}
          description={`共 ${count(report.documents)} 章，${count(report.pages)} 页。请修改书稿后更换文件；确认不影响阅读的，也可以直接上架。`}
        />
      )}
      {report.unchecked.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          style={{ marginTop: 8 }}
          title={`${named.join('、')}${report.unchecked.length > NAMED_MOST ? `等 ${report.unchecked.length} 章` : ''}没有查完，请在“预览”里看一看`}
        />
      ) : null}
      <p className="soft" style={{ margin: '8px 0' }}>
        {report.checkBy} {report.checkTime.slice(0, 16)} 检查
      </p>
      {total > 0 ? (
        <>
          <fieldset className="layout-kinds" aria-label="按问题筛选">
            {([null, ...LAYOUT_KINDS] as const).map((one) =>
              one === null || report.counts[one] > 0 ? (
                <Button
                  key={one ?? ''}
                  size="small"
                  type={one === kind ? 'primary' : 'default'}
                  aria-pressed={one === kind}
                  onClick={() => (setKind(one), setMost(AT_ONCE))}
                >
                  {one === null ? `全部 ${count(total)}` : `${LAYOUT_KIND_NAMES[one]} ${count(report.counts[one])}`}
                </Button>
              ) : null,
            )}
          </fieldset>
          <LayoutFaults publishId={publishId} editionId={report.editionId} findings={chosen.slice(0, most)} titleOf={titleOf} />
          {chosen.length > most ? <Button onClick={() => setMost(most + AT_ONCE)}>再看 {Math.min(AT_ONCE, chosen.length - most)} 页</Button> : null}
        </>
      ) : null}
    </>
  );
}

interface FaultsProps {
  readonly publishId: number;
  readonly editionId: number;
  readonly findings: readonly LayoutFinding[];
  readonly titleOf: (document: number) => string;
}

function LayoutFaults({ publishId, editionId, findings, titleOf }: FaultsProps) {
  const edition = useQuery({
    queryKey: ['layout pictures', publishId, editionId],
    queryFn: () => editionBook(publishId, editionId),
    staleTime: Infinity,
  });
  const pictures = useMemo(() => (edition.data ? pagePictures(edition.data) : null), [edition.data]);
  return (
    <>
      {edition.isError ? (
        <Alert
          type="error"
          style={{ marginTop: 8 }}
          title={errorMessage(edition.error)}
          action={<Button onClick={() => void edition.refetch()}>重试</Button>}
        />
      ) : null}
      <ul className="layout-faults">
        {findings.map((finding) => (
          <li key={`${finding.kind} ${finding.document} ${finding.page}`} className="layout-fault">
            <figure style={{ margin: 0 }}>
              {pictures ? <LayoutPicture finding={finding} pictures={pictures} /> : <div className="layout-picture" />}
              <figcaption>
                <Tag color="warning">{LAYOUT_KIND_NAMES[finding.kind]}</Tag>
                {finding.night ? <Tag>夜间</Tag> : null}
                <div>
                  {titleOf(finding.document)}{' '}
                  <span className="soft">
                    第 {finding.page + 1}/{finding.pages} 页
                  </span>
                </div>
                {finding.text ? <blockquote className="soft">{finding.kind === 'glyph' ? codesOf(finding.text) : finding.text}</blockquote> : null}
                <a
                  href={`/cms/main/epubRead?publishId=${publishId}&at=${encodeURIComponent(finding.cfi || String(finding.document))}`}
                  target="_blank"
                  rel="noreferrer"
                >
                  在阅读器里看
                </a>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A missing character cannot be shown, so its code is. */
const codesOf = (characters: string): string =>
  [...characters].map((one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).join(' ');
