/** Digits of an integer that a spreadsheet keeps; it replaces later digits with zeros. */
const EXACT_DIGITS = 15;
/** Formats that depend on the locale of the program: shown here as dates in the usual format. */
const BY_COUNTRY = /^(mm-dd-yy|m\/d\/yy|d-mmm-yy|d-mmm|mmm-yy|m\/d\/yy\s*("h"|h):mm)$/i;
const LITERALS = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g;

/** A number with so many digits that the last ones are lost. */
export const isInexact = (value: number): boolean => Number.isInteger(value) && Math.abs(value) >= 10 ** EXACT_DIGITS;

/** Returns whether a number format shows dates or times. */
export const isDateFormat = (format: string): boolean => /[ymdhs]|上午|下午|aaa/i.test(format.replace(/General/i, '').replace(LITERALS, ''));

/** Returns a number as a spreadsheet shows it in a format. */
export function shownNumber(value: number, format: string | undefined): string {
  const sections = (format ?? 'General').split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  const own = value < 0 && sections.length > 1 ? sections[1] : value === 0 && sections.length > 2 ? sections[2] : sections[0];
  const section = (own ?? '').replace(/\[(?:[a-z]+\d*|[<>=]+-?[\d.]+|\$-[^\]]*)\]/gi, '').replace(/\[\$([^\]-]*)[^\]]*\]/g, '"$1"');
  const size = value < 0 && sections.length > 1 ? -value : value;
  if (section === '' || /^(General|@)$/i.test(section)) return plainNumber(size);
  if (/[?#0]\s*\/\s*[?#\d]/.test(section.replace(LITERALS, ''))) return plainNumber(size);
  return patterned(size, section);
}

/** Removes the rounding noise of binary fractions. */
function plainNumber(value: number): string {
  const text = String(Number(value.toPrecision(EXACT_DIGITS)));
  return text.includes('e') ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }) : text;
}

