import { useEntries } from '../../dictionary/entries.ts';
import { type BrowseFilter, changed, PRICES } from './browse-filter.ts';
import { Chip } from './chip.tsx';

const LANGUAGES = 'publish_publication_language';

/** The fields 价格 and 语言: in the sheet on a phone, in a row where there is room. */
export function FilterFields({ filter, choose }: { filter: BrowseFilter; choose: (filter: BrowseFilter) => void }) {
  const languages = useEntries(LANGUAGES);
  return (
    <>
      <fieldset className="filter-field" aria-label="价格">
        <p className="filter-name">价格</p>
        <div>
          {PRICES.map(([value, name]) => (
            <Chip key={value} name={name} on={(filter.price ?? '') === value} pick={() => choose(changed(filter, { price: value || undefined }))} />
          ))}
        </div>
      </fieldset>
      {languages.length > 0 ? (
        <fieldset className="filter-field" aria-label="语言">
          <p className="filter-name">语言</p>
          <div>
            <Chip name="不限" on={!filter.language} pick={() => choose(changed(filter, { language: undefined }))} />
            {languages.map(({ value, label }) => (
              <Chip key={value} name={label} on={filter.language === value} pick={() => choose(changed(filter, { language: value }))} />
            ))}
          </div>
        </fieldset>
      ) : null}
    </>
  );
}
