import type { Finding } from '../../../contract/catalog/preparation.ts';
import { findingsLine } from '../../../contract/catalog/preparation.ts';

const TITLES = { loss: '缺失（读者看不到或听不到）', repair: '已自动修复' } as const;

/** Returns the message of a preparation without the part that repeats its findings. */
export const messageOf = ({ message, findings }: { message: string; findings: readonly Finding[] }): string => {
  const line = findingsLine(findings);
  return line !== '' && message.endsWith(line) ? message.slice(0, -line.length).replace(/。$/, '') : message;
};

/** All repairs and losses of a book, losses first; collapsed, because a book may have hundreds. */
export function PreparationFindings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  const of = (kind: Finding['kind']) => findings.filter((one) => one.kind === kind);
  const counts = [
    [of('loss').length, '处缺失'],
    [of('repair').length, '处修复'],
  ] as const;
  return (
    <details>
      <summary style={{ color: 'var(--ant-color-warning)' }}>
        {counts
          .filter(([count]) => count > 0)
          .map(([count, word]) => `${count} ${word}`)
          .join('、')}
        ，点开查看
      </summary>
      {(['loss', 'repair'] as const).map((kind) =>
        of(kind).length > 0 ? (
          <div key={kind}>
            <strong>{TITLES[kind]}</strong>
            <ul style={{ margin: '4px 0 8px', paddingInlineStart: 20, overflowWrap: 'anywhere' }}>
              {of(kind).map(({ file, text }) => (
                <li key={`${file} ${text}`}>
                  <span className="code">{file}</span> {text}
                </li>
              ))}
            </ul>
          </div>
        ) : null,
      )}
    </details>
  );
}
