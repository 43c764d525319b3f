import { device } from '../../entities/asset/device/device.ts'
import { ambulanceCheck } from '../../entities/check/ambulance-check.ts'
import { ambulanceCheckLine } from '../../entities/check/ambulance-check-line.ts'
import { lists, via } from '../../kit/entity/list.ts'

const path = '/eam/ambulance-check'
const ofCheck = {
  checkDate: via('check', ambulanceCheck, 'checkDate'),
  shift: via('check', ambulanceCheck, 'shift'),
} as const

/** The checks of shifts and how many were complete. */
export const ambulanceLists = lists(ambulanceCheck, {
  page: { kind: 'page', zh: '急救检查列表', en: 'Emergency checks', path: 'web-ambulance-list' },
  count: { kind: 'count', zh: '急救检查计数', en: 'Emergency checks by result', path: 'web-ambulance-count', by: 'checkResult' },
  dates: {
    kind: 'list',
    zh: '急救检查日期',
    en: 'Emergency check dates',
    path: 'check-date',
    columns: ['checkDate', 'shift', 'dept', 'checkResult'],
    order: { descs: 'checkDate' },
  },
})

/** What was found, shift by shift. */
export const ambulanceLineLists = lists(ambulanceCheckLine, {
  shifts: { kind: 'page', zh: '班次检查明细', en: 'Lines by shift', path: `${path}/web-shift-inventory`, joined: ofCheck },
  losses: {
    kind: 'page',
    zh: '急救缺失列表',
    en: 'Missing emergency items',
    path: `${path}/web-loss-list`,
    where: { lineResult: 'loss' },
    joined: ofCheck,
  },
  byResult: { kind: 'count', zh: '检查结果计数', en: 'Emergency check lines by result', path: `${path}/status-count`, by: 'lineResult' },
})

/** The life-saving devices of departments, from which a check is begun. */
export const ambulanceDevices = lists(device, {
  lifeSaving: {
    call: 'ambulanceCheck.devices',
    kind: 'page',
    zh: '科室急救设备',
    en: 'Department emergency devices',
    path: `${path}/dept-device-list`,
    where: { importantClassification: 'emergency,life_support' },
    given: { dept: 'useDept' },
    columns: ['deviceName', 'deviceCode', 'deviceModel', 'useDept', 'location', 'eamStatus', 'importantClassification'],
  },
})
