/** The check character of an ORCID iD: ISO/IEC 7064 MOD 11-2 over its first fifteen digits. */
export function orcidCheck(digits: string): string {
  let total = 0;
  for (const digit of digits) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return check === 10 ? 'X' : String(check);
}

/** Writes an iD with or without its address as `0000-0002-1825-0097`; another text is returned as it is. */
export const orcidOf = (text: string): string => {
  const bare = text
    .trim()
    .replace(/^https?:\/\/orcid\.org\//i, '')
    .replaceAll('-', '')
    .toUpperCase();
  return /^\d{15}[\dX]$/.test(bare) ? (bare.match(/.{4}/g) ?? []).join('-') : text.trim();
};

export const isOrcid = (text: string): boolean =>
  /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(text) && orcidCheck(text.replaceAll('-', '').slice(0, 15)) === text.at(-1);
