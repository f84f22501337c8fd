import { Unbroken } from '../frame/unbroken.tsx';

interface Props {
  readonly journalId: number;
  readonly name: string;
  readonly cover: string;
  readonly label?: string;
}

/** The cover of a journal: its picture, or its name in type on a colour that its id chooses. */
export function JournalCover({ journalId, name, cover, label = '' }: Props) {
  if (cover) return <img className="periodical-cover" src={`/prod-api${cover}`} alt="" loading="lazy" width={96} height={128} />;
  return (
    <span className="periodical-cover periodical-drawn" data-hue={journalId % 5} aria-hidden="true">
      <b>{name}</b>
      <small>
        <Unbroken text={label} />
      </small>
    </span>
  );
}
