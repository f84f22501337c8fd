// The S3-compatible store of the tests in a process of its own, for machines without Ceph. A line `killed`, `frozen` or `open` on its input sets the
// front before it: its objects are in memory, so the process itself is not killed. It prints its port.
import { createInterface } from 'node:readline';
import { objectStore } from '../support/object-store.ts';
import { switchableFront } from '../support/switchable-front.ts';

const store = await objectStore();
const front = await switchableFront({ host: '127.0.0.1', port: Number(new URL(store.endpoint).port) });
console.log(`port ${front.port}`);
createInterface({ input: process.stdin }).on('line', (mode) => void front.set(mode));
