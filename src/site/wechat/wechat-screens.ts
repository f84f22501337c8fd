/** The ranking and one article, in one file: visitors go from one to the other. */
export { ArticleScreen } from './article.screen.tsx';
export { RankScreen } from './rank.screen.tsx';
