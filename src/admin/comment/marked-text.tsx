interface Props {
  readonly text: string;
  /** Places in code units, in the order of the text. */
  readonly marks: readonly { readonly start: number; readonly end: number }[];
}

/** A text with the places of listed words marked as they are written. */
export function MarkedText({ text, marks }: Props) {
  const parts: React.ReactNode[] = [];
  let at = 0;
  for (const { start, end } of marks) {
    if (start < at) continue;
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
