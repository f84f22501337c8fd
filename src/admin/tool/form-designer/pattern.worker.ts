interface Question {
  readonly patterns: readonly { readonly source: string; readonly flags: string }[];
  readonly text: string;
}

/** Answers with the index of the first pattern that does not match, or -1. */
addEventListener('message', ({ data }: MessageEvent<Question>) => {
  postMessage(data.patterns.findIndex(({ source, flags }) => !new RegExp(source, flags).test(data.text)));
});
