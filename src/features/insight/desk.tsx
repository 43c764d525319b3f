import { BarChartOutlined, CalendarOutlined, FundProjectionScreenOutlined, HomeOutlined } from '@ant-design/icons'
import { type ComponentType, lazy } from 'react'
import { inventoryBoard, scanBoard } from '#contract/calls/check/check-board.ts'
import { boardTitles, deptBoard, deviceBoard } from '#contract/calls/insight/board.ts'
import { homeApply, homeHelp, homeProcessed, homeWarnings } from '#contract/calls/insight/home.ts'
import { placeMap } from '#contract/calls/insight/place-map.ts'
import { ownBoard } from '#contract/entities/insight/own-board.ts'
import type { DeskModule } from '#src/kit/desk-module.ts'
import { type Board, offerBoards, ownBoardPath } from './board/boards.ts'
import { guides } from './first-steps/guides.ts'
import { guideWords } from './first-steps/words.ts'

const Home = lazy(async () => ({ default: (await import('./home-page.tsx')).HomePage }))
const loadOwnBoard = () => import('./own-board/own-board-page.tsx')
const ownBoards = () => import('./own-board/own-board-pages.tsx')
const home = { zh: '首页', en: 'Home' } as const

interface Shown extends Board {
  readonly load: () => Promise<{ default: ComponentType }>
}

/** The wall boards, in the order in which a playlist shows them. */
const boards: readonly Shown[] = [
  {
    path: '/datav/dept',
    title: deptBoard,
    right: deptBoard.may,
    load: async () => ({ default: (await import('./board/dept-board.tsx')).DeptBoard }),
  },
  {
    path: '/datav/device',
    title: deviceBoard,
    right: deviceBoard.may,
    load: async () => ({ default: (await import('./board/device-board.tsx')).DeviceBoard }),
  },
  {
    path: '/datav/inventory',
    title: inventoryBoard,
    right: inventoryBoard.may,
    load: async () => ({ default: (await import('./board/inventory-board.tsx')).InventoryBoard }),
  },
  {
    path: '/datav/dept/pda',
    title: scanBoard,
    right: scanBoard.may,
    load: async () => ({ default: (await import('./board/scan-board.tsx')).ScanBoard }),
  },
  {
    path: '/datav/asset',
    title: boardTitles.asset,
    right: 'device.list',
    load: async () => ({ default: (await import('./board/asset-board.tsx')).AssetBoard }),
  },
  {
    path: '/datav/maintenance',
    title: boardTitles.maintenance,
    right: 'maintainOrder.list',
    load: async () => ({ default: (await import('./board/maintenance-board.tsx')).MaintenanceBoard }),
  },
  {
    path: '/datav/monitor',
    title: boardTitles.monitor,
    right: 'sensorConfig.list',
    load: async () => ({ default: (await import('./board/monitor-board.tsx')).MonitorBoard }),
  },
  {
    path: '/datav/energy',
    title: boardTitles.energy,
    right: 'deviceSecDay.list',
    load: async () => ({ default: (await import('./board/energy-board.tsx')).EnergyBoard }),
  },
  {
    path: '/datav/map',
    title: placeMap,
    right: placeMap.may,
    load: async () => ({ default: (await import('./board/map/map-board.tsx')).MapBoard }),
  },
]
offerBoards(boards, loadOwnBoard)

