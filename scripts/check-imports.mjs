// Holds the arrows, and holds that they were looked at: a parser that cannot read TypeScript sees nothing and is content.
import swc from '@swc/core';
import { cruise } from 'dependency-cruiser';
import rules from '../.dependency-cruiser.mjs';

// dependency-cruiser asks swc for plain TypeScript, which stumbles over the markup of a .tsx.
const parse = swc.parseFileSync;
swc.parseFileSync = (file, options) => parse.call(swc, file, { ...options, tsx: file.endsWith('.tsx') });

const AT_LEAST = 100;
const { output } = await cruise(['contract', 'server', 'src', 'sw'], { ...rules.options, ruleSet: { forbidden: rules.forbidden }, validate: true });
const ours = output.modules.filter((module) => /^(contract|server|src|sw)\//.test(module.source));
for (const { rule, from, to, cycle } of output.summary.violations) {
  console.error(`${rule.name}: ${from} -> ${cycle ? cycle.map((one) => one.name).join(' -> ') : to}`);
}
console.log(`${ours.length} modules, ${output.summary.violations.length} violations`);
if (ours.length < AT_LEAST) console.error(`fewer than ${AT_LEAST} modules were seen`);
process.exit(output.summary.violations.length > 0 || ours.length < AT_LEAST ? 1 : 0);
