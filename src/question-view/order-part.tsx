import { useState, type KeyboardEvent } from 'react';
import { displayOrder } from '../../contract/textbook/display-order.ts';
import type { KeyPart, ShownPart } from '../../contract/textbook/question-kind.ts';
import { Mark } from './question-result.tsx';
import type { PartProps } from './part-props.ts';
import { Html, plainText, Stem } from './stem.tsx';

type Order = Extract<ShownPart, { kind: 'order' }>;

/** Moves an id to a place. */
export function moved(ids: readonly string[], id: string, place: number): string[] {
  const rest = ids.filter((one) => one !== id);
  return [...rest.slice(0, place), id, ...rest.slice(place)];
}

/** An order: tap an item and then the place; space picks and arrows move; or a select box with the place. */
export function OrderPart({
  shown,
  answer,
  onChange,
  disabled,
  order,
  judged,
  keyPart,
}: PartProps<Order, readonly string[], Extract<KeyPart, { kind: 'order' }>>) {
  const [picked, setPicked] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const byId = new Map(shown.items.map((item) => [item.id, item]));
  const start = (order === '' ? shown.items : displayOrder(shown.items, order)).map(({ id }) => id);
  const ids = answer ?? start;
  const move = (id: string, place: number): void => {
    if (place < 0 || place >= ids.length) return;
    onChange(moved(ids, id, place));
    setSaid(`${plainText(byId.get(id)?.html ?? '')}，第${place + 1}位`);
  };
  const tap = (id: string, at: number): void => {
    if (picked === null) return setPicked(id);
    if (picked !== id) move(picked, at);
    return setPicked(null);
  };
  const press = (event: KeyboardEvent, id: string, at: number): void => {
    if (picked !== id || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(id, event.key === 'ArrowUp' ? at - 1 : at + 1);
  };
  return (
    <div className="question-order">
      <span className="question-kind">排序</span>
      <Stem html={shown.stem} />
      <p className="question-note">点一项，再点它的新位置；键盘用空格选中，用上下键移动。</p>
      <ol>
        {ids.map((id, at) => (
          <li key={id}>
            <button
              type="button"
              className="question-item"
              disabled={disabled}
              aria-pressed={picked === id}
              onClick={() => tap(id, at)}
              onKeyDown={(event) => press(event, id, at)}
            >
              <span className="question-letter">{at + 1}</span> <Html html={byId.get(id)?.html ?? ''} />
            </button>
            <select aria-label={`第${at + 1}项的位置`} value={at} disabled={disabled} onChange={(event) => move(id, Number(event.target.value))}>
              {ids.map((_one, place) => (
                <option key={ids[place]} value={place}>
                  第{place + 1}位
                </option>
              ))}
            </select>
            {judged && keyPart ? (
              <Mark right={keyPart.order[at] === id} word={keyPart.order[at] === id ? '正确' : `应在第${keyPart.order.indexOf(id) + 1}位`} />
            ) : null}
          </li>
        ))}
      </ol>
      {keyPart ? <p className="question-key">正确顺序：{keyPart.order.map((id) => plainText(byId.get(id)?.html ?? '')).join(' → ')}</p> : null}
      {answer === null && !disabled ? (
        <button type="button" className="question-plain" onClick={() => onChange(start)}>
          就是这个顺序
        </button>
      ) : null}
      <output className="question-hidden">{said}</output>
    </div>
  );
}
