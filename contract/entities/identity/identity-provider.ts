import { entity } from '../../kit/entity/entity.ts'
import { choice, flag, text, time } from '../../kit/fields/field.ts'
import type { Words } from '../../kit/words.ts'

const kinds = {
  oidc: { zh: 'OpenID Connect', en: 'OpenID Connect' },
  wecom: { zh: '企业微信', en: 'WeCom' },
  dingtalk: { zh: '钉钉', en: 'DingTalk' },
  ldap: { zh: 'LDAP / AD 目录', en: 'LDAP / AD directory' },
} as const

/** What providers of these kinds alone are asked. */
const of = (group: Words, ...is: (keyof typeof kinds)[]) => ({ group, when: { field: 'kind', is } }) as const

const app = { zh: '企业微信 / 钉钉应用', en: 'WeCom or DingTalk app' }
const oidc = of(kinds.oidc, 'oidc')
const platform = of(app, 'wecom', 'dingtalk')
const dingtalk = of(app, 'dingtalk')
const directory = of(kinds.ldap, 'ldap')

/** Where people of a hospital prove who they are instead of by a password of ours. Its secret is stored apart and is in no answer. */
export const identityProvider = entity('identityProvider', {
  zh: '身份源',
  en: 'Identity provider',
  module: 'identity',
  path: '/blade-system/identity-provider',
  title: 'providerName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove'],
  softDelete: true,
  fields: {
    providerCode: text({
      zh: '身份源编号',
      en: 'Provider code',
      required: true,
      list: true,
      search: true,
      unique: true,
      max: 40,
      pattern: '^[0-9A-Za-z][0-9A-Za-z_-]*$',
      example: 'hospital-sso',
    }),
    providerName: text({ zh: '身份源名称', en: 'Provider', required: true, list: true, search: true, max: 40 }),
    kind: choice({
      zh: '身份源类型',
      en: 'Provider type',
      required: true,
      list: true,
      of: kinds,
    }),
    matchBy: choice({
      zh: '首次登录匹配',
      en: 'First sign-in matching',
      required: true,
      list: true,
      of: {
        account: { zh: '按账号', en: 'By account' },
        email: { zh: '按已验证邮箱', en: 'By verified e-mail' },
        phone: { zh: '按已验证手机号', en: 'By verified phone' },
        bound: { zh: '不匹配，仅限已绑定的人', en: 'None (bound people only)' },
      },
    }),
    takesGuests: flag({ zh: '无账号者可申请账号', en: 'People without an account can ask for one' }),
    isForAll: flag({ zh: '所有机构可用', en: 'For all organisations', list: true }),
    isStopped: flag({ zh: '停用', en: 'Inactive', readOnly: true, list: true }),
    secretSetAt: time({ zh: '密钥设置时间', en: 'Secret set at', readOnly: true, list: true }),
    issuer: text({
      zh: '签发者地址',
      en: 'Issuer',
      max: 300,
      pattern: '^https?://[^\\s?#]+$',
      example: 'https://sso.example.org/realms/hospital',
      ...oidc,
    }),
    clientId: text({ zh: '客户端编号', en: 'Client ID', max: 200, ...oidc }),
    scopes: text({ zh: '授权范围', en: 'Scopes', max: 200, pattern: '^[!-~]+( [!-~]+)*$', example: 'openid profile email', ...oidc }),
    accountClaim: text({
      zh: '账号声明',
      en: 'Account claim',
      max: 60,
      pattern: '^[0-9A-Za-z_.:/-]+$',
      example: 'preferred_username',
      ...oidc,
    }),
    trustsFactor: flag({ zh: '认可其二次验证', en: 'Trust its second factor', ...oidc }),
    factorValues: text({
      zh: '视为二次验证的 amr/acr 值',
      en: 'Accepted amr or acr values',
      max: 200,
      pattern: '^[!-~]+( [!-~]+)*$',
      example: 'mfa otp hwk',
      ...oidc,
    }),
    corpId: text({
      zh: '企业编号（CorpId）',
      en: 'Company ID (CorpId)',
      max: 64,
      pattern: '^[0-9A-Za-z_-]+$',
      example: 'ww1234567890abcdef',
      ...platform,
    }),
    agentId: text({
      zh: '应用编号（AgentId）',
      en: 'App number (AgentId)',
      max: 20,
      pattern: '^[0-9]+$',
      example: '1000002',
      ...platform,
    }),
    appKey: text({
      zh: '钉钉应用标识（Client ID）',
      en: 'DingTalk app (Client ID)',
      max: 64,
      pattern: '^[0-9A-Za-z_-]+$',
      example: 'dingabcdefghij',
      ...dingtalk,
    }),
    apiAddress: text({
      zh: '服务地址（私有化部署时填写）',
      en: 'Service address (if self-hosted)',
      max: 300,
      pattern: '^https?://[^\\s/?#]+$',
      example: 'https://wecom.example.org',
      ...platform,
    }),
    address: text({
      zh: '目录地址',
      en: 'Directory address',
      max: 300,
      pattern: '^ldaps?://[^\\s/?#@]+$',
      example: 'ldaps://ad.example.org',
      ...directory,
    }),
    startsTls: flag({ zh: '使用 StartTLS', en: 'StartTLS', ...directory }),
    caCertificate: text({ zh: 'CA 证书（PEM）', en: 'CA certificate (PEM)', max: 16_000, multiline: true, ...directory }),
    baseDn: text({ zh: '查找起点', en: 'Base DN', max: 300, ...directory }),
    bindDn: text({ zh: '查询账号', en: 'Bind DN', max: 300, ...directory }),
    userFilter: text({ zh: '用户过滤条件', en: 'User filter', max: 300, ...directory }),
    idAttribute: text({
      zh: '唯一标识属性',
      en: 'Unique ID attribute',
      max: 60,
      pattern: '^[A-Za-z][0-9A-Za-z-]*$',
      example: 'objectGUID',
      ...directory,
    }),
    accountAttribute: text({
      zh: '账号属性',
      en: 'Account attribute',
      max: 60,
      pattern: '^[A-Za-z][0-9A-Za-z-]*$',
      example: 'sAMAccountName',
      ...directory,
    }),
    mailAttribute: text({
      zh: '邮箱属性',
      en: 'E-mail attribute',
      max: 60,
      pattern: '^[A-Za-z][0-9A-Za-z-]*$',
      example: 'mail',
      ...directory,
    }),
    remark: text({ zh: '备注', en: 'Remark', search: true, max: 200 }),
  },
})
