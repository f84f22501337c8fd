import { type KeyboardEvent, type ReactNode, useRef } from 'react';

interface TabsProps<T extends string> {
  /** Unique on the page; ids of the tabs and of the panel begin with it. */
  readonly id: string;
  readonly label: string;
  readonly tabs: readonly (readonly [T, ReactNode])[];
  readonly tab: T;
  readonly open: (tab: T) => void;
  readonly children: ReactNode;
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Tabs with their panel: one stop of the Tab key; arrows, Home and End open the others. */
export function Tabs<T extends string>({ id, label, tabs, tab, open, children }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const step = (event: KeyboardEvent): void => {
    const to = STEPS[event.key]?.(
      tabs.findIndex(([one]) => one === tab),
      tabs.length,
    );
    const next = to === undefined ? undefined : tabs[to];
    if (to === undefined || !next) return;
    event.preventDefault();
    open(next[0]);
    list.current?.querySelectorAll('button')[to]?.focus();
  };
  return (
    <>
      <div ref={list} className="tabs" role="tablist" aria-label={label}>
        {tabs.map(([one, name]) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-tab-${one}`}
            aria-selected={tab === one}
            aria-controls={`${id}-panel`}
            tabIndex={tab === one ? 0 : -1}
            onClick={() => open(one)}
            onKeyDown={step}
          >
            {name}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-tab-${tab}`}>
        {children}
      </div>
    </>
  );
}
