import { Descriptions } from 'antd';
import type { ReactNode } from 'react';
import { KIND_NAMES } from '../../../contract/manuscript/manuscript-limits.ts';
import { PAY_MODE_NAMES, RESULT_NAMES } from '../../../contract/topic/topic-rules.ts';
import type { TopicDetail } from '../../../contract/topic/topic.ts';
import { groupedYuan, yuan } from '../../../contract/money.ts';
import './topic.css';

const inYuan = (fen: number): string => `¥ ${groupedYuan(fen)}`;
const copies = (count: number): string => (count > 0 ? `${count.toLocaleString('zh-CN')} 册` : '—');

/** The key figures of a topic in one line. */
export function TopicFigures({
  one,
}: {
  one: { readonly planPriceFen: number; readonly planPrintRun: number; readonly costFen: number; readonly breakEven: number };
}) {
  const short = one.breakEven > 0 && one.planPrintRun > 0 && one.planPrintRun < one.breakEven;
  return (
    <dl className="topic-figures">
      <div>
        <dt>拟定价</dt>
        <dd>{inYuan(one.planPriceFen)}</dd>
      </div>
      <div>
        <dt>首印</dt>
        <dd>{copies(one.planPrintRun)}</dd>
      </div>
      <div>
        <dt>固定成本</dt>
        <dd>{inYuan(one.costFen)}</dd>
      </div>
      <div>
        <dt>保本印数</dt>
        <dd className={short ? 'late' : one.breakEven > 0 ? 'good' : ''}>{copies(one.breakEven)}</dd>
      </div>
    </dl>
  );
}

export function Competitors({
  rows,
}: {
  rows: readonly { readonly title: string; readonly publisher: string; readonly priceFen: number; readonly sales: number }[];
}) {
  if (rows.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the table scrolls sideways on a phone
    <section className="topic-table" tabIndex={0} aria-label="同类书">
      <table>
        <thead>
          <tr>
            <th scope="col">同类书</th>
            <th scope="col">出版者</th>
            <th scope="col">定价（元）</th>
            <th scope="col">两年销量（册）</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.title}>
              <th scope="row">{row.title}</th>
              <td>{row.publisher || '—'}</td>
              <td>{yuan(row.priceFen)}</td>
              <td>{row.sales > 0 ? row.sales.toLocaleString('zh-CN') : '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The declaration form, to be read and printed. `level` is the level of its headings. */
export function TopicFacts({ detail, level = 3 }: { detail: TopicDetail; level?: 2 | 3 }) {
  const { topic, incomeFen, hearings } = detail;
  const Heading = level === 2 ? 'h2' : 'h3';
  const texts: readonly (readonly [string, string])[] = [
    ['作者简介', topic.authorIntro],
    ['内容简介', topic.contentIntro],
    ['选题意义', topic.significance],
    ['目录大纲', topic.outline],
    ['读者对象', topic.targetReaders],
    ['市场分析', topic.marketAnalysis],
  ];
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['作者', topic.authorNames],
    ['类型', KIND_NAMES[topic.kind]],
    ['申报人', topic.declarerName],
    ['丛书', topic.series],
    ['稿件', topic.archiveTitle || '组稿，尚无稿件'],
    ['计划字数', topic.planWordCount > 0 ? `${topic.planWordCount} 千字` : ''],
    ['页数、开本', [topic.planPages > 0 ? `${topic.planPages} 页` : '', topic.planFormat].filter(Boolean).join('，')],
    ['计划出版', topic.planPublishDate],
    ['单册成本', inYuan(topic.unitCostFen)],
    ['发货折扣', `${topic.discountBp / 100}%`],
    ['付酬', `${PAY_MODE_NAMES[topic.payMode]}${topic.royaltyBp > 0 ? `，版税率 ${topic.royaltyBp / 100}%` : ''}`],
    ['首印售完收入', incomeFen > 0 ? inYuan(incomeFen) : ''],
    [
      '重大选题',
      topic.isMajor === '1' ? `${topic.majorCategory || '类别未选'}；${topic.recordNo ? `备案号 ${topic.recordNo}` : '尚未取得备案号'}` : '否',
    ],
    ['版权情况', topic.translationRights],
    ['备注', topic.remark],
  ];
  return (
    <div className="topic-facts">
      <TopicFigures one={topic} />
      <Descriptions
        bordered
        size="small"
        column={{ xs: 1, md: 2 }}
        items={facts.filter(([, value]) => value !== '').map(([label, children]) => ({ key: label, label, children }))}
      />
      {texts
        .filter(([, text]) => text !== '')
        .map(([label, text]) => (
          <section key={label}>
            <Heading>{label}</Heading>
            <p className="topic-text">{text}</p>
          </section>
        ))}
      <Competitors rows={topic.competitors} />
      {hearings.length > 0 ? (
        <section>
          <Heading>论证</Heading>
          <ul className="topic-hearings">
            {hearings.map((one) => (
              <li key={one.sessionId}>
                <strong>{one.title}</strong> <span className="soft">{one.meetingTime.slice(0, 16)}</span>
                {one.result === '' ? <span className="soft"> 待论证</span> : ` ${RESULT_NAMES[one.result]}`}
                {one.result === '' ? null : (
                  <span className="soft">
                    {' '}
                    赞成 {one.tally.for}，反对 {one.tally.against}，弃权 {one.tally.abstain}
                  </span>
                )}
                {one.opinion ? <p className="topic-text">{one.opinion}</p> : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
