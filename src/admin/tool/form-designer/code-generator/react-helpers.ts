/** Functions that a generated component needs, each written once. */
export const REACT_HELPERS = {
  isEmpty: `const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);`,
  includes: `const includes = (value: unknown, wanted: unknown): boolean =>
  Array.isArray(value) ? value.includes(wanted) : typeof value === 'string' && value.includes(String(wanted));`,
  compare: `/** NaN where the values cannot be compared, so that every comparison is false. */
const compare = (value: unknown, wanted: string | number): number => {
  if (typeof value === 'number' && typeof wanted === 'number') return value - wanted;
  if (typeof value !== 'string' || typeof wanted !== 'string' || value === '') return Number.NaN;
  return value < wanted ? -1 : value > wanted ? 1 : 0;
};`,
  day: `const toDay = (value: unknown, format: string): Dayjs | null =>
  typeof value === 'string' && value !== '' ? dayjs(value, format) : null;`,
  days: `const toDays = (value: unknown, format: string): [Dayjs, Dayjs] | null =>
  Array.isArray(value) && value.length === 2 ? [dayjs(String(value[0]), format), dayjs(String(value[1]), format)] : null;
const fromDays = (days: (Dayjs | null)[] | null, format: string): string[] | null =>
  days ? days.map((day) => day?.format(format) ?? '') : null;`,
  files: `const addresses = (value: unknown): unknown =>
  Array.isArray(value)
    ? (value as UploadFile<{ url?: string }>[]).map(({ uid, name, url, response }) => ({ uid, name, url: response?.url ?? url }))
    : [];`,
  checkFile: `function checkFile(file: File, limit: { bytes: number; words: string; accept: string }): boolean | string {
  const accepted =
    limit.accept === '' ||
    limit.accept.split(',').some((part) => {
      const wanted = part.trim().toLowerCase();
      if (wanted.startsWith('.')) return file.name.toLowerCase().endsWith(wanted);
      return wanted.endsWith('/*') ? file.type.startsWith(wanted.slice(0, -1)) : file.type === wanted;
    });
  if (file.size > limit.bytes) void message.error(\`文件大小超过 \${limit.words}\`);
  else if (!accepted) void message.error(\`应该选择\${limit.accept}类型的文件\`);
  else return true;
  return Upload.LIST_IGNORE;
}`,
} as const;

export type ReactHelper = keyof typeof REACT_HELPERS;
