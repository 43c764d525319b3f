import * as areaView from '../calls/insight/area-view.ts'
import * as benefit from '../calls/insight/benefit.ts'
import { boardTitles, deptBoard, deviceBoard } from '../calls/insight/board.ts'
import { deviceDay, deviceDays, deviceDaysOfAll, devicesToday, qualityDays, qualityDevices } from '../calls/insight/daily.ts'
import { deviceTips, deviceTipsCount } from '../calls/insight/device-tips.ts'
import { dueDays, dueFeed, dueFeedEnd, dueFeedFile, dueFeedMake } from '../calls/insight/due.ts'
import * as home from '../calls/insight/home.ts'
import { pushWeekReports } from '../calls/insight/notice-report.ts'
import { boardCopy, boardHome, boardLists, boardRights, boardRoles, boardShown } from '../calls/insight/own-board.ts'
import { placeMap } from '../calls/insight/place-map.ts'
import * as replacement from '../calls/insight/replacement.ts'
import { assetsCardChoices, categoryChoices, classChoices, deptChoices } from '../calls/insight/report-choices.ts'
import { deviceIncome } from '../entities/insight/device-income.ts'
import { deviceIncomeImport } from '../entities/insight/device-income-import.ts'
import { noticeReport } from '../entities/insight/notice-report.ts'
import { ownBoard, panelShape } from '../entities/insight/own-board.ts'
import { replacementRule } from '../entities/insight/replacement-rule.ts'
import { reportNotices } from '../entities/insight/report-notices.ts'
import { weekReporting } from '../entities/insight/report-rules.ts'
import { out } from '../kit/entity/answer.ts'
import { module } from '../kit/module.ts'
import { deviceIncomes } from '../measures/device-incomes.ts'

const ownBoards = ['ownBoard.list', 'ownBoard.submit', 'ownBoard.remove'] as const

/** Figures and the home page. */
export const insightModule = module({
  name: 'insight',
  entities: [noticeReport, ownBoard, replacementRule, deviceIncome],
  measures: [deviceIncomes],
  imports: { deviceIncome: deviceIncomeImport },
  json: { 'ownBoard.panels': out.list(panelShape) },
  rules: [weekReporting],
  notices: reportNotices,
  calls: [
    deviceBoard,
    deptBoard,
    ...Object.values(home),
    qualityDays,
    qualityDevices,
    deviceDays,
    deviceDaysOfAll,
    deviceDay,
    devicesToday,
    pushWeekReports,
    deviceTips,
    deviceTipsCount,
    dueDays,
    dueFeed,
    dueFeedMake,
    dueFeedEnd,
    dueFeedFile,
    ...Object.values(replacement),
    ...Object.values(benefit),
    boardShown,
    boardCopy,
    boardHome,
    boardRoles,
    ...Object.values(boardLists),
    ...Object.values(areaView),
    placeMap,
    ...Object.values(deptChoices),
    ...Object.values(categoryChoices),
    ...Object.values(assetsCardChoices),
    ...Object.values(classChoices),
  ],
  menu: [
    { code: 'home', zh: '首页', en: 'Home', path: '/wel/dashboard', icon: 'home', also: ['notice'] },
    {
      under: 'maintenance',
      code: 'dueCalendar',
      zh: '到期日历',
      en: 'Due calendar',
      path: '/eam/due-calendar',
      icon: 'calendar',
      seenWith: 'device',
    },
    { under: 'asset', code: 'report', zh: '统计报表', en: 'Reports', path: '/eam/report', icon: 'chart', entity: 'device' },
    {
      under: 'asset',
      code: 'replacement',
      zh: '设备更新清单',
      en: 'Replacement list',
      path: '/eam/replacement',
      icon: 'chart',
      entity: 'replacement',
      also: ['replacementRule'],
    },
    {
      under: 'asset',
      code: 'deviceBenefit',
      zh: '单机效益',
      en: 'Device benefit',
      path: '/eam/device-benefit',
      icon: 'chart',
      seenWith: 'deviceIncome',
    },
    {
      under: 'asset',
      code: 'yearFolder',
      zh: '年度检查资料',
      en: 'Yearly folder',
      path: '/eam/year-folder',
      icon: 'list',
      seenWith: 'yearFolder',
    },
    {
      under: 'asset',
      code: 'deviceIncome',
      zh: '设备收入',
      en: 'Device income',
      path: '/eam/device-income',
      icon: 'list',
      entity: 'deviceIncome',
      isSearchOnly: true,
    },
    {
      under: 'asset',
      code: 'noticeReport',
      zh: '科室周报',
      en: 'Weekly reports',
      path: '/eam/week-report',
      icon: 'chart',
      entity: 'noticeReport',
      isSearchOnly: true,
    },
    {
      code: 'boards',
      zh: '数据大屏',
      en: 'Wall boards',
      path: '/datav',
      icon: 'screen',
      tops: ['assets', 'work'],
      children: [
        { code: 'deptBoard', zh: '科室看板', en: 'Department board', path: '/datav/dept', icon: 'screen', entity: 'board' },
        { code: 'deviceBoard', zh: '设备看板', en: 'Device board', path: '/datav/device', icon: 'screen', entity: 'board' },
        { code: 'inventoryBoard', zh: '盘点看板', en: 'Inventory board', path: '/datav/inventory', icon: 'screen', seenWith: 'checkTask' },
        { code: 'scanBoard', zh: '物联盘点看板', en: 'Scan board', path: '/datav/dept/pda', icon: 'screen', seenWith: 'checkTask' },
        { ...boardTitles.asset, code: 'assetBoard', path: '/datav/asset', icon: 'screen', seenWith: 'device' },
        { ...boardTitles.maintenance, code: 'maintenanceBoard', path: '/datav/maintenance', icon: 'screen', seenWith: 'maintainOrder' },
        { ...boardTitles.monitor, code: 'monitorBoard', path: '/datav/monitor', icon: 'screen', seenWith: 'sensorConfig' },
        { ...boardTitles.energy, code: 'energyBoard', path: '/datav/energy', icon: 'screen', seenWith: 'deviceSecDay' },
        { code: 'mapBoard', zh: placeMap.zh, en: placeMap.en, path: '/datav/map', icon: 'screen', seenWith: 'floorPlan' },
        { code: 'ownBoard', zh: '自定义看板', en: 'Own boards', path: '/eam/own-board', icon: 'screen', entity: 'ownBoard' },
      ],
    },
  ],
  secretCalls: ['due.feedMake'],
  moreRights: { ...boardRights, 'yearFolder.list': { zh: '查看年度检查资料', en: 'View: Yearly folder' } },
  rights: {
    virtual: ['board.list'],
    equipment_manager: ['noticeReport.*', 'replacement.*', 'replacementRule.*', 'deviceIncome.*', ...ownBoards],
    engineer: ownBoards,
    head: [
      'noticeReport.list',
      'replacement.list',
      'replacement.export',
      'replacementRule.list',
      'deviceIncome.list',
      'deviceIncome.export',
      'yearFolder.list',
      ...ownBoards,
    ],
    keeper: ['noticeReport.list', ...ownBoards],
    warehouse_keeper: ownBoards,
  },
})
