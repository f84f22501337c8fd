import type { RankView } from '../../../contract/wechat/rank.ts';
import { fullDate } from '../../format/date.ts';
import { count } from '../../format/number.ts';

type Period = NonNullable<RankView['period']>;

const PARTS: readonly (readonly [name: string, share: string, of: string])[] = [
  ['整体', '60%', '全部文章的日均数'],
  ['篇均', '20%', '每篇文章的平均数'],
  ['头条', '10%', '头条文章的日均数'],
  ['峰值', '10%', '各项最高的一篇'],
];

/** How the ranking was computed: counts, formula, cut-off and corrections. */
export function RankMethod({ period }: { period: Period }) {
  const { accountNum, articleNum, heldNum, cutOff, publishTime, formulaVersion, revision, revisions } = period;
  return (
    <section className="wechat-method" aria-labelledby="rank-method">
      <h2 id="rank-method">这个榜怎么算</h2>
      <p>
        本期计入 {count(accountNum)} 个公众号的 {count(articleNum)} 篇文章，按传播指数 WCI 排名。数据截止 {fullDate(cutOff)} {cutOff.slice(11, 16)}
        ，那以后的增长不计入，已经发布的榜单也不再改变。
        {heldNum > 0 ? `另有 ${heldNum} 个公众号的数据正在核对，本期没有列入。` : ''}
      </p>
      <dl className="wechat-parts">
        {PARTS.map(([name, share, of]) => (
          <div key={name}>
            <dt>
              {name} <b>{share}</b>
            </dt>
            <dd>{of}</dd>
          </div>
        ))}
      </dl>
      <p className="wechat-formula" lang="en">
        WCI = (0.6 O + 0.2 A + 0.1 H + 0.1 P)² × 12
      </p>
      <p>
        O、A、H、P 依次是上面四项，每一项都取 0.70 ln(阅读+1) + 0.09 ln(10×在看+1) + 0.06 ln(10×点赞+1) + 0.15 ln(10×分享+1)。阅读超过 10 万的按
        100,001 计。
      </p>
      <p className="meta">
        公式 {formulaVersion} · {revision > 1 ? `第${revision}版` : '初版'} · {fullDate(publishTime)}发布
      </p>
      {revisions.length > 0 ? (
        <>
          <h3>修订说明</h3>
          <ul className="wechat-revisions">
            {revisions.map((one) => (
              <li key={one.revision}>
                第{one.revision}版（{fullDate(one.publishTime)}）：{one.note}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
