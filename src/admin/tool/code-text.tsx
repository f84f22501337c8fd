import { memo } from 'react';

/** Comments, strings, keywords, numbers; everything else is unchanged. */
const PARTS =
  /(\/\*[\s\S]*?\*\/|\/\/[^\n]*)|('(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*")|\b(import|from|export|const|function|return|async|await|interface|extends|type|new|null|true|false|if|for|let|typeof)\b|\b(\d[\d_]*)\b/g;
const NAMES = ['code-comment', 'code-text', 'code-word', 'code-number'];

interface Part {
  readonly text: string;
  readonly name: string | undefined;
  readonly at: number;
}

export function partsOf(source: string): Part[] {
  const parts: Part[] = [];
  let after = 0;
  for (const match of source.matchAll(PARTS)) {
    if (match.index > after) parts.push({ text: source.slice(after, match.index), name: undefined, at: after });
    parts.push({ text: match[0], name: NAMES[match.slice(1).findIndex((group) => group !== undefined)], at: match.index });
    after = match.index + match[0].length;
  }
  if (after < source.length) parts.push({ text: source.slice(after), name: undefined, at: after });
  return parts;
}

/** Source code with syntax highlighting. */
export const CodeText = memo(({ source, label }: { source: string; label: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
  <pre className="gen-code" tabIndex={0} aria-label={label}>
    {partsOf(source).map(({ text, name, at }) => (
      <span key={at} {...(name ? { className: name } : {})}>
        {text}
      </span>
    ))}
  </pre>
));
