import { newPartId, type QuestionContent } from '../../../textbook/question/question.service.ts';

/** Questions of kinds that a row of the template cannot hold: passages, numbers with units, pinyin, blanks by choice. */

const choice = (html: string) => ({ id: newPartId(), html });

export function writingMore(): QuestionContent[] {
  const [p, q, r, b, c] = Array.from({ length: 5 }, newPartId);
  const [right, wrong, other] = [choice('人流这个说法站不住'), choice('人流这个说法成立'), choice('数得还不够')];
  const percent = newPartId();
  const pinyin = newPartId();
  return [
    {
      points: 600,
      shown: {
        kind: 'passage',
        stem: '<p>二十一天，过江四千一百零六人，走左边的两千零九十八，走右边的两千零八。</p>',
        plays: 0,
        parts: [
          { id: p ?? '', points: 200, kind: 'fill', stem: `<p>走左边的比走右边的多[[${b}]]人。</p>`, blanks: [{ id: b ?? '', type: 'number' }] },
          { id: q ?? '', points: 200, kind: 'single', stem: '<p>这个结果说明什么？</p>', options: [right, wrong, other] },
          { id: r ?? '', points: 200, kind: 'judge', stem: '<p>小宋最看好的说法被数没了，所以这个结果不用写进论文。</p>' },
        ],
      },
      key: {
        kind: 'passage',
        explanation: '<p>写进去，省得下一个人再蹲二十一天。</p>',
        transcript: '',
        parts: {
          [p ?? '']: {
            kind: 'fill',
            explanation: '<p>2098 − 2008 = 90</p>',
            policy: 'each',
            language: 'zh',
            blanks: [{ id: b ?? '', keys: [{ share: 10_000, value: '90' }] }],
          },
          [q ?? '']: { kind: 'single', explanation: '', right: [right.id] },
          [r ?? '']: { kind: 'judge', explanation: '', right: false },
        },
      },
    },
    {
      points: 200,
      shown: {
        kind: 'fill',
        stem: `<p>九个摊里有七个在左边，左边占全部的[[${percent}]]（写分数或百分数）。</p>`,
        blanks: [{ id: percent, type: 'number' }],
      },
      key: {
        kind: 'fill',
        explanation: '<p>7 ÷ 9 ≈ 77.8%</p>',
        policy: 'each',
        language: 'zh',
        blanks: [{ id: percent, keys: [{ share: 10_000, value: '7/9', tolerance: '0.005' }] }],
      },
    },
    {
      points: 100,
      shown: { kind: 'fill', stem: `<p>给“渡口”注音：[[${pinyin}]]</p>`, blanks: [{ id: pinyin, type: 'pinyin' }] },
      key: { kind: 'fill', explanation: '', policy: 'each', language: 'zh', blanks: [{ id: pinyin, keys: [{ share: 10_000, text: 'dùkǒu' }] }] },
    },
    { points: 0, shown: { kind: 'text', stem: '<p>下一讲开始前，请把你划掉了词的题目带来。</p>' }, key: { kind: 'text', explanation: '' } },
    {
      points: 200,
      shown: { kind: 'fill', stem: `<p>从渡口到学校约 1.2 公里，换成米是[[${c}]]。（写上单位）</p>`, blanks: [{ id: c ?? '', type: 'number' }] },
      key: {
        kind: 'fill',
        explanation: '',
        policy: 'each',
        language: 'zh',
        blanks: [
          {
            id: c ?? '',
            keys: [{ share: 10_000, value: '1200' }],
            number: {
              unit: 'required',
              units: [
                { name: 'm', factor: '1' },
                { name: '米', factor: '1' },
              ],
            },
          },
        ],
      },
    },
  ];
}

export function stationMore(): QuestionContent[] {
  const [a, b] = [newPartId(), newPartId()];
  const [ni, de, made] = [choice('に'), choice('で'), choice('まで')];
  const [ga, wo, no] = [choice('が'), choice('を'), choice('の')];
  return [
    {
      points: 400,
      shown: {
        kind: 'fill',
        stem: `<p>私は小さな<ruby>駅<rt>えき</rt></ruby>[[${a}]]いました。ボタン[[${b}]]押しました。</p>`,
        blanks: [
          { id: a, type: 'choice', choices: [ni, de, made] },
          { id: b, type: 'choice', choices: [ga, wo, no] },
        ],
      },
      key: {
        kind: 'fill',
        explanation: '<p>存在的场所用に，动作的对象用を。</p>',
        policy: 'each',
        language: 'ja',
        blanks: [
          { id: a, keys: [{ share: 10_000, text: ni.id }] },
          { id: b, keys: [{ share: 10_000, text: wo.id }] },
        ],
      },
    },
  ];
}

export function morningMore(): QuestionContent[] {
  const sounds = ['hum', 'mutter', 'scream'].map((text) => ({ id: newPartId(), text }));
  const [a, b, c] = sounds.map(({ id }) => `[[${id}]]`);
  return [
    {
      points: 300,
      shown: {
        kind: 'fill',
        stem: `<p>The three sounds of the kettle, in any order: to ${a}, to ${b} and to ${c} (the base forms).</p>`,
        blanks: sounds.map(({ id }) => ({ id, type: 'text' })),
      },
      key: {
        kind: 'fill',
        explanation: '<p>“First it hums, then it mutters, and then it screams.”</p>',
        policy: 'each',
        language: 'en',
        blanks: sounds.map(({ id, text }) => ({ id, group: 'sounds', keys: [{ share: 10_000, text }] })),
      },
    },
  ];
}