export const insightDesk: DeskModule = {
  name: 'insight',
  pages: [
    { path: '/wel/dashboard', title: home, Page: Home },
    {
      path: '/eam/report',
      group: '/eam/report',
      Page: lazy(async () => ({ default: (await import('./measure-page.tsx')).MeasurePage })),
    },
    {
      path: '/form/eam/report-detail',
      group: '/eam/report',
      title: { zh: '报表明细', en: 'Report details' },
      Page: lazy(async () => ({ default: (await import('./report-detail-page.tsx')).ReportDetailPage })),
    },
    {
      path: '/form/eam/report-print',
      group: '/eam/report',
      title: { zh: '打印报表', en: 'Print report' },
      Page: lazy(async () => ({ default: (await import('./report-print-page.tsx')).ReportPrintPage })),
    },
    {
      path: '/eam/week-report',
      group: '/eam/week-report',
      Page: lazy(async () => ({ default: (await import('./week-report-page.tsx')).WeekReportPage })),
    },
    {
      path: '/eam/replacement',
      group: '/eam/replacement',
      Page: lazy(async () => ({ default: (await import('./benefit/replacement-page.tsx')).ReplacementPage })),
    },
    {
      path: '/eam/device-benefit',
      group: '/eam/device-benefit',
      Page: lazy(async () => ({ default: (await import('./benefit/benefit-page.tsx')).BenefitPage })),
    },
    {
      path: '/eam/device-benefit/:id',
      group: '/eam/device-benefit',
      title: { zh: '单机效益', en: 'Device benefit' },
      Page: lazy(async () => ({ default: (await import('./benefit/benefit-record-page.tsx')).BenefitRecordPage })),
    },
    {
      path: '/eam/year-folder',
      group: '/eam/year-folder',
      Page: lazy(async () => ({ default: (await import('./benefit/year-folder-page.tsx')).YearFolderPage })),
    },
    {
      path: '/form/eam/device-benefit-print',
      group: '/eam/device-benefit',
      title: { zh: '打印单机效益', en: 'Print device benefit' },
      Page: lazy(async () => ({ default: (await import('./benefit/benefit-print-page.tsx')).BenefitPrintPage })),
    },
    {
      path: '/eam/due-calendar',
      Page: lazy(async () => ({ default: (await import('./due-calendar-page.tsx')).DueCalendarPage })),
    },
    {
      path: '/eam/own-board',
      group: '/eam/own-board',
      Page: lazy(async () => ({ default: (await ownBoards()).OwnBoardsPage })),
    },
    {
      path: '/eam/own-board/:id',
      group: '/eam/own-board',
      title: ownBoard,
      Page: lazy(async () => ({ default: (await ownBoards()).OwnBoardRecordPage })),
    },
    {
      path: ownBoardPath(':id'),
      whole: { right: 'ownBoard.list' },
      Page: lazy(async () => ({ default: (await loadOwnBoard()).OwnBoardPage })),
    },
    ...boards.map(({ path, right, load }) => ({ path, whole: { right }, Page: lazy(load) })),
  ],
  parts: [
    { at: 'shell.guide', name: 'guide', Part: lazy(async () => ({ default: (await import('./first-steps/guide-bar.tsx')).GuideBar })) },
    {
      at: 'device.value',
      name: 'benefit',
      Part: lazy(async () => ({ default: (await import('./benefit/benefit-link.tsx')).BenefitLink })),
    },
  ],
  panels: [
    ...guides.map(({ name, needs, lacks }) => ({
      name,
      ...guideWords.title,
      order: 90,
      columns: 12 as const,
      shows: 'steps' as const,
      needs,
      lacks,
      Panel: lazy(async () => ({ default: (await import('./first-steps/guide-panel.tsx')).guidePanel(name) })),
    })),
    {
      name: 'home.processed',
      zh: '待我处理',
      en: 'Waiting for you',
      order: 100,
      columns: 8,
      shows: 'links',
      counts: { of: homeProcessed },
      needs: [],
      Panel: lazy(async () => ({ default: (await import('./count-panels.tsx')).ProcessedPanel })),
    },
    {
      name: 'home.warnings',
      zh: '预警',
      en: 'Warnings',
      order: 110,
      columns: 4,
      shows: 'links',
      counts: { of: homeWarnings },
      needs: [],
      in: 'all',
      Panel: lazy(async () => ({ default: (await import('./count-panels.tsx')).WarningPanel })),
    },
    {
      name: 'home.apply',
      zh: '我发起的',
      en: 'Started by me',
      order: 230,
      columns: 4,
      shows: 'list',
      counts: { of: homeApply },
      needs: [],
      Panel: lazy(async () => ({ default: (await import('./count-panels.tsx')).ApplyPanel })),
    },
    {
      name: 'home.devices',
      zh: '设备概况',
      en: 'Devices',
      order: 300,
      columns: 12,
      shows: 'totals',
      needs: ['device.list'],
      Panel: lazy(async () => ({ default: (await import('./statistics-panel.tsx')).StatisticsPanel })),
    },
    {
      name: 'home.own',
      zh: '我的指标',
      en: 'My figures',
      order: 310,
      columns: 12,
      shows: 'long',
      needs: ['ownBoard.list'],
      isExtra: true,
      Panel: lazy(async () => ({ default: (await import('./own-board/own-home-panel.tsx')).OwnHomePanel })),
    },
    {
      name: 'home.help',
      zh: '帮助',
      en: 'Help',
      order: 399,
      columns: 12,
      shows: 'help',
      counts: { of: homeHelp },
      needs: [],
      Panel: lazy(async () => ({ default: (await import('./help-panel.tsx')).HelpPanel })),
    },
  ],
  records: { ownBoard: '/eam/own-board' },
  icons: { home: HomeOutlined, calendar: CalendarOutlined, chart: BarChartOutlined, screen: FundProjectionScreenOutlined },
}
