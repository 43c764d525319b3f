import { FlagOutlined, HourglassOutlined, ShareAltOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { sharedBorrowing } from '#contract/entities/pool/shared-borrowing.ts'
import type { Row } from '#src/data/hooks.ts'
import type { DeskModule } from '#src/kit/desk-module.ts'
import { homePool } from './home-words.ts'

const TagActs = lazy(async () => {
  const { TagActs } = await import('./tag-acts.tsx')
  return { default: ({ selected }: { readonly selected: readonly Row[] }) => <TagActs selected={selected} /> }
})
const Borrowings = lazy(async () => ({ default: (await import('./device-borrowings.tsx')).DeviceBorrowings }))

export const poolDesk: DeskModule = {
  name: 'pool',
  pages: [
    { path: '/eam/share', group: '/eam/share', Page: lazy(async () => ({ default: (await import('./pool-page.tsx')).PoolPage })) },
    {
      path: '/eam/share-calendar',
      group: '/eam/share',
      title: { zh: '共享日历', en: 'Pool calendar' },
      Page: lazy(async () => ({ default: (await import('./calendar-page.tsx')).CalendarPage })),
    },
    {
      path: '/eam/shared-borrowing',
      group: '/eam/shared-borrowing',
      Page: lazy(async () => ({ default: (await import('./borrowing-page.tsx')).BorrowingPage })),
    },
    {
      path: '/eam/shared-borrowing/:id',
      group: '/eam/shared-borrowing',
      title: { zh: '共享借用', en: 'Shared borrowing' },
      Page: lazy(async () => ({ default: (await import('./borrowing-record-page.tsx')).BorrowingRecordPage })),
    },
    {
      path: '/eam/share-waiting/:id',
      group: '/eam/share-waiting',
      title: { zh: '共享候补', en: 'Waiting list' },
      Page: lazy(async () => ({ default: (await import('./waiting-record-page.tsx')).WaitingRecordPage })),
    },
    { path: '/eam/marker', group: '/eam/marker', Page: lazy(async () => ({ default: (await import('./marker-page.tsx')).MarkerPage })) },
  ],
  panels: [
    {
      name: 'pool.income',
      ...homePool.income,
      order: 381,
      columns: 6,
      shows: 'trend',
      needs: ['sharedBorrowing.list'],
      isExtra: true,
      Panel: lazy(async () => ({ default: (await import('./home-charts.tsx')).IncomePanel })),
    },
    {
      name: 'pool.use',
      ...homePool.use,
      order: 382,
      columns: 6,
      shows: 'trend',
      needs: ['sharedBorrowing.list'],
      isExtra: true,
      Panel: lazy(async () => ({ default: (await import('./home-charts.tsx')).UsePanel })),
    },
  ],
  icons: { pool: ShareAltOutlined, waiting: HourglassOutlined, flag: FlagOutlined },
  parts: [{ at: 'device.list', name: 'poolTags', Part: TagActs, order: 5 }],
  tabs: [
    {
      of: 'device',
      name: 'borrowings',
      zh: '共享借用',
      en: 'Shared use',
      order: 25,
      may: 'sharedBorrowing.list',
      counts: { of: 'sharedBorrowing', by: 'device' },
      Tab: Borrowings,
    },
  ],
  search: [
    {
      of: sharedBorrowing,
      about: ['device', 'borrowDept', 'borrowingStatus', 'fromTime'],
      list: '/eam/shared-borrowing',
      opens: (id) => `/eam/shared-borrowing/${id}`,
    },
  ],
  records: { sharedBorrowing: '/eam/shared-borrowing', poolWaiting: '/eam/share-waiting' },
}
