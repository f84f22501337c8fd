import type { PublicationEvent, PublicationStatus } from '../../contract/catalog/publication.ts';

export interface Step {
  readonly name: string;
  readonly from: readonly PublicationStatus[];
  readonly to: PublicationStatus;
  readonly permission: string;
  /** Asked as a sentence when it is missing. */
  readonly reason?: string;
}

/** SM08, the part that needs no manuscript. */
export const STEPS: Readonly<Record<PublicationEvent, Step>> = {
  submit: { name: '提交上架', from: ['draft', 'rejected'], to: 'checking', permission: 'publish:publication:edit' },
  approve: { name: '上架', from: ['checking'], to: 'listed', permission: 'publish:publication:publish' },
  reject: { name: '驳回', from: ['checking'], to: 'rejected', permission: 'publish:publication:publish', reason: '请填写驳回意见' },
  delist: { name: '下架', from: ['listed'], to: 'delisted', permission: 'publish:publication:delist', reason: '请填写下架原因' },
  relist: { name: '重新上架', from: ['delisted'], to: 'listed', permission: 'publish:publication:publish' },
};

export const STATUS_NAMES: Readonly<Record<PublicationStatus, string>> = {
  draft: '待完善',
  checking: '上架审核',
  rejected: '驳回',
  listed: '已上架',
  delisted: '已下架',
  recalled: '已召回',
};

export const CODES = { illegal: 20801, isbn: 20802, incomplete: 20805, ownSubmission: 20804, listedLocked: 20806 } as const;
