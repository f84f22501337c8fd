interface Order {
  readonly id: number;
  readonly source: string;
  readonly flags: string;
  readonly text: string;
}

/** Tests one pattern at a time. The page ends the worker when an answer takes too long. */
addEventListener('message', ({ data: { id, source, flags, text } }: MessageEvent<Order>) => {
  postMessage({ id, start: true });
  let match = false;
  try {
    match = new RegExp(source, flags).test(text);
  } catch {
    // A pattern that this browser does not know matches nothing.
  }
  postMessage({ id, match });
});
