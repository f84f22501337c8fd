interface ChoiceProps<T extends Record<string, { name: string }>> {
  label: string;
  options: T;
  value: keyof T;
  choose: (key: keyof T & string) => void;
  styleOf?: (key: keyof T & string) => React.CSSProperties;
}

/** A choice between a few options, side by side. */
export function Choice<T extends Record<string, { name: string }>>({ label, options, value, choose, styleOf }: ChoiceProps<T>) {
  return (
    <div className="look-row" role="radiogroup" aria-label={label}>
      <span aria-hidden="true">{label}</span>
      <span className="look-segments">
        {keysOf(options).map((key) => (
          <label key={key} style={styleOf?.(key)}>
            <input type="radio" name={label} checked={value === key} onChange={() => choose(key)} />
            {options[key]?.name}
          </label>
        ))}
      </span>
    </div>
  );
}

export const keysOf = <T extends object>(object: T): (keyof T & string)[] => Object.keys(object) as (keyof T & string)[];
