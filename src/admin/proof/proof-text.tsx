import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ProofMark } from '../../../contract/proof/proof.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { manuscriptText } from '../../manuscript-text/manuscript-text.ts';
import { placeMarks, selectedIn, type NewPlace } from '../../proof-sheet/mark-places.ts';

interface Props {
  readonly archiveId: number;
  readonly marks: readonly ProofMark[];
  readonly shown: number | null;
  readonly pageCharacters: number;
  readonly onSelect: (place: NewPlace) => void;
  readonly onShow: (markId: number) => void;
}

/** The online text with its marks; a selection becomes the place of a new mark. */
export function ProofText({ archiveId, marks, shown, pageCharacters, onSelect, onShow }: Props) {
  const root = useRef<HTMLElement>(null);
  const found = useQuery(manuscriptText(archiveId));
  const content = found.data?.content ?? '';
  useEffect(() => {
    if (!root.current) return;
    // The text comes from the server's sanitiser.
    root.current.innerHTML = content;
    placeMarks(root.current, marks);
    const all = root.current.querySelectorAll<HTMLElement>('.proof-place');
    for (const place of all) place.classList.toggle('on', Number(place.dataset['mark']) === shown);
    [...all].find((place) => place.classList.contains('on'))?.scrollIntoView({ block: 'center' });
  }, [content, marks, shown]);
  if (found.isError && !found.data) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active title={false} paragraph={{ rows: 12 }} />;
  if (content === '') return <p className="soft">没有在线正文，也没有校样。请先请排版上传校样PDF。</p>;
  const take = () => {
    const selected = root.current && selectedIn(root.current);
    if (selected)
      onSelect({ quote: selected.quote.slice(0, 300), context: selected.context, page: Math.floor(selected.before / pageCharacters) + 1, place: '' });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the text is selected, and its marks are in the list too
    <section
      ref={root}
      className="proof-paper"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the text scrolls
      tabIndex={0}
      aria-label="校样正文，选中文字后加记号"
      onMouseUp={take}
      onKeyUp={take}
      onClick={({ target }) => {
        const markId = Number((target as HTMLElement).closest<HTMLElement>('.proof-place')?.dataset['mark']);
        if (markId) onShow(markId);
      }}
    />
  );
}
