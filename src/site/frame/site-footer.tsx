import { Link } from 'react-router-dom';

const GROUPS = [
  [
    '读书',
    [
      ['/cms/main/cmsReadingCenter', '阅读中心'],
      ['/cms/main/cmsReadingCenter?view=picks', '编辑精选'],
      ['/cms/main/classification', '分类'],
      ['/cms/main/search', '搜索'],
    ],
  ],
  [
    '学者与资讯',
    [
      ['/cms/main/cmsScholarHouse', '学者馆'],
      ['/cms/main/information', '学者资讯'],
      ['/cms/main/contest', '大赛'],
      ['/cms/main/DigitalTeachingMaterials', '数字教材'],
      ['/cms/main/cmsPeriodical', '期刊投稿'],
      ['/cms/main/wechatAccount', '公众号排行'],
      ['/cms/main/message', '作者留言'],
    ],
  ],
  [
    '关于',
    [
      ['/cms/main/cmsAbout', '关于我们'],
      ['/cms/main/cmsIntroduction', '平台介绍'],
      ['/cms/main/cmsLogoPage', '书舟的标志'],
      ['/cms/main/notice', '通知公告'],
    ],
  ],
] as const;

/** The foot of every page from 768 px on; a phone has these links under 我的 and in search. */
export const SiteFooter = () => (
  <footer className="site-footer">
    <div className="measure">
      <p className="site-footer-name">
        <b>书舟</b>
        启明外语音像出版社的数字阅读平台。翻开就读，断网也能接着读。
      </p>
      {GROUPS.map(([title, links]) => (
        <nav key={title} aria-label={title}>
          <h2>{title}</h2>
          {links.map(([to, name]) => (
            <Link key={to} to={to}>
              {name}
            </Link>
          ))}
        </nav>
      ))}
    </div>
  </footer>
);
