import type { TargetKind } from '../comment/comment-target.service.ts';
import { publicArticleTitles } from './article.queries.ts';

export const articleComments: TargetKind = {
  async find(db, ids) {
    const rows = await publicArticleTitles(db, ids);
    return new Map(rows.map(({ id, title }) => [id, { title, link: `/cms/main/wechatArticle/${id}`, ownerId: null }]));
  },
};
