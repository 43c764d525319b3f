import type { RoleName } from './kit/module.ts'
import type { Words } from './kit/words.ts'
import { menu, pagesOf } from './menu.ts'

/** A group of the side bar by what people do, with its pages in order, and the default roles that see each in the first place. */
export interface Task extends Words {
  readonly code: string
  readonly pages: Readonly<Record<string, readonly RoleName[]>>
}

const staff: readonly RoleName[] = ['administrator', 'equipment_manager', 'engineer', 'keeper', 'head', 'warehouse_keeper']

/**
 * What the side bar of a default role shows at once, about twelve pages each. Other pages stand under 更多, in the menu search and in the records
 * that they belong to.
 */
export const tasks: readonly Task[] = [
  {
    code: 'daily',
    zh: '日常',
    en: 'Daily work',
    pages: {
      flowWork: staff,
      deviceApply: ['equipment_manager', 'engineer', 'keeper', 'head'],
      deviceUse: ['keeper'],
      checkTask: [...staff, 'auditor'],
      ambulanceCheck: ['keeper'],
      poolDevice: ['equipment_manager', 'keeper', 'head'],
    },
  },
  {
    code: 'equipment',
    zh: '设备',
    en: 'Devices',
    pages: {
      device: [...staff, 'provider_engineer', 'auditor'],
      label: ['keeper'],
      location: ['administrator', 'keeper'],
      importJob: ['administrator'],
      deviceDisposal: ['equipment_manager', 'auditor'],
    },
  },
  {
    code: 'upkeep',
    zh: '维修与计量',
    en: 'Repair and metrology',
    pages: {
      repairOrder: ['administrator', 'equipment_manager', 'engineer', 'keeper', 'head', 'provider_engineer'],
      providerOrder: ['administrator', 'provider_engineer'],
      dispatch: ['equipment_manager'],
      maintainOrder: ['equipment_manager', 'engineer', 'head'],
      dueCalendar: ['head'],
      measureCard: ['equipment_manager', 'engineer'],
      measureRecord: ['engineer', 'provider_engineer'],
      checklistTask: ['engineer', 'keeper', 'head', 'provider_engineer'],
    },
  },
  {
    code: 'stock',
    zh: '库房与采购',
    en: 'Stock and purchasing',
    pages: {
      warehouseEntry: ['warehouse_keeper'],
      partMovement: ['engineer', 'warehouse_keeper'],
      devicePart: ['engineer', 'warehouse_keeper'],
      warehouse: ['warehouse_keeper'],
      supplier: ['warehouse_keeper'],
      purchasePlan: ['equipment_manager', 'warehouse_keeper'],
      purchaseOrder: ['warehouse_keeper'],
    },
  },
  {
    code: 'reports',
    zh: '报表',
    en: 'Reports',
    pages: {
      report: ['administrator', 'equipment_manager', 'engineer', 'head', 'auditor'],
      deptBoard: ['head'],
      deviceBoard: ['auditor'],
      depreciationRecord: ['auditor'],
      ledgerReconciliation: ['auditor'],
      replacement: ['head', 'auditor'],
      yearFolder: ['auditor'],
    },
  },
  {
    code: 'settings',
    zh: '设置',
    en: 'Settings',
    pages: {
      hospital: ['administrator'],
      tenantPackage: ['administrator'],
      dept: ['administrator'],
      user: ['administrator'],
      role: ['administrator'],
      menu: ['administrator'],
      topMenu: ['administrator'],
      dict: ['administrator'],
      dictBiz: ['administrator'],
      accessLog: ['auditor'],
      log: ['auditor'],
      accessReview: ['auditor'],
    },
  },
]

const known = new Set(pagesOf(menu).map(({ code }) => code))
for (const { pages } of tasks)
  for (const code of Object.keys(pages)) if (!known.has(code)) throw new Error(`A task names a page ${code} that no menu declares`)
