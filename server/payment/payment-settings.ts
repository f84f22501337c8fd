import type { KeyObject } from 'node:crypto';

/** An application of Alipay. Absent: the channel is not offered. */
export interface AlipaySettings {
  readonly appId: string;
  readonly sellerId: string;
  readonly privateKey: KeyObject;
  /** The public key of Alipay, not that of the application. */
  readonly publicKey: KeyObject;
  readonly gateway: string;
}

/** A merchant of WeChat Pay APIv3. Absent: the channel is not offered. */
export interface WechatPaySettings {
  readonly mchId: string;
  readonly appId: string;
  readonly certSerial: string;
  readonly privateKey: KeyObject;
  /** 32 bytes: AES-256-GCM of notices and certificates. */
  readonly apiV3Key: string;
  /** The public key of WeChat Pay; null: its platform certificates are fetched. */
  readonly publicKey: { readonly id: string; readonly key: KeyObject } | null;
  readonly gateway: string;
}
