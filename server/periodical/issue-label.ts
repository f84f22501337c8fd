/** 2026年第5期, with the volume when the journal counts them. */
export const issueLabel = ({ year, volume, issueNo }: { readonly year: number; readonly volume: number; readonly issueNo: number }): string =>
  `${year}年${volume > 0 ? `第${volume}卷` : ''}第${issueNo}期`;

/** 12-18, or 12 for one page; empty before pages are set. */
export const pagesOf = ({ pageStart, pageEnd }: { readonly pageStart: number; readonly pageEnd: number }): string =>
  pageStart === 0 ? '' : pageEnd > pageStart ? `${pageStart}-${pageEnd}` : String(pageStart);
