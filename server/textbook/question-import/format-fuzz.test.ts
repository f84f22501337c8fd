import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PizZip from 'pizzip';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { questionKey, shownQuestion } from '../../../contract/textbook/question-schema.ts';
import { makeDocx, paragraph, run } from '../../../tests/support/docx-maker.ts';
import { randomOf } from '../../../tests/support/flow-tree.ts';
import { limit } from '../../../tests/support/machine-speed.ts';
import { mutatedBytes, mutatedText, mutatedXml, type RandomBelow } from '../../../tests/support/mutated-text.ts';
import { randomQuestion } from '../../../tests/support/random-question.ts';
import { AppError } from '../../http/app-error.ts';
import { MOODLE_END, MOODLE_HEAD, moodleChapter, moodleQuestion } from '../question-export/moodle-xml.format.ts';
import { qtiItems } from '../question-export/qti2.format.ts';
import { checkedQuestion } from './checked-question.format.ts';
import { parsedQuestions, type ParsedFile } from './question-formats.parser.ts';
import { QuestionMedia } from './question-media.format.ts';
import type { ImportLine } from './read-question.format.ts';

/** Files of each format; IMPORT_FUZZ_FILES=10000 for a long run, IMPORT_FUZZ_SEED for one of its own. */
const FILES = Number(process.env['IMPORT_FUZZ_FILES'] ?? 500);
const SEED = Number(process.env['IMPORT_FUZZ_SEED'] ?? 1);
/** Of so many files of a text format one is a zip. */
const ZIPS_EVERY = 10;
const LONG = { timeout: limit(60_000 + FILES * 200) };
const SIZE = 9_000;

const random = (seed: number): RandomBelow => {
  const next = randomOf(seed);
  return (most) => Math.floor(next() * most);
};
const NONE = new Map();
const SIGNS = [
  '<',
  '>',
  '</',
  '/>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '&',
  '&amp;',
  '&nbsp;',
  '&#0;',
  '&#x1F600;',
  '<?xml',
  '<!DOCTYPE a>',
  '<!ENTITY',
  '"',
  "'",
  '@@PLUGINFILE@@/',
  'data:image/png;base64,AAAA',
  'https://x/a.png',
  '<img src="',
  '<file name="a.png" encoding="base64">',
  '\\(',
  '\\)',
  '\\[x^2\\]',
  '{1:SA:=',
  '{1:MC:',
  '~%50%',
  '}',
  '[[1]]',
  '[[99]]',
  '_____',
  'fraction="',
  '33.33333',
  '-100',
  'NaN',
  '1e999',
  'Infinity',
  'type="',
  'single',
  'multiple',
  'ordered',
  '<value>',
  '<mapEntry mapKey="A" mappedValue="1"/>',
  '<and>',
  '<not>',
  '<or>',
  'index="1"',
  'continue="Yes"',
  'Add',
  'Subtract',
  'xmlns:x="y"',
  'x:',
  '<div>',
  '</p>',
  '<script>',
  '<math>',
  '<table>',
  '一、',
  '二、多项选择题（每题2分）',
  '1.',
  '（1）',
  'A.',
  'B、',
  '答案：',
  '解析：',
  '（ A ）',
  '（√）',
  '____',
  '参考答案',
  '1-5 ABCDA',
  '\0',
  '\u200b',
  '\ufeff',
  '\ud800',
  '😀',
  '\ue1fd',
  '\ufdd0',
  '\ufffc',
  '字'.repeat(200),
  '<a>'.repeat(70),
  '\n',
  '\r\n',
] as const;

const next = random(99);
const questions = Array.from({ length: 12 }, () => ({ code: 'Q', chapter: '章', tags: ['词'], difficulty: 4, content: randomQuestion(next, 'qti') }));
const MOODLE = `${MOODLE_HEAD}${moodleChapter('第一章')}${questions.map((one) => moodleQuestion(one, NONE).xml).join('')}
<question type="cloze"><name><text>填</text></name><questiontext format="html"><text><![CDATA[<p>首都{2:SHORTANSWER:=北京#对~%50%北平}，{1:NM:=2:0.1}，{1:MC:甲~=乙}<img src="@@PLUGINFILE@@/a.png"></p>]]></text><file name="a.png" path="/" encoding="base64">iVBORw0KGgo=</file></questiontext></question>
<question type="gapselect"><name><text>选</text></name><questiontext><text>[[1]]和[[2]]</text></questiontext><selectoption><text>甲</text><group>1</group></selectoption><selectoption><text>乙</text><group>1</group></selectoption></question>${MOODLE_END}`;
const QTI2 = questions.map((one, at) => qtiItems(one, at, NONE).items[0]?.xml ?? '');
const GAP = `<assessmentItem identifier="g"><responseDeclaration identifier="R" cardinality="multiple" baseType="directedPair"><correctResponse><value>A G</value></correctResponse></responseDeclaration><itemBody><gapMatchInteraction responseIdentifier="R"><gapText identifier="A">甲</gapText><gapText identifier="B">乙</gapText><p>这是<gap identifier="G"/></p></gapMatchInteraction></itemBody><responseProcessing template="x/match_correct"/></assessmentItem>`;
const label = (ident: string, text: string) =>
  `<response_label ident="${ident}"><material><mattext texttype="text/html">${text}</mattext></material></response_label>`;
