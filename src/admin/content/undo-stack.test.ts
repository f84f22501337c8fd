import { expect, test } from 'vitest';
import { change, redo, startStack, undo } from './undo-stack.ts';

test('undoes and redoes changes, and a new change drops what was undone', () => {
  let stack = change(change(startStack('a'), 'b'), 'c');
  stack = undo(stack);
  expect(stack.now).toBe('b');
  expect(redo(stack).now).toBe('c');
  stack = change(stack, 'd');
  expect(redo(stack)).toBe(stack);
  expect(undo(undo(undo(stack))).now).toBe('a');
});

test('treats typing in one field as one step, and keeps at most 100 steps', () => {
  let stack = change(change(change(startStack(''), '书', 'title'), '书舟', 'title'), '1', 'text');
  expect(undo(stack).now).toBe('书舟');
  expect(undo(undo(stack)).now).toBe('');
  stack = startStack('0');
  for (let step = 1; step <= 150; step += 1) stack = change(stack, String(step));
  expect(stack.past).toHaveLength(100);
  // Typing after an undo is a new step.
  const typed = change(undo(change(startStack('a'), 'b', 'x')), 'c', 'x');
  expect(undo(typed).now).toBe('a');
});
