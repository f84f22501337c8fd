export const isChinese = (text: string): boolean => /[\u3400-\u9fff]/.test(text);

/**
 * Breaks a long title at ：or ，, then after 的 与 和, else into lines of equal length; Latin text breaks between words. Each line keeps the
 * direction of the title.
 */
export function breakTitle(title: string, most: number): string[] {
  const [, way, text = '', end] = /^([\u2066\u2067])(.*)(\u2069)$/.exec(title) ?? [];
  if (way) return breakTitle(text, most).map((line) => way + line + end);
  if (!isChinese(title)) return words(title.replace(/(?<=\p{L})'(?=\p{L})/gu, '’'), most * 2);
  const parts = title.split(/(?<=[：，])/);
  if (parts.length > 1)
    return parts.flatMap((part) => (part.length > most + 1 ? breakTitle(part.replace(/[：，]$/, ''), most) : [part.replace(/[：，]$/, '')]));
  const letters = [...title];
  const joint = letters.findIndex(
    (c, i) => '的与和在是'.includes(c) && i >= 1 && i < letters.length - 2 && i < most && letters.length - i - 1 <= most,
  );
  if (letters.length > most && joint > 0) return [letters.slice(0, joint + 1).join(''), letters.slice(joint + 1).join('')];
  const size = Math.ceil(letters.length / Math.ceil(letters.length / most));
  const lines: string[] = [];
  for (let i = 0; i < letters.length; i += size) lines.push(letters.slice(i, i + size).join(''));
  return lines;
}

function words(title: string, most: number): string[] {
  const lines = [''];
  for (const word of title.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length > most && lines.at(-1)) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
