import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Modal, Radio, Skeleton } from 'antd';
import { epubSheet, type EpubSheet as Sheet } from '../../../contract/composition/composition.ts';
import { SPLIT_NAMES, SPLITS, type EpubRecipe, type Split } from '../../../contract/composition/epub-recipe.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';

interface Props {
  readonly compositionId: number;
  readonly title: string;
  readonly onBuild: (recipe: EpubRecipe) => Promise<unknown>;
  readonly onClose: () => void;
}

/** The import sheet: what was found in the final text, how it is split, and the parts above the chapters. */
export function EpubSheet({ compositionId, title, onBuild, onClose }: Props) {
  const [split, setSplit] = useState<Split | undefined>();
  const [parts, setParts] = useState<EpubRecipe['parts'] | null>(null);
  const [busy, setBusy] = useState(false);
  const found = useQuery({
    ...queryOf(epubSheet, { params: { compositionId }, query: split === undefined ? {} : { split } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { data: sheet } = found;
  const chosen = parts ?? sheet?.recipe.parts ?? [];
  const build = async () => {
    setBusy(true);
    await onBuild({ split: split ?? sheet?.recipe.split ?? 'auto', parts: chosen.filter((part) => part.title.trim() !== '') });
    setBusy(false);
  };
  return (
    <Modal
      open
      width={720}
      title={`生成《${title}》的电子版`}
      okText="生成EPUB"
      cancelText="取消"
      okButtonProps={{ disabled: !sheet || sheet.blocked !== '', loading: busy }}
      onOk={() => void build()}
      onCancel={onClose}
    >
      {found.isError && !sheet ? (
        <LoadFailed query={found} />
      ) : !sheet ? (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      ) : sheet.blocked ? (
        <Alert type="warning" showIcon title={sheet.blocked} />
      ) : (
        <>
          <Found sheet={sheet} />
          <fieldset className="epub-split">
            <legend>分章方式</legend>
            <Radio.Group value={split ?? sheet.recipe.split} onChange={({ target }) => setSplit(target.value as Split)}>
              {SPLITS.map((one) => (
                <Radio key={one} value={one} disabled={one !== 'auto' && one !== 'none' && sheet.counts[one] === 0}>
                  {SPLIT_NAMES[one]}
                  {one === 'auto' || one === 'none' ? '' : `（${sheet.counts[one]}）`}
                </Radio>
              ))}
            </Radio.Group>
          </fieldset>
          <Chapters sheet={sheet} parts={chosen} onParts={setParts} />
        </>
      )}
    </Modal>
  );
}

function Found({ sheet }: { sheet: Sheet }) {
  const facts = [
    `${sheet.chapters.length}章`,
    `${sheet.characters.toLocaleString('zh-CN')}字`,
    `注释${sheet.notes}条`,
    `表格${sheet.tables}张`,
    `图片${sheet.pictures}张`,
  ];
  return (
    <>
      <p>找到：{facts.join('，')}。</p>
      {sheet.lost > 0 ? <Alert type="warning" showIcon title={`${sheet.lost}张图片转不了（图表、EMF等），请先转成PNG再生成`} /> : null}
    </>
  );
}

/** The chapters in order; each may begin a part. */
function Chapters({ sheet, parts, onParts }: { sheet: Sheet; parts: EpubRecipe['parts']; onParts: (parts: EpubRecipe['parts']) => void }) {
  const change = (from: number, title: string) =>
    onParts([...parts.filter((part) => part.from !== from), { from, title }].toSorted((a, b) => a.from - b.from));
  return (
    <ol className="epub-chapters">
      {sheet.chapters.map((chapter, index) => {
        const part = parts.find(({ from }) => from === index);
        return (
          <li key={`${index} ${chapter.title}`}>
            {part ? (
              <div className="epub-part-name">
                <Input
                  aria-label={`从“${chapter.title}”开始的篇名`}
                  placeholder="篇名，如 上篇"
                  value={part.title}
                  maxLength={60}
                  onChange={({ target }) => change(index, target.value)}
                />
                <Button onClick={() => onParts(parts.filter(({ from }) => from !== index))}>不分篇</Button>
              </div>
            ) : null}
            <span>{chapter.title}</span> <span className="soft">{chapter.characters.toLocaleString('zh-CN')}字</span>
            {part ? null : (
              <Button type="link" size="small" onClick={() => change(index, '')} aria-label={`从“${chapter.title}”起分篇`}>
                从这里分篇
              </Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
