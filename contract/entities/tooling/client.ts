import { entity } from '../../kit/entity/entity.ts'
import { choices, flag, integer, text, time } from '../../kit/fields/field.ts'

/** The client that our own pages name in every request. */
export const ownClient = 'web'

/** Programs that sign people in, by the id and secret of their Basic header; rows of the platform's tenant. */
export const client = entity('oauthClient', {
  zh: '应用客户端',
  en: 'Client',
  module: 'tooling',
  path: '/blade-system/client',
  title: 'clientId',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove'],
  softDelete: true,
  others: {
    takes: { scope: { is: 'all' } },
    listed: ['authorizedGrantTypes', 'refreshTokenValidity'],
    // Nothing is sent to an address that a client names, and no client has rights of its own.
    passes: ['webServerRedirectUri', 'resourceIds', 'authorities', 'additionalInformation', 'autoapprove'],
  },
  fields: {
    clientId: text({
      zh: '客户端编号',
      en: 'Client ID',
      required: true,
      list: true,
      search: true,
      unique: true,
      max: 60,
      pattern: '^[0-9A-Za-z][0-9A-Za-z_.-]*$',
      example: 'his_gateway',
    }),
    remark: text({ zh: '说明', en: 'Note', list: true, search: true, max: 200 }),
    authorizedGrantTypes: choices({
      zh: '授权类型',
      en: 'Grant types',
      required: true,
      of: {
        password: { zh: '密码', en: 'Password' },
        captcha: { zh: '验证码', en: 'Captcha' },
        refresh_token: { zh: '刷新令牌', en: 'Refresh token' },
        social: { zh: '统一登录', en: 'Single sign-on' },
        switch_token: { zh: '切换租户', en: 'Tenant switch' },
      },
    }),
    accessTokenValidity: integer({ zh: '令牌秒数', en: 'Access token lifetime (s)', list: true, min: 60, max: 86_400 }),
    refreshTokenValidity: integer({ zh: '刷新令牌秒数', en: 'Refresh token lifetime (s)', list: true, min: 60, max: 2_592_000 }),
    isStopped: flag({ zh: '停用', en: 'Inactive', list: true }),
    secretSetAt: time({ zh: '密钥设置时间', en: 'Secret set at', readOnly: true, list: true }),
  },
})
