import type { Words } from './kit/words.ts'

/** A page of another front end, with words of its own where one item has several. */
export interface OtherPage extends Partial<Words> {
  readonly code: string
  readonly path: string
}

/**
 * The pages that front ends of the family of `kit/other-form.ts` have for items of the menu, by the code of the item, where they are not at its address. An
 * empty list: they have none and are not shown the item.
 */
export const otherPages: Readonly<Record<string, readonly OtherPage[]>> = {
  role: [
    { code: 'role', path: '/authority/role' },
    { code: 'datascope', path: '/authority/datascope', zh: '数据权限', en: 'Data scopes' },
    { code: 'apiscope', path: '/authority/apiscope', zh: '接口权限', en: 'API scopes' },
  ],
  accessLog: [{ code: 'log_usual', path: '/monitor/log/usual' }],
  log: [
    { code: 'log_api', path: '/monitor/log/api', zh: '接口日志', en: 'API log' },
    { code: 'log_error', path: '/monitor/log/error', zh: '错误日志', en: 'Error log' },
  ],
  hospital: [{ code: 'tenant', path: '/system/tenant' }],
  tenantPackage: [{ code: 'tenantpackage', path: '/system/tenantpackage' }],
  topMenu: [{ code: 'topmenu', path: '/system/topmenu' }],
  region: [{ code: 'region', path: '/base/region' }],
  registration: [],
  accessReview: [],
  fieldConfig: [],
  customField: [],
  smsMessage: [],
  identityProvider: [],
  noticeChannel: [],
  noticeDelivery: [],
}
