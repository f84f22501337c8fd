import { expect, it } from 'vitest';
import { inTitleMarks } from './title-marks.ts';

it.each([
  ['桥上的灯', '《桥上的灯》'],
  ['听《灯塔来信》', '《听〈灯塔来信〉》'],
  ['读〈夜航〉', '《读〈夜航〉》'],
  ['看《评〈夜航〉》', '《看〈评《夜航》〉》'],
  ['《甲》与《乙》', '《〈甲〉与〈乙〉》'],
  ['只有一半》的《书', '《只有一半》的〈书》'],
])('alternates nested title marks in %s', (title, marked) => expect(inTitleMarks(title)).toBe(marked));
