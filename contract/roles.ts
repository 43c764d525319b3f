import type { reaches } from './entities/platform/role.ts'
import type { Words } from './kit/words.ts'
import { rights } from './rights.ts'

export interface DefaultRole extends Words {
  readonly reach: keyof typeof reaches
  /** `*` all; `device.*` all of an entity; `*.list` one verb of all; or one right. */
  readonly may: readonly string[]
}

/** The roles that every tenant starts with. The key is the role's fixed key and its first alias. */
export const defaultRoles = {
  administrator: { zh: '医院管理员', en: 'Hospital administrator', reach: 'all', may: ['*'] },
  equipment_manager: {
    zh: '设备科长',
    en: 'Equipment manager',
    reach: 'all',
    may: [
      '*.list',
      '*.export',
      'device.*',
      'devicePart.*',
      'assetsCategory.*',
      'deviceClass.*',
      'supplier.*',
      'location.*',
      'label.*',
      'labelTemplate.*',
      'dept.submit',
      'checkTask.*',
      'checkLine.*',
      'repairOrder.*',
      'fieldConfig.submit',
      'customField.*',
    ],
  },
  engineer: {
    zh: '工程师',
    en: 'Engineer',
    reach: 'all',
    may: [
      'notice.list',
      'checkDept.list',
      'repairOrder.list',
      'repairOrder.submit',
      'repairOrder.work',
      'repairPart.list',
      'device.list',
      'devicePart.*',
      'supplier.list',
      'location.list',
      'dept.list',
      'user.list',
      'checkTask.list',
      'checkLine.list',
      'checkLine.scan',
      'checkScan.list',
    ],
  },
  keeper: {
    zh: '科室资产管理员',
    en: 'Department keeper',
    reach: 'below',
    may: [
      'notice.list',
      'checkDept.list',
      'repairOrder.list',
      'repairOrder.submit',
      'repairPart.list',
      'device.list',
      'device.export',
      'devicePart.list',
      'label.print',
      'labelTemplate.list',
      'labelPrint.list',
      'labelItem.list',
      'location.list',
      'dept.list',
      'user.list',
      'checkTask.list',
      'checkLine.list',
      'checkLine.scan',
      'checkScan.list',
    ],
  },
  head: {
    zh: '科主任',
    en: 'Department head',
    reach: 'below',
    may: [
      'notice.list',
      'checkDept.list',
      'checkReview.list',
      'repairOrder.list',
      'repairOrder.submit',
      'repairPart.list',
      'device.list',
      'device.export',
      'devicePart.list',
      'location.list',
      'dept.list',
      'user.list',
      'checkTask.list',
      'checkLine.list',
      'checkScan.list',
    ],
  },
  warehouse_keeper: {
    zh: '库管',
    en: 'Warehouse keeper',
    reach: 'dept',
    may: [
      'notice.list',
      'checkDept.list',
      'repairOrder.list',
      'repairOrder.submit',
      'device.list',
      'devicePart.*',
      'location.list',
      'dept.list',
      'user.list',
      'checkTask.list',
      'checkLine.list',
      'checkLine.scan',
    ],
  },
  provider_engineer: {
    zh: '服务商工程师',
    en: 'Provider engineer',
    reach: 'own',
    may: ['notice.list', 'device.list', 'location.list', 'dept.list'],
  },
  auditor: { zh: '审计', en: 'Auditor', reach: 'all', may: ['*.list', '*.export'] },
  virtual: { zh: '大屏用户', en: 'Virtual user', reach: 'all', may: [] },
} as const satisfies Record<string, DefaultRole>

/** The role of the virtual user, a screen that only shows. */
export const viewerRole = 'virtual' satisfies keyof typeof defaultRoles

/** The rights that patterns such as `device.*` name. */
export function expand(patterns: readonly string[]): string[] {
  return [...rights.keys()].filter((right) => {
    const [of, verb] = right.split('.')
    return patterns.some((pattern) => pattern === '*' || pattern === right || pattern === `${of}.*` || pattern === `*.${verb}`)
  })
}

/** The tenant that makes the others. */
export const platformTenant = '000000'

/** Whether a right is about other tenants, so that only the platform's own roles may hold it. */
export const isPlatformRight = (right: string): boolean => right.startsWith('hospital.')

/** The rights that a default role has in a tenant. */
export function rightsIn(tenantId: string, { may }: DefaultRole): string[] {
  const all = expand(may)
  return tenantId === platformTenant ? all : all.filter((right) => !isPlatformRight(right))
}
