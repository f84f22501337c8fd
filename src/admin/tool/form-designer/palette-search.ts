import { PALETTE, type PaletteEntry } from '../../../../contract/workflow/form-palette.ts';

/** Pinyin initials of the names in the palette, for its search. */
const INITIALS: Readonly<Record<string, string>> = {
  input: 'dhwb',
  textarea: 'dhwb',
  password: 'mm',
  number: 'jsq',
  'rich-text': 'bjq',
  select: 'xlxz',
  cascader: 'jlxz',
  radio: 'dxkz',
  checkbox: 'dxkz',
  switch: 'kg',
  slider: 'hk',
  time: 'sjxz',
  'time-range': 'sjfw',
  date: 'rqxz',
  'date-range': 'rqfw',
  rate: 'pf',
  color: 'ysxz',
  upload: 'sc',
  row: 'hrq',
  button: 'an',
  table: 'bg',
  repeat: 'mxb',
  text: 'smwz',
  divider: 'fgx',
  signature: 'sxqm',
};

/** Returns the components whose name, tag or pinyin initials contain the text. */
export function searchPalette(text: string): readonly PaletteEntry[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return PALETTE;
  return PALETTE.filter(
    ({ name, tag, tagIcon }) =>
      name.includes(wanted) || tag.includes(wanted) || tagIcon.includes(wanted) || (INITIALS[tagIcon] ?? '').startsWith(wanted),
  );
}
