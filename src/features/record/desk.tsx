import { lazy } from 'react'
import { homeWarnings } from '#contract/calls/insight/home.ts'
import type { DeskModule } from '#src/kit/desk-module.ts'

export const recordDesk: DeskModule = {
  name: 'record',
  pages: [
    {
      path: '/system/log',
      group: '/system/log',
      Page: lazy(async () => ({ default: (await import('./log-page.tsx')).LogPage })),
    },
    {
      path: '/system/access-review',
      group: '/system/access-review',
      Page: lazy(async () => ({ default: (await import('./access-page.tsx')).AccessPage })),
    },
  ],
  panels: [
    {
      name: 'platform.rights',
      zh: '权限变更',
      en: 'Permission changes',
      order: 380,
      columns: 6,
      shows: 'long',
      counts: { of: homeWarnings, code: 'platform.rights' },
      needs: ['accessLog.list'],
      leadsWithout: ['device.submit'],
      in: 'all',
      Panel: lazy(async () => ({ default: (await import('./access-panel.tsx')).RightsPanel })),
    },
    {
      name: 'platform.exports',
      zh: '数据导出',
      en: 'Exports',
      order: 381,
      columns: 6,
      shows: 'long',
      counts: { of: homeWarnings, code: 'platform.exports' },
      needs: ['accessLog.list'],
      leadsWithout: ['device.submit'],
      in: 'all',
      Panel: lazy(async () => ({ default: (await import('./access-panel.tsx')).ExportsPanel })),
    },
  ],
}
