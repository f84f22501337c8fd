import { RANK_PATH, type RankChoice } from '../../../contract/wechat/wechat.site.ts';

/** Returns the address of a ranking, with an account card open if there is one. */
export function rankPath({ periodType, periodStart, domainId }: RankChoice, accountId?: number): string {
  const query = new URLSearchParams();
  if (periodType !== 'week') query.set('periodType', periodType);
  if (periodStart !== undefined) query.set('periodStart', periodStart);
  if (domainId !== undefined) query.set('domainId', String(domainId));
  if (accountId !== undefined) query.set('accountId', String(accountId));
  return query.size > 0 ? `${RANK_PATH}?${query}` : RANK_PATH;
}

export const articlePath = (articleId: number): string => `/cms/main/wechatArticle/${articleId}`;
