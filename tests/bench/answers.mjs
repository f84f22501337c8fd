// F23: 100 000 answers of a class, right and wrong, of every blank type; then answers of 500 signs that are hard to compare, and patterns of many
// stars. Usage: node tests/bench/answers.mjs
import pairs from 'opencc-js/dict/TSCharacters';
import { simplifiedCharacters } from '../../contract/reading/simplified-characters.ts';
import { matchBlank } from '../../contract/textbook/answer/match-blank.ts';

const ANSWERS = 100_000;
const LEAST_PER_SECOND = 200_000;
const MOST_MS = 1;
const simplified = simplifiedCharacters(pairs);
const key = (text, more = {}) => ({ share: 10_000, text, ...more });
const blank = (type, keys, more = {}) => ({ id: 'b', type, keys, ...more });

const SAMPLES = [
  [blank('text', [key('鲁迅')]), 'zh', ['鲁迅', '鲁迅。', '“鲁迅”', '老舍', '魯迅']],
  [blank('text', [key('colour'), { ...key('color'), share: 5_000 }]), 'en', ['Color', 'colour ', 'colr', 'ｃｏｌｏｕｒ', 'shade']],
  [blank('text', [key('渡口、桥')]), 'zh', ['渡口，桥', '渡口桥', '渡口、 桥', '桥、渡口', '渡口']],
  [blank('text', [key('じゅぎょう')]), 'ja', ['じゅぎょう', 'しゅぎょう', 'ジュギョウ', '授業', 'じゅぎょう。']],
  [blank('text', [key('rock ’n’ roll')]), 'en', ["rock 'n' roll", 'Rock ‘n’ Roll', 'rock and roll', 'rock', "rock'n'roll"]],
  [blank('number', [{ share: 10_000, value: '12.5', tolerance: '0.1' }]), 'zh', ['12.5', '１２．５', '12.61', '25/2', '十二点五']],
  [blank('pinyin', [key('lǜsè')]), 'zh', ['lv4se4', 'lǜsè', 'lvse', 'lu:4 se4', 'hóngsè']],
];

function run(count) {
  let right = 0;
  for (let at = 0; at < count; at++) {
    const [sample, language, answers] = SAMPLES[at % SAMPLES.length];
    if (matchBlank(answers[Math.floor(at / SAMPLES.length) % answers.length], sample, language, simplified).share > 0) right += 1;
  }
  return right;
}

run(ANSWERS);
const times = [];
let right = 0;
for (let at = 0; at < 5; at++) {
  const before = performance.now();
  right = run(ANSWERS);
  times.push(performance.now() - before);
}
const best = Math.min(...times);
const perSecond = Math.round((ANSWERS / best) * 1000);

const long = (unit) => unit.repeat(Math.ceil(500 / unit.length)).slice(0, 500);
const HARD = [
  [blank('text', [key(`${'*'.repeat(50)}b`, { pattern: true })]), long('a')],
  [blank('text', [key('*a'.repeat(50) + '*b', { pattern: true })]), long('a')],
  [blank('text', [key(`*${'a'.repeat(249)}b*`, { pattern: true })]), long('a')],
  [blank('text', [key('灯')], { rules: { punct: 'outer' } }), '('.repeat(250) + ')'.repeat(250)],
  [blank('text', [key('灯')], { rules: { punct: 'outer' } }), long('"')],
  [blank('text', [key('灯')]), long('é ')],
  [blank('text', [key('灯')]), long('。— ')],
  [blank('text', [key('灯')]), long('國')],
  [blank('number', [{ share: 10_000, value: '1' }]), long('9')],
  [blank('number', [{ share: 10_000, value: '1' }]), `1${',234'.repeat(124)}`],
  [blank('number', [{ share: 10_000, value: '1' }]), long('1 ')],
  [blank('number', [{ share: 10_000, value: '1' }]), long('一百')],
  [blank('pinyin', [key('lǜsè')]), long('a')],
  [blank('pinyin', [key('lǜsè')]), long('ā')],
];
let slowest = 0;
for (const [sample, answer] of HARD) {
  const times = [];
  for (let at = 0; at < 50; at++) {
    const before = performance.now();
    matchBlank(answer, sample, 'zh', simplified);
    times.push(performance.now() - before);
  }
  slowest = Math.max(slowest, times.toSorted((a, b) => a - b)[25]);
}
console.log(
  `${ANSWERS} answers (${right} right): ${perSecond} a second; slowest of ${HARD.length} answers of 500 signs: ${slowest.toFixed(3)} ms in the median`,
);
if (perSecond < LEAST_PER_SECOND || slowest > MOST_MS) process.exit(1);
