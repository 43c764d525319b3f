import { BarChartOutlined, HomeOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import type { DeskArea } from '#src/kit/desk-area.ts'

export const insightDesk: DeskArea = {
  name: 'insight',
  pages: [
    {
      path: '/wel/dashboard',
      title: { zh: '首页', en: 'Home' },
      Page: lazy(async () => ({ default: (await import('./home-page.tsx')).HomePage })),
    },
    {
      path: '/eam/report',
      group: '/eam/report',
      Page: lazy(async () => ({ default: (await import('./measure-page.tsx')).MeasurePage })),
    },
  ],
  icons: { home: HomeOutlined, chart: BarChartOutlined },
}
