import type { ShownBlock } from '../../contract/content/program-block.ts';
import type { FirstText, SitePart } from '../http/site-part.ts';
import { newsLink } from './information-subject.ts';
import { noticeLink } from './notice-subject.ts';

/** The links of the blocks of the home page that belong to this area. */
function linksOfBlock(block: ShownBlock): NonNullable<FirstText['links']> {
  switch (block.source) {
    case 'notice':
      return block.notices.map(noticeLink);
    case 'information':
      return block.news.map(newsLink);
    default:
      return [];
  }
}

export const homeLists: NonNullable<SitePart['lists']> = {
  'GET /cms/block/queryBlocks': (blocks: readonly ShownBlock[]) => blocks.flatMap(linksOfBlock),
};
