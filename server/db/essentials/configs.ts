/** Parameters: key, value, name, and whether a visitor may read it. */
export const CONFIG: readonly (readonly [key: string, value: string, name: string, isPublic?: boolean])[] = [
  ['sys.account.captchaEnabled', 'true', '账号自助-验证码开关', true],
  ['sys.account.registerUser', 'true', '账号自助-是否开启用户注册功能', true],
  ['sys.login.blackIPList', '', '用户登录-黑名单列表'],
  ['site.name', '书舟', '站点名称', true],
  ['site.phone', '13800000000', '联系电话', true],
];
