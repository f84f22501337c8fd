// Writes the diagrams of all state machines to docs/state-machines.md: `npm run diagram`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MACHINES } from '../contract/machines.ts';
import { diagram } from './state-diagram.ts';

const HEAD = '# 状态机 · State machines\n\nWritten by `npm run diagram` from the machines of `contract/`; do not edit.\n';
writeFileSync(join(import.meta.dirname, '..', 'docs', 'state-machines.md'), [HEAD, ...MACHINES.map(diagram)].join('\n'));
