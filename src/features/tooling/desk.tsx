import { lazy } from 'react'
import type { DeskModule } from '#src/kit/desk-module.ts'

const Jobs = lazy(async () => ({ default: (await import('./jobs-page.tsx')).JobsPage }))

export const toolingDesk: DeskModule = {
  name: 'tooling',
  pages: [
    { path: '/jobs', title: { zh: '后台任务', en: 'Background tasks' }, Page: Jobs },
    { path: '/jobs/:id', title: { zh: '后台任务', en: 'Background tasks' }, Page: Jobs },
    {
      path: '/system/client',
      group: '/system/client',
      Page: lazy(async () => ({ default: (await import('./client-page.tsx')).ClientPage })),
    },
    {
      path: '/resource/oss',
      group: '/resource/oss',
      Page: lazy(async () => ({ default: (await import('./oss-page.tsx')).OssPage })),
    },
    {
      path: '/tool/code',
      group: '/tool/code',
      Page: lazy(async () => ({ default: (await import('./code-page.tsx')).CodePage })),
    },
  ],
  records: { backgroundJob: '/jobs' },
}
