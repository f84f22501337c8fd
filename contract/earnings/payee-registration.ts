import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { requiredText } from '../required-text.ts';
import { isCreditCode } from '../structure/credit-code.ts';
import { ID_TYPES, identityNumber, identityNumberFault } from '../system/identity-number.ts';
import { isBankAccount } from './earning-limits.ts';

export const PAYEE_KINDS = { person: '个人', organisation: '单位' } as const;
export type PayeeKind = keyof typeof PAYEE_KINDS;
const KINDS = Object.keys(PAYEE_KINDS) as [PayeeKind, ...PayeeKind[]];

/** Finance registers a payee who cannot sign in: a person, or an organisation that issues invoices. */
export const registerPayee = endpoint('POST /earnings/payee/register', {
  summary: '登记收款人',
  access: 'earnings:payee:edit',
  body: z
    .object({
      kind: z.enum(KINDS, { error: '请选择个人或单位' }),
      name: requiredText('请填写姓名或单位名称').max(60, '名称不能超过60个字符'),
      idType: z.enum(ID_TYPES).default('idCard'),
      /** The document of a person, or the credit code of an organisation. */
      idCardNo: z.string().max(40, '号码不能超过40个字符').transform(identityNumber),
      bank: requiredText('请填写开户银行').max(60, '开户银行不能超过60个字符'),
      branch: z.string().trim().max(60, '支行不能超过60个字符').default(''),
      bankAccountNo: z
        .string()
        .max(40, '银行账号不能超过40个字符')
        .transform((text) => text.replace(/\s/g, '')),
    })
    .superRefine(({ kind, idType, idCardNo, bankAccountNo }, context) => {
      const fault =
        kind === 'person' ? identityNumberFault(idType, idCardNo) : isCreditCode(idCardNo) ? '' : '统一社会信用代码不正确，请核对18位代码';
      if (fault) context.addIssue({ code: 'custom', path: ['idCardNo'], message: fault });
      // Accounts of organisations have no check digit.
      if (kind === 'person' ? !isBankAccount(bankAccountNo) : !/^\d{8,30}$/.test(bankAccountNo))
        context.addIssue({
          code: 'custom',
          path: ['bankAccountNo'],
          message: kind === 'person' ? '银行账号不正确，请核对12至19位数字' : '银行账号不正确，请核对8至30位数字',
        });
    }),
});
