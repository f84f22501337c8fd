/** Family and given name of a person, for citations and for systems that file people by their family name. */
export interface NameParts {
  readonly family: string;
  readonly given: string;
  /** Written in letters, so that the family name is set apart by a comma or in capitals. */
  readonly western: boolean;
}

/** Surnames of two characters. */
export const COMPOUND_SURNAMES: readonly string[] = (
  '欧阳 司马 上官 诸葛 东方 皇甫 令狐 慕容 公孙 长孙 万俟 澹台 司徒 司空 夏侯 端木 独孤 南宫 轩辕 宇文 百里 呼延 闻人 单于 申屠 公冶 太史 钟离 鲜于 ' +
  '淳于 赫连 拓跋 贺兰 叔孙 濮阳 乐正 西门 公羊 东郭 尉迟 第五 梁丘 左丘 东门 南门 谷梁 宰父 漆雕 壤驷 公良 巫马 公西 仲孙 亓官 仉督 子车 颛孙'
).split(' ');
const COMPOUND = new Set(COMPOUND_SURNAMES);

/** Particles that belong to the family name that follows them. */
const PARTICLES = new Set(['van', 'von', 'de', 'der', 'den', 'da', 'di', 'del', 'della', 'la', 'le', 'du', 'dos', 'bin', 'ibn', 'al', 'ter', 'ten']);
const HAN = /^\p{Script=Han}/u;

/**
 * Splits a name into family and given name. `Family, Given` is taken as written; a Chinese name by its surname of one or two characters; a
 * foreign name in Chinese characters with a dot (`简·史密斯`) stays whole, because Chinese citations print it so; in another name the family
 * name is the last word, with the particles before it.
 */
export function nameParts(name: string): NameParts {
  const text = name.trim().replaceAll(/\s+/g, ' ');
  if (HAN.test(text)) {
    if (/[·•・．]/.test(text)) return { family: text, given: '', western: false };
    const characters = [...text.replaceAll(' ', '')];
    const two = characters.slice(0, 2).join('');
    const length = characters.length > 2 && COMPOUND.has(two) ? 2 : 1;
    return { family: characters.slice(0, length).join(''), given: characters.slice(length).join(''), western: false };
  }
  const comma = text.indexOf(',');
  if (comma > 0) return { family: text.slice(0, comma).trim(), given: text.slice(comma + 1).trim(), western: true };
  const words = text.split(' ');
  let at = words.length - 1;
  while (at > 1 && PARTICLES.has((words[at - 1] ?? '').toLowerCase().replace(/-$/, ''))) at -= 1;
  return { family: words.slice(at).join(' '), given: words.slice(0, at).join(' '), western: true };
}

interface Named {
  readonly name: string;
  readonly family?: string | undefined;
  readonly given?: string | undefined;
}

/** The parts of a person: as written in the data, or from the name. */
export const partsOf = ({ name, family = '', given = '' }: Named): NameParts =>
  family === '' ? nameParts(name) : { family, given, western: !HAN.test(family) };

/** `SMITH J Q`: the form of GB/T 7714—2015, 8.1.1; a Chinese name is printed as it is. */
export function citedName(person: Named): string {
  const { family, given, western } = partsOf(person);
  if (!western) return person.name;
  const initials = given
    .split(/[\s.]+/)
    .filter(Boolean)
    .map((word) =>
      word
        .split('-')
        .filter(Boolean)
        .map((part) => ([...part][0] ?? '').toUpperCase())
        .join('-'),
    );
  return [family.toUpperCase(), ...initials].join(' ');
}

/** `Family, Given`, for RIS, BibTeX and Highwire tags; a Chinese name is also filed by its family name. */
export function filedName(person: Named): string {
  const { family, given } = partsOf(person);
  return given === '' ? family : `${family}, ${given}`;
}
