/** Title of a page of search results. */
export const searchTitle = (keyword: string): string => `搜索“${keyword}”`;
