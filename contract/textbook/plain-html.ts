const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** The text of a short piece of sanitised HTML; a blank of a stem is a line. */
export const plainOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (all, name: string) => NAMED[name] ?? all)
    .replace(/\[\[\w+\]\]/g, '____')
    .replace(/\s+/g, ' ')
    .trim();
