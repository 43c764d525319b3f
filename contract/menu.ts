import type { Words } from './kit/words.ts'
import { rights } from './rights.ts'

export interface MenuItem extends Words {
  /** Stable code; grants name it. */
  readonly code: string
  readonly path: string
  readonly icon: string
  /** Whose rights become the buttons of the page; the `list` right shows the item. */
  readonly entity?: string
  /** Rights of other entities that belong to the page. */
  readonly also?: readonly string[]
  readonly children?: readonly MenuItem[]
}

/** The menu of the desk. Buttons are derived: one for each right of the item's entity. */
export const menu: readonly MenuItem[] = [
  { code: 'home', zh: '首页', en: 'Home', path: '/wel/dashboard', icon: 'home', also: ['notice'] },
  {
    code: 'asset',
    zh: '设备管理',
    en: 'Equipment',
    path: '/eam',
    icon: 'device',
    children: [
      { code: 'device', zh: '设备卡', en: 'Device cards', path: '/eam/device', icon: 'card', entity: 'device' },
      { code: 'devicePart', zh: '设备配件', en: 'Device parts', path: '/eam/deviceparts', icon: 'part', entity: 'devicePart' },
      {
        code: 'assetsCategory',
        zh: '资产分类',
        en: 'Asset categories',
        path: '/eam/assets-category',
        icon: 'list',
        entity: 'assetsCategory',
      },
      { code: 'deviceClass', zh: '医疗器械分类', en: 'Device classes', path: '/eam/device-class', icon: 'list', entity: 'deviceClass' },
      {
        code: 'label',
        zh: '标签打印',
        en: 'Labels',
        path: '/eam/labels',
        icon: 'label',
        entity: 'labelTemplate',
        also: ['label', 'labelItem'],
      },
      { code: 'labelPrint', zh: '标签打印记录', en: 'Printed labels', path: '/eam/label-prints', icon: 'list', entity: 'labelPrint' },
      { code: 'importJob', zh: '数据导入', en: 'Imports', path: '/eam/imports', icon: 'sheet', entity: 'importJob' },
    ],
  },
  {
    code: 'checking',
    zh: '盘点管理',
    en: 'Inventory checks',
    path: '/eam/checking',
    icon: 'check',
    children: [
      {
        code: 'checkTask',
        zh: '盘点任务',
        en: 'Checks',
        path: '/eam/check',
        icon: 'check',
        entity: 'checkTask',
        also: ['checkLine', 'checkDept'],
      },
      { code: 'checkReview', zh: '盘点复核', en: 'Reviews', path: '/eam/check-review', icon: 'list', entity: 'checkReview' },
      { code: 'checkScan', zh: '盘点记录', en: 'Observations', path: '/eam/check-scan', icon: 'list', entity: 'checkScan' },
    ],
  },
  {
    code: 'service',
    zh: '维修管理',
    en: 'Repairs',
    path: '/eam/service',
    icon: 'repair',
    children: [
      {
        code: 'repairOrder',
        zh: '维修工单',
        en: 'Repair orders',
        path: '/eam/repair',
        icon: 'repair',
        entity: 'repairOrder',
        also: ['repairPart'],
      },
    ],
  },
  {
    code: 'place',
    zh: '位置管理',
    en: 'Places',
    path: '/eam/plc',
    icon: 'place',
    children: [{ code: 'location', zh: '位置', en: 'Locations', path: '/eam/location', icon: 'place', entity: 'location' }],
  },
  {
    code: 'supply',
    zh: '供应商管理',
    en: 'Suppliers',
    path: '/eam/supply',
    icon: 'supplier',
    children: [{ code: 'supplier', zh: '供应商', en: 'Suppliers', path: '/eam/supplier', icon: 'supplier', entity: 'supplier' }],
  },
  {
    code: 'system',
    zh: '系统管理',
    en: 'Administration',
    path: '/system',
    icon: 'setting',
    children: [
      { code: 'dept', zh: '科室', en: 'Departments', path: '/system/dept', icon: 'dept', entity: 'dept' },
      { code: 'user', zh: '用户', en: 'Users', path: '/system/user', icon: 'user', entity: 'user' },
      { code: 'role', zh: '角色', en: 'Roles', path: '/system/role', icon: 'role', entity: 'role' },
      { code: 'accessLog', zh: '登录日志', en: 'Sign-in log', path: '/system/access-log', icon: 'list', entity: 'accessLog' },
      { code: 'hospital', zh: '机构', en: 'Organisations', path: '/system/hospital', icon: 'dept', entity: 'hospital' },
      {
        code: 'fieldConfig',
        zh: '字段配置',
        en: 'Field configuration',
        path: '/system/field-config',
        icon: 'field',
        entity: 'fieldConfig',
      },
      { code: 'customField', zh: '自定义字段', en: 'Custom fields', path: '/system/custom-field', icon: 'field', entity: 'customField' },
    ],
  },
]

/** The rights that the buttons of a menu item carry. */
export function buttonsOf(item: MenuItem): string[] {
  const of = [item.entity, ...(item.also ?? [])]
  return [...rights.keys()].filter((right) => of.includes(right.split('.')[0]))
}
