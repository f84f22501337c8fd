import { amendmentMachine } from '../../../contract/protocol/amendment.machine.ts';
import { PAY_MODE_NAMES, protocolMachine, RIGHT_NAMES } from '../../../contract/protocol/protocol.machine.ts';
import { statesOf, type Entries } from './dictionary-entries.ts';

export const PROTOCOL_DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  ['press_protocol_status', '协议状态', statesOf(protocolMachine)],
  ['press_protocol_amendment_status', '补充协议状态', statesOf(amendmentMachine)],
  [
    'press_protocol_sign_type',
    '许可方式',
    [
      ['exclusive', '专有'],
      ['non_exclusive', '非专有'],
    ],
  ],
  ['press_protocol_pay_mode', '付酬方式', Object.entries(PAY_MODE_NAMES)],
  [
    'press_protocol_royalty_base',
    '版税基数',
    [
      ['sold', '销售册数'],
      ['printed', '印刷册数'],
    ],
  ],
  ['press_protocol_right', '授予权利', Object.entries(RIGHT_NAMES)],
];
