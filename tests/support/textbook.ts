import sharp from 'sharp';
import { chapterDocument, type BookParts } from './epub-maker.ts';
import { ENGLISH, softHyphened } from './english-samples.ts';
import { oneGlyphFont } from './font-maker.ts';

/** A private-use character that only the book's own font draws, this many ems wide. */
export const OWN_GLYPH = '\ue5e5';
export const OWN_GLYPH_EMS = 3;

const LINE = '江上起了雾，船都不出港，灯在雾里走，像有人提着它慢慢走过去，没有人说话，也没有人回头，只看着那盏灯越走越远。';
const WIDE = [
  '<table style="margin-left:2em"><tr><td style="white-space:nowrap">注1）</td><td><p>TEXT</p><img src="wide.png" width="606" height="200" alt="图"/></td></tr></table>',
  '<table style="width:100%;margin-left:2em"><tr><td>TEXT</td></tr></table>',
  '<table style="width:100%;margin:1em 3em"><tr><td>TEXT</td><td>TEXT</td></tr></table>',
  '<blockquote><table border="1" width="600"><tr><td>TEXT</td><td>TEXT</td></tr></table></blockquote>',
  '<ol><li>TEXT<table style="width:340px;margin-left:1em"><tr><td>TEXT</td><td>TEXT</td></tr></table></li></ol>',
  '<div style="width:100%;margin-left:2em;border-left:2px solid">TEXT</div>',
  '<div style="width:100%;padding:0 1em;box-sizing:content-box">TEXT</div>',
  '<p style="width:100%;margin:0 2em">TEXT</p>',
  '<div style="border:30px solid;width:342px;box-sizing:content-box"><p>TEXT</p></div>',
  '<div style="min-width:500px"><p>TEXT</p></div>',
  '<p style="transform:translateX(40px)">TEXT</p>',
  '<p style="margin-right:-3em">TEXT</p>',
  '<pre style="margin-left:3em;width:100%">one line of a listing that is longer than the whole line of a page on a phone, by far</pre>',
  '<p style="white-space:pre">another line that may not be broken anywhere and is longer than the line of a page</p>',
  '<p><span style="display:inline-block;width:600px;border:1px solid">TEXT</span></p>',
  '<p><span style="white-space:nowrap">a part that may not be broken, and is longer than the whole line of a phone</span></p>',
  `<table style="margin:0 2em"><tr>${'<td style="white-space:nowrap">a cell of words</td>'.repeat(8)}</tr></table>`,
  `<p><math xmlns="http://www.w3.org/1998/Math/MathML"><mrow>${'<mi>x</mi><mo>+</mo>'.repeat(12)}<mi>y</mi></mrow></math></p>`,
  '<p><img src="wide.png" style="width:100%;margin:0 2em" alt="图"/></p>',
  '<div style="display:flex"><div style="flex:none;width:270px">TEXT</div><div>TEXT</div></div>',
].map((one) => one.replaceAll('TEXT', LINE));

const TALL = '<p><img src="tall.png" alt="长图"/></p>';

/** A book with the blocks, controls and links that textbooks have and novels do not. Its chapters are named after their subjects. */
export async function textbook(): Promise<BookParts & { chapters: Record<string, string> }> {
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#9ab' } })
      .png()
      .toBuffer();
  const zaozi = '<style>@font-face{font-family:"zaozi";src:url(zaozi.ttf)}';
  return {
    title: '练习册',
    chapters: {
      'wide.xhtml': `<h1>宽</h1>${WIDE.join('')}`,
      'lists.xhtml': chapterDocument(
        '清单',
        `<h1>清单</h1><ol id="ten">${`<li>${LINE}</li>`.repeat(12)}</ol><ul id="dots"><li>${LINE}</li></ul>`,
        '<style>*{margin:0;padding:0}</style>',
      ),
      'columns.xhtml': `<h1>竖排块</h1><p>${LINE}</p><div id="across" style="writing-mode:vertical-rl;height:18em">${`<p>${LINE}</p>`.repeat(60)}</div><p>完。</p>`,
      'floats.xhtml': `<h1>绕排</h1><div id="right" style="float:right;width:270px;margin:0 0 1em 1em"><img src="wide.png" width="270" alt="图"/><p>图</p></div><p id="beside">${LINE}</p>${`<p>${LINE}</p>`.repeat(4)}
<div id="next" style="float:left;width:75%"><p>${LINE}</p></div><p>${LINE}</p><div id="two" style="columns:2"><p>${LINE}</p></div><p><img id="small" src="wide.png" width="60" style="float:left" alt="小图"/>${LINE}</p>`,
      'tall.xhtml': `<h1>长图</h1>${TALL}`,
      'own1.xhtml': chapterDocument(
        '造字一',
        `<p>写作“<b id="own">${OWN_GLYPH}</b>”。</p>`,
        `${zaozi}body{font-family:"宋体","zaozi",serif}</style>`,
      ),
      'own2.xhtml': chapterDocument('造字二', `<p>写作“<b id="own">${OWN_GLYPH}</b>”。</p>`, `${zaozi}p{font-family:"宋体","zaozi",serif}</style>`),
      'own3.xhtml': chapterDocument('造字三', `<p>写作“<b id="own" class="z">${OWN_GLYPH}</b>”。</p>`, `${zaozi}.z{font-family:"zaozi"}</style>`),
      'controls.xhtml': `<h1>控件</h1><p><audio src="tone.wav" controls="controls"></audio></p><p><label id="label"><input type="checkbox" id="check"/> 对</label></p>
<p><select id="select"><option>甲</option><option>乙</option></select></p><p><input type="text" id="field" size="6"/></p><details id="details"><summary id="summary">看答案</summary>${`<p>${LINE}</p>`.repeat(40)}</details><p>${LINE}</p>`,
      'english.xhtml': `<h1 lang="en">English</h1><div lang="en">${ENGLISH.map((one) => `<p>${softHyphened(one)}</p>`).join('')}</div>`,
      'unbroken.xhtml': `<h1 lang="en">English</h1><div lang="en">${ENGLISH.map((one) => `<p>${one}</p>`).join('')}</div>`,
      'quoted.xhtml': `<h1>引文</h1><p id="quoted">“Don’t”—she said.</p><p id="narrow" lang="en" style="width:8em">${ENGLISH[2]}</p><p id="chinese">${LINE}</p>`,
      'links.xhtml': `<h1>链接</h1><p><a id="thumb" href="tall.png"><img src="wide.png" width="80" alt="点开大图"/></a></p><p><a id="pdf" href="doc.pdf">附件</a>，<a id="extra" href="extra.xhtml">附录</a>，
<a id="gone" href="gone.xhtml">没有的文件</a>，<a id="nowhere" href="tall.xhtml#nowhere">没有的锚点</a>。</p>`,
    },
    files: {
      'wide.png': await picture(606, 200),
      'tall.png': await picture(340, 3000),
      'zaozi.ttf': oneGlyphFont(OWN_GLYPH.codePointAt(0) ?? 0, OWN_GLYPH_EMS),
      'tone.wav': new Uint8Array(44),
      'doc.pdf': new TextEncoder().encode('%PDF-1.4'),
      'extra.xhtml': chapterDocument('附录', '<h1>附录</h1><p id="only">这一页不在阅读顺序里。</p>'),
    },
    entries: {},
  };
}
