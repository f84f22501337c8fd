import type { ArticleView } from '../../contract/wechat/article.ts';
import type { RankView } from '../../contract/wechat/rank.ts';
import { RANK_PATH } from '../../contract/wechat/wechat.site.ts';
import { description, paragraphsOf, schemaTime, type PageSubject, type SitePart, type SubjectPage } from '../http/site-part.ts';
import { articleAddresses } from './article.service.ts';

const articleSubject = (one: ArticleView): PageSubject => ({
  head: { title: one.title, description: description(one.digest || one.content) },
  text: { byline: `${one.accountName} · ${one.publishTime.slice(0, 10)}`, paragraphs: [one.digest, ...paragraphsOf(one.content)] },
  thing: {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: one.title,
    author: { '@type': 'Organization', name: one.accountName },
    datePublished: schemaTime(one.publishTime),
  },
});

/** Places of the ranking that search engines read. */
const LISTED = 10;

const rankSubject = ({ period, places }: RankView, { publicUrl }: SubjectPage): PageSubject =>
  period === null
    ? {}
    : {
        thing: {
          '@context': 'https://schema.org',
          '@type': 'ItemList',
          name: `公众号排行 ${period.periodStart} 至 ${period.periodEnd}`,
          numberOfItems: period.accountNum,
          itemListElement: places.slice(0, LISTED).map(({ rank, accountId, accountName }) => ({
            '@type': 'ListItem',
            position: rank,
            name: accountName,
            url: `${publicUrl}${RANK_PATH}?accountId=${accountId}`,
          })),
        },
      };

export const wechatSite: SitePart = {
  subjects: { 'GET /cms/wechat/article/getInfo/{id}': articleSubject, 'GET /cms/wechat/queryRank': rankSubject },
  siteMap: [{ table: 'wechatArticle', pages: articleAddresses }],
};
