import { BarChartOutlined, FundProjectionScreenOutlined, HomeOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { deptBoard, deviceBoard } from '#contract/calls/board.ts'
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
    {
      path: '/datav/dept',
      whole: { right: deptBoard.may },
      Page: lazy(async () => ({ default: (await import('./board/dept-board.tsx')).DeptBoard })),
    },
    {
      path: '/datav/device',
      whole: { right: deviceBoard.may },
      Page: lazy(async () => ({ default: (await import('./board/device-board.tsx')).DeviceBoard })),
    },
  ],
  icons: { home: HomeOutlined, chart: BarChartOutlined, screen: FundProjectionScreenOutlined },
}
