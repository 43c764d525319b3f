import { CheckSquareOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { checkTask } from '#contract/entities/check/check-task.ts'
import type { DeskModule } from '#src/kit/desk-module.ts'

const DeviceChecks = lazy(async () => ({ default: (await import('./device-checks.tsx')).DeviceChecks }))

export const checkDesk: DeskModule = {
  name: 'check',
  pages: [
    {
      path: '/eam/check',
      group: '/eam/check',
      Page: lazy(async () => ({ default: (await import('./check-page.tsx')).CheckPage })),
    },
    {
      path: '/eam/check/:id',
      group: '/eam/check',
      title: { zh: '盘点任务', en: 'Check' },
      Page: lazy(async () => ({ default: (await import('./check-record-page.tsx')).CheckRecordPage })),
    },
    {
      path: '/eam/check/:id/report',
      group: '/eam/check',
      title: { zh: '盘点报告', en: 'Inventory report' },
      Page: lazy(async () => ({ default: (await import('./check-report-page.tsx')).CheckReportPage })),
    },
    {
      path: '/eam/check-line',
      group: '/eam/check',
      title: { zh: '盘点明细', en: 'Check lines' },
      Page: lazy(async () => ({ default: (await import('./check-line-page.tsx')).CheckLinePage })),
    },
    {
      path: '/eam/check-dept',
      group: '/eam/check',
      title: { zh: '盘点科室', en: 'Check departments' },
      Page: lazy(async () => ({ default: (await import('./check-dept-page.tsx')).CheckDeptPage })),
    },
  ],
  panels: [
    {
      name: 'check.running',
      zh: '进行中的盘点',
      en: 'Running checks',
      // Behind the two halves of a row, beside other thirds.
      order: 212,
      columns: 4,
      shows: 'list',
      needs: ['checkTask.list', 'checkLine.list'],
      Panel: lazy(async () => ({ default: (await import('./running-checks.tsx')).RunningChecks })),
    },
  ],
  icons: { check: CheckSquareOutlined },
  tabs: [
    {
      of: 'device',
      name: 'checks',
      zh: '盘点',
      en: 'Checks',
      order: 20,
      may: 'checkLine.list',
      counts: { of: 'checkLine', by: 'device' },
      Tab: DeviceChecks,
    },
  ],
  search: [{ of: checkTask, about: ['checkStatus', 'beginDate', 'endDate'], list: '/eam/check', opens: (id) => `/eam/check/${id}` }],
  records: { checkTask: '/eam/check' },
}
