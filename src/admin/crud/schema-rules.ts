import type { Rule } from 'antd/es/form';
import type { z } from 'zod';

/** Converts the contract's check of one field into a form rule with the same messages as the server. */
export function ruleOf(schema: z.ZodType): Rule {
  return {
    validator: async (_rule, value: unknown) => {
      const result = schema.safeParse(value ?? undefined);
      if (!result.success) throw new Error(result.error.issues[0]?.message ?? '请检查这一项');
    },
  };
}
