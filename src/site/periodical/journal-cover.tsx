interface Props {
  readonly name: string;
  readonly cover: string;
  readonly label?: string;
}

/** The cover of a journal: its picture, or its name in type on a colour of its own. */
export function JournalCover({ name, cover, label = '' }: Props) {
  if (cover) return <img className="periodical-cover" src={`/prod-api${cover}`} alt="" loading="lazy" width={96} height={128} />;
  const hue = [...name].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 5;
  return (
    <span className="periodical-cover periodical-drawn" data-hue={hue} aria-hidden="true">
      <b>{name}</b>
      <small>{label}</small>
    </span>
  );
}