/** Literals and digit placeholders: `"第"000"号"`, `000-00000000`, `#,##0.00`, `0%`. */
function patterned(value: number, section: string): string {
  const tokens: readonly string[] = section.match(/"[^"]*"|\\.|_.|\*.|[0#?.,%]|E[+-]0+|[^"\\]/gi) ?? [];
  const places = tokens.filter((token) => /^[0#?]$/.test(token));
  if (places.length === 0) return literal(tokens, value);
  const exponent = tokens.find((token) => /^E[+-]/i.test(token));
  const point = tokens.indexOf('.');
  const decimals = point < 0 ? 0 : tokens.slice(point).filter((token) => /^[0#?]$/.test(token)).length;
  if (exponent) return value.toExponential(decimals).replace('e', 'E');
  const lastPlace = tokens.findLastIndex((token) => /^[0#?]$/.test(token));
  const thousands = tokens.slice(lastPlace + 1).filter((token) => token === ',').length;
  const grouped = tokens.slice(0, lastPlace).includes(',');
  const percent = tokens.filter((token) => token === '%').length;
  const scaled = Math.abs(value) * 100 ** percent * 1000 ** -thousands;
  const [whole = '', fraction = ''] = rounded(scaled, decimals).split('.');
  const before = tokens.slice(0, point < 0 ? tokens.length : point);
  const after = point < 0 ? [] : tokens.slice(point + 1);
  return `${value < 0 ? '-' : ''}${integer(before, whole === '0' ? '' : whole, grouped)}${behind(after, fraction)}`;
}

/** `toFixed` rounds 1.005 down because of its binary form; a spreadsheet rounds the decimal value it shows. */
const rounded = (value: number, decimals: number): string => Number(`${Math.round(Number(`${value}e${decimals}`))}e-${decimals}`).toFixed(decimals);

const text = (token: string): string =>
  token.startsWith('"') ? token.slice(1, -1) : token.startsWith('\\') ? token.slice(1) : /^[_*]./.test(token) ? '' : token;

const literal = (tokens: readonly string[], value: number): string => (value < 0 ? '-' : '') + tokens.map(text).join('');

/** Digits fill the placeholders from the right; remaining digits go before the first placeholder. */
function integer(tokens: readonly string[], digits: string, grouped: boolean): string {
  let rest = digits;
  let made = '';
  let left = tokens.filter((token) => /^[0#?]$/.test(token)).length;
  let count = 0;
  const put = (digit: string): void => {
    if (grouped && count > 0 && count % 3 === 0 && /\d/.test(digit)) made = `,${made}`;
    made = digit + made;
    count += 1;
  };
  for (const token of tokens.toReversed()) {
    if (!/^[0#?]$/.test(token)) {
      // A literal between unfilled placeholders is not shown.
      if (token !== ',' && (left === 0 || rest !== '' || tokens.some((one) => one === '0') || count === 0)) made = text(token) + made;
      continue;
    }
    left -= 1;
    const digit = rest.slice(-1);
    rest = rest.slice(0, -1);
    if (digit !== '') put(digit);
    else if (token === '0') put('0');
    if (left > 0) continue;
    for (const over of [...rest].toReversed()) put(over);
    rest = '';
  }
  return made;
}

function behind(tokens: readonly string[], fraction: string): string {
  if (!tokens.some((token) => /^[0#?]$/.test(token))) return tokens.map(text).join('');
  let at = 0;
  let made = '';
  let tail = '';
  for (const token of tokens) {
    if (!/^[0#?]$/.test(token)) tail += token === ',' ? '' : text(token);
    else {
      const digit = fraction[at++] ?? '';
      if (token === '0' || /[1-9]/.test(fraction.slice(at - 1))) made += digit;
    }
  }
  return (made ? `.${made}` : '') + tail;
}

const TOKEN =
  /"([^"]*)"|\\(.)|\[\$[^\]]*\]|\[(h+|m+|s+)\]|\[[^\]]*\]|_.|\*.|y{1,4}|e+|m{1,5}|d{1,4}|a{3,4}|h{1,2}|s{1,2}(\.0+)?|AM\/PM|A\/P|上午\/下午|[^"\\]/gi;
const WEEKDAYS = '日一二三四五六';
const ENGLISH_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const two = (value: number): string => String(value).padStart(2, '0');

/** Returns a date or time as a spreadsheet shows it. Its fields are in UTC, as the spreadsheet library returns them. */
export function shownDate(value: Date, format: string | undefined): string {
  const plain = value.toISOString().slice(0, 19).replace('T', ' ');
  const own = (format ?? '').split(';')[0] ?? '';
  if (own === '' || BY_COUNTRY.test(own.trim()) || !isDateFormat(own)) return plain.replace(' 00:00:00', '');
  const tokens = [...own.matchAll(TOKEN)];
  const half = tokens.some(([token]) => /^(AM\/PM|A\/P|上午\/下午)$/i.test(token));
  const isHour = (token: string | undefined): boolean => /^\[?h/i.test(token ?? '');
  const letters = tokens.map(([token]) => token).filter((token) => /^(\[?[ymdhs]|e|a{3})/i.test(token));
  let at = -1;
  return tokens
    .map(([token, quoted, escaped]) => {
      if (quoted !== undefined || escaped !== undefined) return quoted ?? escaped ?? '';
      if (/^(\[?[ymdhs]|e|a{3})/i.test(token)) at += 1;
      const isMinute = /^\[?m{1,2}\]?$/i.test(token) && (isHour(letters[at - 1]) || /^\[?s/i.test(letters[at + 1] ?? ''));
      return dated(value, token.toLowerCase(), { isMinute, half });
    })
    .join('')
    .trim();
}

function dated(value: Date, token: string, { isMinute, half }: { isMinute: boolean; half: boolean }): string {
  const hours = value.getUTCHours();
  const clock = half ? hours % 12 || 12 : hours;
  if (isMinute) return token.length > 1 ? two(value.getUTCMinutes()) : String(value.getUTCMinutes());
  if (/^y{1,2}$/.test(token)) return two(value.getUTCFullYear() % 100);
  if (/^(y{3,4}|e+)$/.test(token)) return String(value.getUTCFullYear());
  const month = value.getUTCMonth();
  const name = MONTHS[month] ?? '';
  const weekday = value.getUTCDay();
  const shown: Readonly<Record<string, string>> = {
    m: String(month + 1),
    mm: two(month + 1),
    mmm: name.slice(0, 3),
    mmmm: name,
    mmmmm: name.slice(0, 1),
    d: String(value.getUTCDate()),
    dd: two(value.getUTCDate()),
    ddd: (ENGLISH_DAYS[weekday] ?? '').slice(0, 3),
    dddd: ENGLISH_DAYS[weekday] ?? '',
    aaa: WEEKDAYS[weekday] ?? '',
    aaaa: `星期${WEEKDAYS[weekday] ?? ''}`,
    h: String(clock),
    hh: two(clock),
    'am/pm': hours < 12 ? 'AM' : 'PM',
    'a/p': hours < 12 ? 'A' : 'P',
    '上午/下午': hours < 12 ? '上午' : '下午',
  };
  if (shown[token] !== undefined) return shown[token];
  if (token.startsWith('s')) return token.startsWith('ss') ? two(value.getUTCSeconds()) : String(value.getUTCSeconds());
  if (/^\[h+\]$/.test(token)) return String(Math.floor((value.getTime() - Date.UTC(1899, 11, 30)) / 3_600_000));
  return /^(\[|_.|\*.)/.test(token) ? '' : token;
}
