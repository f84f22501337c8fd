import type { Media } from './media.ts';
import type { Target } from './path.ts';

/** A resource of a document that readers will not get. */
export interface Loss {
  readonly address: string;
  /** A Chinese clause that follows the address. */
  readonly why: string;
}

const NAMES: Readonly<Record<string, string>> = {
  img: '图片',
  image: '图片',
  poster: '图片',
  input: '图片',
  audio: '声音',
  video: '影片',
  source: '媒体',
  track: '字幕',
  object: '嵌入的对象',
  embed: '嵌入的对象',
  iframe: '嵌入的网页',
  style: '样式里用到的文件',
};
const ADDRESS_LENGTH = 120;
const LOCAL = /^\s*(file:|[a-z]:[\\/]|\\\\)/i;

/** Returns the name of a lost element for an editor: 图片“a.emf”（船）. */
export function lossWords(kind: string, { address, why }: Loss, label: string): string {
  const shown = address.length > ADDRESS_LENGTH ? `${address.slice(0, ADDRESS_LENGTH)}…` : address;
  return `里的${NAMES[kind] ?? '文件'}“${shown}”${label ? `（${label.slice(0, 40)}）` : ''}${why}`;
}

export interface NotedLoss {
  readonly kind: string;
  readonly loss: Loss;
  readonly label: string;
}

/** Collects the losses of one document, as its elements open and close. */
export class LossLog {
  readonly list: NotedLoss[] = [];
  /** Open elements with several sources: one supported source is enough. */
  readonly #choices: { readonly depth: number; readonly from: number; isMet: boolean }[] = [];
  readonly #around: Around;

  constructor(around: Around) {
    this.#around = around;
  }

  open(kind: string, depth: number): void {
    if (/^(picture|audio|video)$/.test(kind)) this.#choices.push({ depth, from: this.list.length, isMet: false });
  }

  close(depth: number): void {
    if (this.#choices.at(-1)?.depth !== depth) return;
    const choice = this.#choices.pop();
    if (choice?.isMet) this.list.splice(choice.from);
  }

  note(kind: string, address: string, target: Target, label: string): void {
    if (kind === 'use' || kind === 'mpath') return;
    const loss = lossOf(kind, address, target, this.#around);
    const choice = this.#choices.at(-1);
    if (loss) this.list.push({ kind, loss, label });
    else if (choice && kind !== 'poster' && kind !== 'track' && address.trim() !== '') choice.isMet = true;
  }
}

interface Around {
  has(path: string): boolean;
  media(path: string, said: string): Media | null;
  insteadOf(path: string): string;
}

/** Returns why the target of an address is not available to readers; null when it is. */
export function lossOf(kind: string, address: string, target: Target, { has, media, insteadOf }: Around): Loss | null {
  if (address.trim() === '' || target.kind === 'here' || target.kind === 'data') return null;
  if (target.kind === 'web' || /^\s*[\\/]{2}[^\\/]/.test(address)) return { address, why: '在别的网站上，没有随书带来；请把文件放进书里' };
  if (LOCAL.test(address)) return { address, why: '是编辑电脑上的路径，没有随书带来；请把文件放进书里' };
  if (target.kind === 'refused') return { address, why: '的地址不能使用；请把文件放进书里' };
  const path = insteadOf(target.path);
  if (!has(path)) return { address, why: '不在压缩包里' };
  const made = media(path, '');
  if (made === null || isAttachment(made))
    return { address, why: `是浏览器不能${/^(audio|video|source)$/.test(kind) ? '播放' : '显示'}的格式；请换成${advised(kind)}` };
  return null;
}

/** Stored as a target of links; it cannot be shown inside a page. */
const isAttachment = ({ kind, type }: Media): boolean => kind === 'other' && /^(application|text)\//.test(type) && type !== 'text/vtt';

const advised = (kind: string): string =>
  ({ audio: 'MP3', video: 'MP4（H.264）', source: 'MP3或MP4', img: 'PNG、JPEG或SVG', image: 'PNG、JPEG或SVG', style: 'PNG、JPEG或WOFF2' })[kind] ??
  '常用的格式';
