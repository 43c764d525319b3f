import { ContainerOutlined, EnvironmentOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { location } from '#contract/entities/place/location.ts'
import { fetchPage } from '#src/data/hooks.ts'
import type { DeskModule } from '#src/kit/desk-module.ts'

const isToken = /^[0-9a-z]{12}$/

/** The place of the code on its label. */
async function placeOfCode(qrToken: string): Promise<string | undefined> {
  if (!isToken.test(qrToken)) return undefined
  const { records } = await fetchPage(location, { qrToken, size: 1 })
  return records[0]?.id
}

export const placeDesk: DeskModule = {
  name: 'place',
  pages: [
    {
      path: '/eam/location',
      group: '/eam/location',
      Page: lazy(async () => ({ default: (await import('./location-page.tsx')).LocationPage })),
    },
    {
      path: '/form/eam/floor-plan',
      group: '/eam/location',
      title: { zh: '平面图', en: 'Floor plan' },
      Page: lazy(async () => ({ default: (await import('./floor-plan-page.tsx')).FloorPlanPage })),
    },
    {
      path: '/form/eam/floor-plan-print',
      group: '/eam/location',
      title: { zh: '打印平面图', en: 'Print a floor plan' },
      Page: lazy(async () => ({ default: (await import('./plan-print-page.tsx')).PlanPrintPage })),
    },
    {
      path: '/eam/warehouse-entry',
      group: '/eam/warehouse-entry',
      Page: lazy(async () => ({ default: (await import('./entry-page.tsx')).EntryPage })),
    },
    {
      path: '/form/eam/warehouse-entry-view',
      group: '/eam/warehouse-entry',
      title: { zh: '入库单', en: 'Warehouse entry' },
      Page: lazy(async () => ({ default: (await import('./entry-print-page.tsx')).EntryPrintPage })),
    },
  ],
  search: [
    {
      of: location,
      about: ['level', 'dept'],
      list: '/eam/location',
      opens: (id) => `/eam/location?open=${id}`,
      byCode: placeOfCode,
    },
  ],
  icons: { place: EnvironmentOutlined, store: ContainerOutlined },
}
