import { AuditOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import type { DeskArea } from '#src/kit/desk-area.ts'

export const flowDesk: DeskArea = {
  name: 'flow',
  pages: [
    {
      path: '/flow/work',
      group: '/flow/work',
      Page: lazy(async () => ({ default: (await import('./work-page.tsx')).WorkPage })),
    },
  ],
  icons: { flow: AuditOutlined },
}
