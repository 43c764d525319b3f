import type { Words } from './kit/words.ts'

/** A page of another front end, with its own label if one item has several pages. */
export interface OtherPage extends Partial<Words> {
  readonly code: string
  readonly path: string
}

/**
 * The pages of SpringBlade front ends (`contract/kit/fields/other-form.ts`) for menu items, by item code, if they are not at the item's own path. An
 * empty list: they have no page for the item, which is then hidden.
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
  flowWork: [
    { code: 'work_start', path: '/work/start', zh: '发起流程', en: 'Start an approval' },
    { code: 'work_claim', path: '/work/claim', zh: '待签事务', en: 'To be claimed' },
    { code: 'work_todo', path: '/work/todo', zh: '待办事务', en: 'Waiting for me' },
    { code: 'work_send', path: '/work/send', zh: '已发事务', en: 'Started by me' },
    { code: 'work_done', path: '/work/done', zh: '办结事务', en: 'Decided by me' },
  ],
  registration: [],
  accessReview: [],
  fieldConfig: [],
  customField: [],
  smsMessage: [],
  identityProvider: [],
  noticeChannel: [],
  noticeDelivery: [],
}
