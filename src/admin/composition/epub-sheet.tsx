import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Input, Modal, Radio, Skeleton } from 'antd';
import { epubSheet, returnManuscript, saveEpubRecipe, type EpubSheet as Sheet } from '../../../contract/composition/composition.ts';
import { SPLIT_NAMES, SPLITS, type EpubRecipe, type Split, type StyleRole } from '../../../contract/composition/epub-recipe.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useEditCall } from '../manuscript/use-edit-call.ts';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { EpubStyles } from './epub-styles.tsx';

interface Props {
  readonly compositionId: number;
  readonly title: string;
  /** Whether an EPUB can be built in this state; else the sheet only keeps the decisions. */
  readonly builds: boolean;
  readonly onBuild: (recipe: EpubRecipe) => Promise<unknown>;
  readonly onClose: () => void;
}

/** The import sheet: what was found in the final text, how it is split, and the parts above the chapters. */
export function EpubSheet({ compositionId, title, builds, onBuild, onClose }: Props) {
  const run = useEditCall();
  const [returning, setReturning] = useState(false);
  const [split, setSplit] = useState<Split | undefined>();
  const [parts, setParts] = useState<EpubRecipe['parts'] | null>(null);
  const [decided, setDecided] = useState<EpubRecipe['decisions'] | null>(null);
  const [busy, setBusy] = useState(false);
  const found = useQuery({
    ...queryOf(epubSheet, { params: { compositionId }, query: split === undefined ? {} : { split } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { data: sheet } = found;
  const chosen = parts ?? sheet?.recipe.parts ?? [];
  const decisions = decided ?? sheet?.recipe.decisions ?? [];
  const open = sheet?.findings.filter(({ key, asks }) => asks !== 'nothing' && !decisions.some((one) => one.key === key)).length ?? 0;
  const styles = sheet?.recipe.styles ?? [];
  // The server converts the text again, so that chapters and the preview follow.
  const setStyle = (name: string, role: StyleRole) =>
    void run(
      () =>
        call(saveEpubRecipe, {
          params: { compositionId },
          body: { ...recipe(), styles: [...styles.filter((one) => one.name !== name), ...(role === 'auto' ? [] : [{ name, role }])] },
        }),
      '样式已改',
    );
  const recipe = (): EpubRecipe => ({
    split: split ?? sheet?.recipe.split ?? 'auto',
    parts: chosen.filter((part) => part.title.trim() !== ''),
    decisions,
    styles,
  });
  const build = async () => {
    setBusy(true);
    await onBuild(recipe());
    setBusy(false);
  };
  const keep = async () => {
    setBusy(true);
    const done = await run(() => call(saveEpubRecipe, { params: { compositionId }, body: recipe() }), '导入单已保存');
    setBusy(false);
    if (done) onClose();
  };
  const stops = open > 0 || (sheet?.differences.length ?? 0) > 0;
  return (
    <Modal
      open
      width={720}
      className="epub-sheet"
      style={{ top: 40 }}
      title={`生成《${title}》的电子版`}
      footer={
        <div className="epub-foot">
          <Button danger disabled={!sheet} onClick={() => setReturning(true)}>
            退回编辑
          </Button>
          <span className="grow" />
          <Button onClick={onClose}>取消</Button>
          <Button
            disabled={!sheet || sheet.blocked !== ''}
            loading={!builds && busy}
            type={builds ? 'default' : 'primary'}
            onClick={() => void keep()}
          >
            保存导入单
          </Button>
          {builds ? (
            <Button type="primary" disabled={!sheet || sheet.blocked !== '' || stops} loading={busy} onClick={() => void build()}>
              生成EPUB
            </Button>
          ) : null}
        </div>
      }
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
          <Differences sheet={sheet} />
          <Findings
            sheet={sheet}
            decisions={decisions}
            open={open}
            onDecide={(key, choice) => setDecided([...decisions.filter((one) => one.key !== key), ...(choice ? [{ key, choice }] : [])])}
          />
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
          <EpubStyles sheet={sheet} onStyle={setStyle} />
          <Chapters sheet={sheet} parts={chosen} onParts={setParts} />
        </>
      )}
      {returning && sheet ? <ReturnDialog compositionId={compositionId} title={title} sheet={sheet} onClose={() => setReturning(false)} /> : null}
    </Modal>
  );
}

/** A text with what the other one does not have marked: what is between the same beginning and the same end. */
function Different({ text, other }: { text: string; other: string }) {
  const [own, its] = [[...text], [...other]];
  let start = 0;
  while (start < Math.min(own.length, its.length) && own[start] === its[start]) start += 1;
  let end = 0;
  while (end < Math.min(own.length, its.length) - start && own.at(-1 - end) === its.at(-1 - end)) end += 1;
  const middle = own.slice(start, own.length - end).join('');
  return (
    <>
      {own.slice(0, start).join('')}
      {middle ? <mark>{middle}</mark> : null}
      {own.slice(own.length - end).join('')}
    </>
  );
}

/** The texts in which the book and the manuscript differ, and no line of the sheet says why. */
function Differences({ sheet: { differences } }: { sheet: Sheet }) {
  if (differences.length === 0) return <p>书与原稿逐字核对：除下面列出的以外，没有差别。</p>;
  return (
    <section className="epub-findings" aria-labelledby="epub-differences">
      <h3 id="epub-differences">没有说明的差别（{differences.length}处）</h3>
      <Alert type="error" showIcon title="书与原稿的文字不一致，不能发排和生成电子版；请退回编辑改稿" />
      <ul>
        {differences.map(({ place, manuscript, book }, index) => (
          <li key={`${index} ${place}`}>
            <p>
              <strong>{place}</strong>
            </p>
            <dl className="epub-difference">
              <dt>原稿</dt>
              <dd>{manuscript ? <Different text={manuscript} other={book} /> : <span className="soft">没有这段文字</span>}</dd>
              <dt>书中</dt>
              <dd>{book ? <Different text={book} other={manuscript} /> : <span className="soft">没有这段文字</span>}</dd>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

const RETURN_EVENT = {
  label: '退回编辑',
  from: [],
  to: 'editing',
  reason: { min: 5, message: '请填写退回的理由，至少5个字' },
  consequence: '稿件回到编辑加工，排版和未完成的校对取消；编辑会收到理由和要改的地方。',
  danger: true,
} as const;

/** Asks why the manuscript goes back to its editor. */
function ReturnDialog({ compositionId, title, sheet, onClose }: { compositionId: number; title: string; sheet: Sheet; onClose: () => void }) {
  const run = useEditCall();
  const places = [...sheet.differences, ...sheet.findings.filter(({ asks }) => asks !== 'nothing')].slice(0, 3).map(({ place }) => place);
  return (
    <EventDialog
      event={RETURN_EVENT}
      name={`《${title}》`}
      onSend={async (reason) => {
        const where = places.length > 0 ? `（导入单：${places.join('、')}）` : '';
        await call(returnManuscript, { params: { compositionId }, body: { reason: `${reason}${where}` } });
        await run(() => Promise.resolve(), '已退回编辑');
      }}
      onClose={onClose}
    />
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
    </>
  );
}

interface FindingsProps {
  readonly sheet: Sheet;
  readonly decisions: EpubRecipe['decisions'];
  readonly open: number;
  readonly onDecide: (key: string, choice: 'keep' | 'drop' | null) => void;
}

/** What the book does not have as the manuscript has it, line by line; the editor decides where text could be lost. */
function Findings({ sheet, decisions, open, onDecide }: FindingsProps) {
  if (sheet.findings.length === 0) return <p>书里有原稿的全部文字，没有需要核对的地方。</p>;
  const choiceOf = (key: string) => decisions.find((one) => one.key === key)?.choice;
  return (
    <section className="epub-findings" aria-labelledby="epub-findings">
      <h3 id="epub-findings">与原稿不同的地方（{sheet.findings.length}处）</h3>
      {open > 0 ? <Alert type="warning" showIcon title={`还有${open}处需要您决定保留还是删去；要改原稿，请退回编辑`} /> : null}
      <ul>
        {sheet.findings.map(({ key, place, excerpt, words, asks }, index) => (
          <li key={`${index} ${key}`}>
            <p>
              <strong>{place}</strong> {words}
              {excerpt ? <q>{excerpt}</q> : null}
            </p>
            {asks === 'choice' ? (
              <Radio.Group
                aria-label={`${place}的内容`}
                value={choiceOf(key) ?? null}
                onChange={({ target }) => onDecide(key, target.value as 'keep' | 'drop')}
                options={[
                  { value: 'keep', label: '保留原文' },
                  { value: 'drop', label: '删去' },
                ]}
              />
            ) : asks === 'confirmation' ? (
              <Checkbox checked={choiceOf(key) === 'keep'} onChange={({ target }) => onDecide(key, target.checked ? 'keep' : null)}>
                已核对，照此生成
              </Checkbox>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
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
