import { Alert, Button } from 'antd';
import type { textbookCheck } from '../../../contract/textbook/placed.ts';

interface Props {
  readonly check: (typeof textbookCheck)['data']['_zod']['output'];
  /** Opens a chapter of the page view. */
  readonly open: (index: number) => void;
  readonly openTracks: () => void;
}

/** What an editor looks at before a textbook goes on sale, and after its file was replaced. */
export function TextbookCheck({ check, open, openTracks }: Props) {
  const silent = check.chapters.filter((chapter) => chapter.silent);
  const { lost, unplaced } = check;
  if (silent.length + lost.length + unplaced.length === 0) return <Alert type="success" showIcon title="没有发现问题" />;
  return (
    <div className="textbook-check">
      {lost.length > 0 ? (
        <section aria-label="丢失的位置">
          <h2 className="placed-title">新版里找不到位置（{lost.length}）</h2>
          <p className="soft">读者在章末还能看到；请在页面上重新选段落。</p>
          <ul>
            {lost.map(({ placedId, label, quote }) => (
              <li key={placedId}>
                {label}
                <span className="soft">：{quote}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {silent.length > 0 ? (
        <section aria-label="没有音频的章">
          <h2 className="placed-title">没有音频的章（{silent.length}）</h2>
          <ul>
            {silent.map(({ index, title }) => (
              <li key={index}>
                <Button type="link" size="small" onClick={() => open(index)}>
                  {title || `第 ${index + 1} 章`}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {unplaced.length > 0 ? (
        <section aria-label="没有放进书里的音视频">
          <h2 className="placed-title">没有放进书里的音视频（{unplaced.length}）</h2>
          <ul>
            {unplaced.map(({ mediaId, title }) => (
              <li key={mediaId}>{title}</li>
            ))}
          </ul>
          <Button onClick={openTracks}>看音视频</Button>
        </section>
      ) : null}
    </div>
  );
}
