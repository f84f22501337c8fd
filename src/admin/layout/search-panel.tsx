import { useMemo, useState, type KeyboardEvent } from 'react';
import { Modal } from 'antd';
import FileTextOutlined from '@ant-design/icons/FileTextOutlined';
import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { ADMIN_HOME, HOME_CRUMB } from './breadcrumb-trail.ts';
import type { MenuNode, MenuPage } from './menu-routes.ts';
import { finderOf, marked, targetsOf, titleOf, type Target } from './menu-search.ts';
import { tabs } from './tabs.store.ts';

const HOME: Target = { path: ADMIN_HOME, query: '', titles: [HOME_CRUMB.title], external: false };
const RECENT = 6;

interface Shown {
  readonly pages: readonly MenuPage[];
  readonly nodes: readonly MenuNode[];
  readonly onClose: () => void;
}

/** A search field and its results; arrow keys choose, Enter opens. */
export function SearchPanel({ pages, nodes, onClose }: Shown) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const views = useSnapshot(tabs).views;
  const targets = useMemo(() => targetsOf(pages, nodes, HOME), [pages, nodes]);
  const find = useMemo(() => finderOf(targets), [targets]);
  const found = useMemo(() => find(typed), [find, typed]);
  const recent = useMemo(() => {
    const visited = views.map((view) => targets.find((target) => target.path === view.path)).filter((target) => target !== undefined);
    return visited
      .filter((target) => !found.includes(target))
      .slice(-RECENT)
      .toReversed();
  }, [views, targets, found]);
  const all = [...found, ...recent];

  const open = (target: Target | undefined): void => {
    if (!target) return;
    onClose();
    if (target.external) window.open(target.path, '_blank', 'noopener,noreferrer');
    else void navigate(target.path + target.query);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') open(all[at]);
    else if (event.key === 'ArrowDown') setAt(all.length > 0 ? (at + 1) % all.length : 0);
    else if (event.key === 'ArrowUp') setAt(all.length > 0 ? (at - 1 + all.length) % all.length : 0);
    else return;
    event.preventDefault();
  };
  const option = (target: Target, index: number, old: boolean) => (
    <div
      key={target.path}
      id={`search-${index}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> holds text only, and only in a <select>
      role="option"
      aria-selected={index === at}
      tabIndex={-1}
      className="search-option"
      onClick={() => open(target)}
      onKeyDown={onKey}
      onMouseMove={() => index !== at && setAt(index)}
    >
      {old ? <HistoryOutlined /> : <FileTextOutlined />}
      <span className="words">
        {marked(titleOf(target), old ? '' : typed).map((piece, place) => (piece.hit ? <mark key={place}>{piece.text}</mark> : piece.text))}
      </span>
      <span className="code soft">{target.path}</span>
      {index === at ? <kbd>回车打开</kbd> : null}
    </div>
  );
  return (
    <Modal
      open
      onCancel={onClose}
      footer={null}
      closable={false}
      title={<span className="unseen">搜索菜单</span>}
      width={520}
      style={{ top: 8 }}
      className="search-panel"
    >
      <div className="search-field">
        <SearchOutlined />
        <input
          // The panel opens on a press of the search button, so the field takes the focus.
          ref={(field) => field?.focus()}
          type="text"
          role="combobox"
          aria-label="菜单名称或路径"
          aria-expanded={all.length > 0}
          aria-controls="search-options"
          aria-autocomplete="list"
          aria-activedescendant={all.length > 0 ? `search-${at}` : undefined}
          placeholder="菜单名称或路径"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
        <button type="button" className="search-close" onClick={onClose}>
          Esc 关闭
        </button>
      </div>
      <div id="search-options" role={all.length > 0 ? 'listbox' : undefined} aria-label={all.length > 0 ? '找到的菜单' : undefined}>
        {found.length > 0 ? (
          <div>
            <p aria-hidden="true">菜单 {found.length}</p>
            {found.map((target, index) => option(target, index, false))}
          </div>
        ) : null}
        {recent.length > 0 ? (
          <div>
            <p aria-hidden="true">最近打开</p>
            {recent.map((target, index) => option(target, found.length + index, true))}
          </div>
        ) : null}
      </div>
      {typed.trim() && found.length === 0 ? <p className="search-none">没有找到「{typed.trim()}」，换个词试试，或到左侧菜单里找。</p> : null}
      <div className="search-foot">
        <kbd>↑</kbd>
        <kbd>↓</kbd> 选择 <kbd>/</kbd> 随时打开搜索
      </div>
    </Modal>
  );
}
