import type { Rule } from 'antd/es/form';
import type { z } from 'zod';

/** The contract's own check of one field, as a rule of the form: the words are those the server would answer. */
export function ruleOf(schema: z.ZodType): Rule {
  return {
    validator: async (_rule, value: unknown) => {
      const result = schema.safeParse(value ?? undefined);
      if (!result.success) throw new Error(result.error.issues[0]?.message ?? '请检查这一项');
    },
  };
}
