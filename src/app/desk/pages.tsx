import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { matchPath } from 'react-router-dom'
import type { MenuItem } from '#contract/kit/area.ts'
import type { Words } from '#contract/kit/words.ts'
import { menu } from '#contract/menu.ts'
import { entityNamed } from '#contract/registry.ts'
import { homePath } from './tab.ts'

export interface DeskPage {
  readonly path: string
  readonly Page: LazyExoticComponent<ComponentType>
  /** Path of the menu item whose right opens it; absent: open to every signed-in person. */
  readonly group?: string
  /** Title until the page gives its own; pages of the menu carry the menu's name. */
  readonly title?: Words
}

const home = lazy(async () => ({ default: (await import('#src/features/insight/home-page.tsx')).HomePage }))

const notices = lazy(async () => ({ default: (await import('#src/features/platform/notice-page.tsx')).NoticePage }))
const noticesTitle: Words = { zh: '消息', en: 'Notices' }

const homeTitle: Words = { zh: '首页', en: 'Home' }

/** Pages that are more than a family's list, form and record. */
const special: readonly DeskPage[] = [
  { path: homePath, Page: home, title: homeTitle },
  {
    path: '/info/index',
    Page: lazy(async () => ({ default: (await import('#src/features/platform/person-page.tsx')).PersonPage })),
    title: { zh: '个人信息', en: 'My information' },
  },
  {
    path: '/eam/device',
    group: '/eam/device',
    Page: lazy(async () => ({ default: (await import('./device-list.tsx')).DeviceList })),
  },
  {
    path: '/eam/device/:id',
    group: '/eam/device',
    title: { zh: '设备卡', en: 'Device card' },
    Page: lazy(async () => ({ default: (await import('./device-record.tsx')).DeviceRecord })),
  },
  {
    path: '/eam/labels',
    group: '/eam/labels',
    Page: lazy(async () => ({ default: (await import('#src/features/label/label-page.tsx')).LabelPage })),
  },
  {
    path: '/eam/label-templates',
    group: '/eam/labels',
    title: { zh: '标签模板', en: 'Label templates' },
    Page: lazy(async () => ({ default: (await import('#src/features/label/template-page.tsx')).TemplatePage })),
  },
  {
    path: '/eam/label-prints',
    group: '/eam/label-prints',
    Page: lazy(async () => ({ default: (await import('#src/features/label/print-record-page.tsx')).PrintRecordPage })),
  },
  {
    path: '/eam/imports',
    group: '/eam/imports',
    Page: lazy(async () => ({ default: (await import('#src/features/import/import-page.tsx')).ImportPage })),
  },
  {
    path: '/eam/imports/:id',
    group: '/eam/imports',
    title: { zh: '数据导入', en: 'Imports' },
    Page: lazy(async () => ({ default: (await import('#src/features/import/import-record-page.tsx')).ImportRecordPage })),
  },
  {
    path: '/eam/check',
    group: '/eam/check',
    Page: lazy(async () => ({ default: (await import('#src/features/check/check-page.tsx')).CheckPage })),
  },
  {
    path: '/eam/check/:id',
    group: '/eam/check',
    title: { zh: '盘点任务', en: 'Check' },
    Page: lazy(async () => ({ default: (await import('#src/features/check/check-record-page.tsx')).CheckRecordPage })),
  },
  {
    path: '/eam/check/:id/report',
    group: '/eam/check',
    title: { zh: '盘点报告', en: 'Inventory report' },
    Page: lazy(async () => ({ default: (await import('#src/features/check/check-report-page.tsx')).CheckReportPage })),
  },
  {
    path: '/eam/repair',
    group: '/eam/repair',
    Page: lazy(async () => ({ default: (await import('#src/features/service/repair-page.tsx')).RepairPage })),
  },
  {
    path: '/eam/repair/:id',
    group: '/eam/repair',
    title: { zh: '维修工单', en: 'Repair order' },
    Page: lazy(async () => ({ default: (await import('#src/features/service/repair-record-page.tsx')).RepairRecordPage })),
  },
  { path: '/notice/task', title: noticesTitle, Page: notices },
  { path: '/notice/task/index', title: noticesTitle, Page: notices },
  {
    path: '/eam/location',
    group: '/eam/location',
    Page: lazy(async () => ({ default: (await import('./location-list.tsx')).LocationList })),
  },
  {
    path: '/system/dept',
    group: '/system/dept',
    Page: lazy(async () => ({ default: (await import('#src/features/platform/dept-page.tsx')).DeptPage })),
  },
  {
    path: '/system/user',
    group: '/system/user',
    Page: lazy(async () => ({ default: (await import('#src/features/platform/user-page.tsx')).UserPage })),
  },
  {
    path: '/system/role',
    group: '/system/role',
    Page: lazy(async () => ({ default: (await import('#src/features/platform/role-page.tsx')).RolePage })),
  },
  {
    path: '/system/hospital',
    group: '/system/hospital',
    Page: lazy(async () => ({ default: (await import('#src/features/platform/hospital-page.tsx')).HospitalPage })),
  },
  {
    path: '/system/field-config',
    group: '/system/field-config',
    Page: lazy(async () => ({ default: (await import('#src/features/platform/field-config-page.tsx')).FieldConfigPage })),
  },
]

const plain = (name: string): DeskPage['Page'] =>
  lazy(async () => {
    const { PlainPage } = await import('./plain-page.tsx')
    const of = entityNamed(name)
    return { default: () => <PlainPage of={of} /> }
  })

const leaves = (items: readonly MenuItem[]): MenuItem[] => items.flatMap((item) => (item.children ? leaves(item.children) : [item]))

/** Every page of the desk by path: the special ones, and one for each family that only stands in the menu. */
export const pages: readonly DeskPage[] = [
  ...special,
  ...leaves(menu).flatMap(({ path, entity }) =>
    entity && !special.some((page) => page.path === path) ? [{ path, group: path, Page: plain(entity) }] : [],
  ),
]

export interface FoundPage {
  readonly page: DeskPage
  readonly params: Readonly<Record<string, string | undefined>>
}

/** The page of an address and what its path carries, or nothing. */
export function pageAt(pathname: string): FoundPage | undefined {
  for (const page of pages) {
    const match = matchPath({ path: page.path, end: true }, pathname)
    if (match) return { page, params: match.params }
  }
  return undefined
}
