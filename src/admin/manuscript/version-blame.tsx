import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { versionBlame, type VersionBlame as Blame } from '../../../contract/manuscript/manuscript-version.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import './version-blame.css';
import { VersionComparison } from './version-comparison.tsx';

/** Number of colours in `version-blame.css`; the name is always written beside the colour. */
const COLOURS = 8;
const colourOf = (person: number): string => String(person % COLOURS);

type Compared = { readonly from: number; readonly to: number; readonly at: string };

/** A version with the person, version and date that changed each paragraph last. */
export function VersionBlame({ versionId, onClose }: { versionId: number; onClose: () => void }) {
  useRestoreFocus();
  const found = useQuery(queryOf(versionBlame, { params: { versionId } }));
  const [compared, setCompared] = useState<Compared | null>(null);
  const { data: blame } = found;
  return (
    <Modal open title={blame ? `第 ${blame.versionNo} 版每段是谁改的` : '每段是谁改的'} width={1040} footer={null} onCancel={onClose}>
      {found.isError && !blame ? (
        <LoadFailed query={found} />
      ) : !blame ? (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      ) : blame.paragraphs.length === 0 ? (
        <p className="soft">这一版没有文字</p>
      ) : (
        <Paragraphs blame={blame} onCompare={setCompared} />
      )}
      {blame && compared ? <VersionComparison archiveId={blame.archiveId} {...compared} onClose={() => setCompared(null)} /> : null}
    </Modal>
  );
}

/** Paragraphs in a row that one version changed. */
interface Run {
  readonly version: number;
  /** Index of the first paragraph. */
  readonly from: number;
  readonly texts: string[];
}

function runsOf({ paragraphs }: Blame): Run[] {
  const runs: Run[] = [];
  for (const [from, { text, version }] of paragraphs.entries()) {
    const last = runs.at(-1);
    if (last?.version === version) last.texts.push(text);
    else runs.push({ version, from, texts: [text] });
  }
  return runs;
}

function Paragraphs({ blame, onCompare }: { blame: Blame; onCompare: (compared: Compared) => void }) {
  const [person, setPerson] = useState<number | null>(null);
  const versions = new Map(blame.versions.map((version) => [version.versionNo, version]));
  const runs = runsOf(blame).filter(({ version }) => person === null || versions.get(version)?.person === person);
  return (
    <>
      <fieldset className="blame-people">
        <legend className="soft">只看一个人改的段落</legend>
        <button type="button" className="blame-person" aria-pressed={person === null} onClick={() => setPerson(null)}>
          全部 <span className="soft">{blame.paragraphs.length} 段</span>
        </button>
        {blame.people.map((one, index) => (
          <button
            key={index}
            type="button"
            className="blame-person"
            data-colour={colourOf(index)}
            aria-pressed={person === index}
            onClick={() => setPerson(person === index ? null : index)}
          >
            {one.name} <span className="soft">{`${one.paragraphs} 段，${one.characters.toLocaleString('zh-CN')} 字`}</span>
          </button>
        ))}
      </fieldset>
      {blame.older > 0 ? <Alert type="info" showIcon title={`更早的 ${blame.older} 版没有读取，那时的改动算在最早读取的一版上`} /> : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the text scrolls */}
      <section className="blame-text" tabIndex={0} aria-label="正文和每段最后的改动">
        {runs.map(({ version, from, texts }) => {
          const by = versions.get(version);
          return (
            <div key={from} className="blame-run" data-colour={colourOf(by?.person ?? 0)}>
              {by ? (
                <div className="blame-by">
                  <strong>{blame.people[by.person]?.name}</strong>
                  <span className="soft">
                    第 {by.versionNo} 版 · {by.createTime.slice(0, 10)}
                  </span>
                  {by.note ? <span className="soft blame-note">{by.note}</span> : null}
                  {by.before === null ? (
                    <span className="soft">最早的一版</span>
                  ) : (
                    <Button
                      size="small"
                      type="link"
                      aria-label={`第 ${by.versionNo} 版与第 ${by.before} 版比较`}
                      onClick={() => onCompare({ from: by.before as number, to: by.versionNo, at: texts[0] ?? '' })}
                    >
                      与第 {by.before} 版比较
                    </Button>
                  )}
                </div>
              ) : null}
              <div className="blame-paragraphs">
                {texts.map((text, index) => (
                  <p key={from + index}>{text}</p>
                ))}
              </div>
            </div>
          );
        })}
        {blame.cut ? <Alert type="info" showIcon title="文稿太长，只显示前 20000 段；请下载全文查看" /> : null}
      </section>
    </>
  );
}
