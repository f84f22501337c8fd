import type { StateMachine, Tone } from '../../../contract/state-machine.ts';
import { useDark } from '../ui/use-device.ts';

const GREY = ['#5c6370', '#f0efec', '#a6adb8', '#262625'] as const;
const COLOURS: Readonly<Record<Tone, readonly [light: string, lightGround: string, dark: string, darkGround: string]>> = {
  draft: GREY,
  idle: GREY,
  review: ['#1868bd', '#e6f1fd', '#6cb5ff', '#14263a'],
  waiting: ['#8a5a00', '#fdf3dc', '#e0b25c', '#332812'],
  error: ['#b4382c', '#fbeae7', '#e07b70', '#35201d'],
  success: ['#2e7440', '#e8f3ea', '#6fbf83', '#17291b'],
};

interface Props<S extends string> {
  readonly machine: StateMachine<S>;
  readonly state: S;
  /** Instead of the label of the state, where a list tells more than the state. */
  readonly words?: string;
}

/** The label of a state with the colour of its tone; a draft is drawn hollow. */
export function StateTag<S extends string>({ machine, state, words }: Props<S>) {
  const dark = useDark();
  const { label, tone } = machine.states[state];
  const [light, lightGround, night, nightGround] = COLOURS[tone];
  const style = { '--tag-ink': dark ? night : light, '--tag-ground': dark ? nightGround : lightGround } as React.CSSProperties;
  return (
    <span className={tone === 'draft' ? 'state-tag hollow' : 'state-tag'} style={style}>
      {words ?? label}
    </span>
  );
}