const QTI1 = `<questestinterop><assessment title="测验"><section>${[
  'multiple_choice_question',
  'multiple_answers_question',
  'short_answer_question',
  'numerical_question',
  'matching_question',
  'fill_in_multiple_blanks_question',
  '',
]
  .map(
    (type, at) =>
      `<item ident="i${at}" title="题"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${type}</fieldentry></qtimetadatafield><qtimetadatafield><fieldlabel>points_possible</fieldlabel><fieldentry>5</fieldentry></qtimetadatafield></itemmetadata><presentation><material><mattext texttype="text/html">&lt;p&gt;题[x]&lt;img src="a.png"&gt;&lt;/p&gt;</mattext></material>${
        /short|numerical/.test(type)
          ? '<response_str ident="r" rcardinality="Single"><render_fib fibtype="Decimal"/></response_str>'
          : `<response_lid ident="r" rcardinality="${/answers/.test(type) ? 'Multiple' : type === '' ? 'Ordered' : 'Single'}"><material><mattext>x</mattext></material><render_choice>${label('a', '甲')}${label('b', '乙')}</render_choice></response_lid>`
      }</presentation><resprocessing><outcomes><decvar maxvalue="100" varname="SCORE"/></outcomes><respcondition continue="No"><conditionvar><or><varequal respident="r">a</varequal><and><vargte respident="r">1</vargte><varlte respident="r">2</varlte></and></or><not><varequal respident="r">b</varequal></not></conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing><itemfeedback ident="general_fb"><material><mattext>解</mattext></material></itemfeedback></item>`,
  )
  .join('')}</section></assessment></questestinterop>`;
const PAPER =
  '试卷\n一、单选题（每题2分）\n1. 几点开？（B）\nA. 五点　B. 六点\n解析：见课文。\n2、题 A. 甲 B. 乙\n答案：A\n二、判断题\n（1）对吗？（×）\n三、填空题（每空1分）\n1．____和（　　）\n答案：甲；乙|丙\n四、简答\n1. 写（6分）\n参考答案\n一、选择\n1-2 BA\n';

const CHINESE = /[\u4e00-\u9fff]/;

/** What is wrong with what was read: each line has a place and Chinese words, and the editor can save each question again. */
async function faultsOf(file: ParsedFile): Promise<unknown[]> {
  const lines: ImportLine[] = [...file.lines];
  const media = new QuestionMedia(file.mediaOf ?? (() => null), '/profile/upload/2026/01/31/', async () => undefined);
  const faults: unknown[] = [];
  const places = new Set<string>();
  for (const question of file.questions) {
    const { place, content, problems } = checkedQuestion(await media.placedIn(question, lines));
    if (places.has(place)) faults.push({ twice: place });
    places.add(place);
    if (!content && !lines.some((line) => line.place === place && line.severity === 'rejected')) faults.push({ place, silent: true });
    faults.push(...problems.filter((problem) => !CHINESE.test(problem)));
    if (!content || problems.length > 0) continue;
    const { error } = z.object({ shown: shownQuestion, key: questionKey }).safeParse(content);
    const html = JSON.stringify([content.shown, content.key.explanation]);
    if (error || /<script|<[^>]*\sonerror=/.test(html) || JSON.stringify(content).includes('\\u0000')) faults.push({ error, content });
  }
  faults.push(...lines.filter(({ place, what, advice }) => place === '' || !CHINESE.test(what) || (advice !== '' && !CHINESE.test(advice))));
  return faults;
}

/** Reads a file as the process of its own does; it is read or rejected in words. */
async function expectSound(bytes: Buffer, name: string, folder: string, place: string): Promise<void> {
  const read = await parsedQuestions({ bytes, name, language: 'zh', folder }).catch((error: unknown) => error);
  if (read instanceof AppError) expect(read.message, place).toMatch(CHINESE);
  else if (read instanceof Error) throw new Error(`${place}: ${read.stack ?? ''}`);
  else expect(await faultsOf(read as ParsedFile), place).toEqual([]);
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-fuzz-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test.each([
  ['Moodle XML', [MOODLE], 11],
  ['QTI 2', [...QTI2, GAP], 12],
  ['QTI 1.2', [QTI1], 13],
  ['papers', [PAPER], 14],
] as const)('§21 mutated files of %s are read or rejected with place and words', LONG, async (name, bases, seed) => {
  const below = random(SEED + seed);
  for (let at = 0; at < FILES; at += 1) {
    const base = bases[at % bases.length]!;
    // Every other file of XML stays XML, so that more than the reader of XML is tried.
    const text =
      at % 2 === 0 && base.includes('</')
        ? mutatedXml(base, SIGNS, below)
        : mutatedText(base, bases[below(bases.length)]!, SIGNS, Math.max(SIZE, base.length + 2_000), below);
    await expectSound(Buffer.from(text), 'a.xml', '', `${name}, seed ${SEED}, file ${at}`);
  }
});

test('§21 mutated packages and documents are read or rejected with place and words', LONG, () =>
  inFolder(async (folder) => {
    const below = random(SEED + 15);
    const document = await makeDocx(PAPER.split('\n').map((line) => paragraph(run(line))));
    for (let at = 0; at < FILES / ZIPS_EVERY; at += 1) {
      const place = `zip, seed ${SEED}, file ${at}`;
      if (at % 3 === 0) {
        await expectSound(mutatedBytes(document, below), 'a.docx', folder, place);
        continue;
      }
      const zip = new PizZip();
      zip.file(
        'imsmanifest.xml',
        mutatedText(
          '<manifest><resources><resource type="imsqti_item_xmlv2p1" href="a.xml"><file href="a.xml"/></resource></resources></manifest>',
          GAP,
          SIGNS,
          SIZE,
          below,
        ),
      );
      zip.file('a.xml', mutatedText(QTI2[at % QTI2.length]!, GAP, SIGNS, SIZE, below));
      zip.file('b/c.xml', mutatedText(QTI1, GAP, SIGNS, QTI1.length, below));
      const bytes = zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' });
      await expectSound(at % 3 === 1 ? bytes : mutatedBytes(bytes, below), 'a.zip', folder, place);
    }
  }),
);
