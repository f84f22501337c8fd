// Server validation of a form (form-designer point 37): 100 fields without patterns, and what other calls notice of submits with a bad pattern.
// Usage: node tests/bench/form-validation.mjs
import { validateSubmission } from '../../contract/workflow/form-validation.ts';
import { parseForm } from '../../contract/workflow/form-parser.ts';
import { regexWorker } from '../../server/workflow/form/regex-worker.ts';

const FIELDS = 100;
const TARGET_MS = 5;
const item = (at, regList = []) => ({
  __config__: { label: `字段${at}`, tag: 'el-input', tagIcon: 'input', layout: 'colFormItem', required: true, span: 24, formId: 101 + at, regList },
  __vModel__: `field${at}`,
});
const quantile = (times, part) => times.toSorted((one, other) => one - other)[Math.floor(times.length * part)] ?? 0;
const context = { regex: (checks) => regexWorker.run(checks) };

const { form } = parseForm({ fields: Array.from({ length: FIELDS }, (_, at) => item(at)) });
const values = Object.fromEntries(Array.from({ length: FIELDS }, (_, at) => [`field${at}`, `内容${at}`]));
const times = [];
for (let run = 0; run < 200; run++) {
  const begun = performance.now();
  await validateSubmission(form, values, context);
  times.push(performance.now() - begun);
}
console.log(`${FIELDS} fields: p50 ${quantile(times, 0.5).toFixed(2)} ms, p95 ${quantile(times, 0.95).toFixed(2)} ms (target ${TARGET_MS} ms)`);

// One submit every 60 ms is 1 000 a minute. A short piece of other work is timed meanwhile: how late its turn comes.
const { form: bad } = parseForm({ fields: [item(0, [{ pattern: '/^(\\w|\\d)*$/', message: '不符合' }])] });
const late = async (seconds) => {
  const waits = [];
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
    const begun = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 5));
    waits.push(performance.now() - begun);
  }
  return quantile(waits, 0.95);
};
const alone = await late(5);
const timer = setInterval(() => void validateSubmission(bad, { field0: `${'a'.repeat(40)}!` }, context), 60);
const beside = await late(5);
clearInterval(timer);
await regexWorker.stop();
console.log(
  `a turn of 5 ms: p95 alone ${alone.toFixed(1)} ms, beside 1 000 submits a minute ${beside.toFixed(1)} ms: ${(beside / alone).toFixed(2)} times (target 2)`,
);
