import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { bookEntries, zipOf } from '../support/epub-maker.ts';

const WHO = ['医生', '船长', '祖父', '书生', '邻居', '守夜人', '掌柜', '学生', '老人', '姑娘'];
const DOES = ['望着', '推开', '写下', '翻阅', '守护', '放下', '询问', '点燃', '离开', '听见'];
const WHAT = ['账本', '车站', '树影', '棋盘', '码头', '铜镜', '灯火', '书页', '雪地', '钟声'];
const HOW = ['慢慢地', '悄悄', '许久之后', '不由得', '终于', '渐渐', '再一次', '忽然', '天亮以前', '此时此刻'];
const TAIL = ['。', '，窗外的雨还没有停。', '，心里却明白一切都已不同。', '——这是他后来才知道的事。', '；远处传来断断续续的声音。', '！'];

/** The same seed gives the same book on every machine. */
function generator(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export interface BookPlan {
  readonly title: string;
  readonly chapters: number;
  /** Minimum number of characters of each chapter; it may be slightly exceeded. */
  readonly characters: number;
  /** One picture of noise per chapter, about 300 KB and incompressible. */
  readonly pictures?: boolean;
  /** Vertical text with columns from right to left. */
  readonly vertical?: boolean;
  /** A first document that is only a cover of one page. */
  readonly cover?: boolean;
  /** XHTML appended to the text of a chapter, by its one-based number. */
  readonly extra?: (chapter: number) => string;
}

/** Creates a Chinese novel: returns the archive and its number of characters. */
export async function makeBook(plan: BookPlan): Promise<{ epub: Uint8Array; characters: number }> {
  const random = generator(plan.title.length * 7919 + plan.chapters);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  const chapters: Record<string, string> = {};
  let characters = 0;
  if (plan.cover) chapters['c0000.xhtml'] = `<h1>${plan.title}</h1><p>测试 著</p>`;
  for (let number = 1; number <= plan.chapters; number++) {
    const paragraphs: string[] = [];
    for (let length = 0; length < plan.characters; ) {
      let text = '';
      for (let sentences = 2 + Math.floor(random() * 4); sentences > 0; sentences--)
        text += pick(HOW) + pick(WHO) + pick(DOES) + pick(WHAT) + pick(TAIL);
      length += text.length;
      characters += text.length;
      paragraphs.push(`<p>${text}</p>`);
    }
    chapters[`c${String(number).padStart(4, '0')}.xhtml`] =
      `<h1>第${number}章</h1>${paragraphs.join('\n')}${plan.extra?.(number) ?? ''}${plan.pictures ? `<p><img src="p${number}.png" alt="第${number}幅" width="320" height="320"/></p>` : ''}`;
  }
  const head = '<link rel="stylesheet" href="book.css"/>';
  const files: Record<string, string | Uint8Array> = { 'book.css': `h1{text-align:center}${plan.vertical ? 'html{writing-mode:vertical-rl}' : ''}` };
  if (plan.pictures) for (let number = 1; number <= plan.chapters; number++) files[`p${number}.png`] = await noise();
  return { epub: await zipOf(bookEntries({ title: plan.title, creators: ['测试'], language: 'zh', chapters, head, files })), characters };
}

const SIDE = 320;
const noise = (): Promise<Uint8Array> =>
  sharp(randomBytes(SIDE * SIDE * 3), { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
