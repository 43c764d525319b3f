import { user } from '../../entities/identity/user.ts'
import { listOf, one, out, pageOf } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, flag, integer, text } from '../../kit/fields/field.ts'

const hospital = {
  id: out.text,
  tenantId: out.text,
  tenantName: out.text,
  kind: out.text,
  createTime: out.text,
  stoppedTime: out.nullable(out.text),
  isStopped: out.flag,
  sessionDays: out.number,
  domain: out.nullable(out.text),
  takesRegistrations: out.flag,
  smsQuota: out.number,
  linkman: out.nullable(out.text),
  contactNumber: out.nullable(out.text),
  address: out.nullable(out.text),
  /** The same as `domain`, no picture behind the sign-in, no limit of accounts and no end, as front ends of the given calls show them. */
  domainUrl: out.nullable(out.text),
  backgroundUrl: out.nullable(out.text),
  accountNumber: out.number,
  expireTime: out.nullable(out.text),
  isDeleted: out.flag,
  status: out.number,
} as const

/** Whom the platform talks to, under the names that front ends of the given calls use. */
const contact = {
  linkman: text({ zh: '联系人', en: 'Contact', max: 60 }),
  contactNumber: text({ zh: '联系电话', en: 'Phone', max: 30 }),
  address: text({ zh: '联系地址', en: 'Contact address', max: 200 }),
} as const

const tenantName = text({ zh: '机构名称', en: 'Organisation', required: true, max: 100 })
const newTenant = text({ zh: '租户编号', en: 'Tenant', required: true, max: 12, pattern: '^[0-9A-Za-z]{4,12}$', example: '100001' })

/** The hospitals of the platform; answered in a session of tenant 000000 only. */
export const hospitals = call('hospital.list', {
  zh: '查看机构',
  en: 'View organisations',
  module: 'settings',
  method: 'GET',
  path: '/blade-system/tenant/list',
  may: 'hospital.list',
  answers: pageOf(hospital),
  input: {
    current: integer({ zh: '页码', en: 'Page' }),
    size: integer({ zh: '每页', en: 'Page size' }),
    tenantId: text({ zh: '租户编号', en: 'Tenant', max: 12 }),
    tenantName: { ...tenantName, required: false },
    linkman: contact.linkman,
    contactNumber: contact.contactNumber,
    keyword: text({ zh: '关键字', en: 'Keyword', max: 100 }),
  },
})
/** What a person may choose a tenant from: every one for the platform’s own people, their own for everybody else. */
export const hospitalSelect = call('hospital.select', {
  zh: '租户选项',
  en: 'Tenants to choose from',
  module: 'settings',
  method: 'GET',
  path: '/blade-system/tenant/select',
  may: 'session',
  reads: [],
  answers: listOf({ id: out.text, tenantId: out.text, tenantName: out.text }),
  input: {},
})
export const hospitalDetail = call('hospital.detail', {
  zh: '机构详情',
  en: 'Organisation details',
  module: 'settings',
  method: 'GET',
  path: '/blade-system/tenant/detail',
  may: 'hospital.list',
  answers: one(hospital),
  input: { id: text({ ...newTenant }) },
})
/**
 * Makes a hospital with the default roles and its first administrator, whose password only this answer says. Front ends of the given calls name the new
 * tenant `tenantId`, and send the changed row of one that is there with its `id`; that is the change of `setting`.
 */
export const addHospital = call('hospital.submit', {
  zh: '新增机构',
  en: 'Add an organisation',
  module: 'settings',
  method: 'POST',
  path: '/blade-system/tenant/submit',
  may: 'hospital.submit',
  writes: true,
  answers: one({ id: out.text, tenantId: out.text, account: out.optional(out.text), password: out.optional(out.text) }),
  input: {
    newTenant,
    tenantName,
    account: { ...user.fields.account, zh: '管理员账号', en: 'Administrator’s account' },
    realName: { ...user.fields.realName, zh: '管理员姓名', en: 'Administrator’s name' },
    kind: choice({
      zh: '机构类型',
      en: 'Organisation type',
      of: { hospital: { zh: '医院', en: 'Hospital' }, provider: { zh: '服务商', en: 'Service provider' } },
    }),
    ...contact,
  },
})
/** Renames a hospital, sets how long its sessions last, suspends it (no sign-in, nothing is lost) or reopens it. */
export const hospitalSetting = call('hospital.setting', {
  zh: '修改机构',
  en: 'Edit an organisation',
  module: 'settings',
  method: 'POST',
  path: '/blade-system/tenant/setting',
  may: 'hospital.submit',
  writes: true,
  answers: one({ id: out.text, tenantName: out.text, isStopped: out.flag, sessionDays: out.number }),
  input: {
    id: text({ ...newTenant }),
    tenantName: { ...tenantName, required: false },
    sessionDays: integer({ zh: '登录最长有效天数', en: 'Maximum session days', min: 1, max: 90 }),
    isStopped: flag({ zh: '停用', en: 'Inactive' }),
    domain: text({
      zh: '绑定域名',
      en: 'Domain',
      max: 253,
      pattern: '^[0-9A-Za-z]([0-9A-Za-z.-]*[0-9A-Za-z])?$',
      example: 'eam.hospital.cn',
    }),
    takesRegistrations: flag({ zh: '开放账号注册', en: 'Allow registration' }),
    smsQuota: integer({ zh: '每月短信额度', en: 'Monthly text message quota', min: 0, max: 10_000_000 }),
    ...contact,
  },
})
/**
 * Organisations, people and devices of the whole platform, and what happened today: the errors that pages uploaded, `newest` of them the latest
 * fifty, and sign-ins. Rows are of each organisation, the newest first.
 */
export const hospitalFigures = call('hospital.figures', {
  zh: '平台概况',
  en: 'Platform at a glance',
  module: 'settings',
  method: 'GET',
  path: '/blade-system/tenant/figures',
  may: 'hospital.list',
  answers: one({
    hospitals: out.number,
    people: out.number,
    devices: out.number,
    errors: out.number,
    signIns: out.number,
    rows: out.list(
      out.object({
        tenantId: out.text,
        tenantName: out.text,
        isStopped: out.flag,
        people: out.number,
        devices: out.number,
        errors: out.number,
        signIns: out.number,
      }),
    ),
    newest: out.list(
      out.object({
        id: out.text,
        tenantName: out.text,
        message: out.nullable(out.text),
        url: out.nullable(out.text),
        createTime: out.text,
      }),
    ),
  }),
  input: {},
})
/** Which tenant signs in under a host name; the page asks it before anybody is signed in. */
export const tenantInfo = call('hospital.info', {
  zh: '按域名查租户',
  en: 'Tenant by domain',
  module: 'settings',
  method: 'GET',
  path: '/blade-system/tenant/info',
  may: 'public',
  answers: one({
    tenantId: out.text,
    tenantName: out.text,
    takesRegistrations: out.boolean,
    /** The host name, and no picture behind the sign-in, as front ends of the given calls read them. */
    domain: out.nullable(out.text),
    backgroundUrl: out.nullable(out.text),
  }),
  input: { domain: text({ zh: '域名', en: 'Domain', required: true, max: 253 }) },
})
