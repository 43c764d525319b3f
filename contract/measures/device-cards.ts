import { device } from '../entities/asset/device/device.ts'
import { standingStates } from '../entities/asset/device/device-states.ts'
import { measure } from '../kit/figures/measure.ts'

const counts = ['count', 'amount']
/** States of cards in service: neither in stock nor disposed of. */
const inService = 'in_use,repairing,lent,idle,pending_disposal,missing'

/** How many devices there are, what they cost, and how many can be used. */
export const deviceCards = measure('deviceCards', device, {
  zh: '设备统计',
  en: 'Devices',
  module: 'asset',
  path: '/eam/measure/device-cards',
  page: '/eam/device',
  usually: { eamStatus: standingStates },
  filters: [
    'eamStatus',
    'filingStatus',
    'useDept',
    'location',
    'classify',
    'assetsCategory',
    'importantClassification',
    'riskLevel',
    'origin',
    'fundSource',
    'ownership',
  ],
  period: 'enableDate',
  isStock: true,
  groups: {
    eamStatus: { by: 'eamStatus' },
    useDept: { by: 'useDept' },
    assetsCategory: { by: 'assetsCategory' },
    classify: { by: 'classify' },
    location: { by: 'location' },
    filingStatus: { by: 'filingStatus' },
    importantClassification: { by: 'importantClassification' },
    riskLevel: { by: 'riskLevel' },
    fundSource: { by: 'fundSource' },
    origin: { by: 'origin' },
    ownership: { by: 'ownership' },
    supplier: { by: 'supplier' },
    age: { by: 'enableDate', as: 'age', bounds: [1, 3, 5, 8, 10], words: { zh: '使用年限', en: 'Age' } },
    value: {
      by: 'originalValue',
      as: 'band',
      bounds: [10_000, 50_000, 100_000, 500_000, 1_000_000],
      words: { zh: '原值区间', en: 'Value range' },
    },
    purchaseYear: { by: 'purchaseDate', as: 'year', words: { zh: '购置年份', en: 'Purchase year' } },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '设备数',
      en: 'Devices',
      unit: 'devices',
      formula: {
        zh: '数据范围内未删除的设备卡张数，不含已报废；按状态筛选已报废时计已报废的。',
        en: 'Device cards in your data scope that are not deleted, without disposed ones unless you filter by that state.',
      },
    },
    amount: {
      kind: 'sum',
      of: 'originalValue',
      zh: '原值',
      en: 'Original value',
      unit: 'money',
      formula: {
        zh: '这些设备卡的原值之和，投放、租赁和试用的设备不计，未填原值按 0 计。',
        en: 'The sum of their original values; placed, leased and trial devices and cards without a value count as 0.',
      },
    },
    intact: {
      kind: 'ratio',
      where: { eamStatus: inService },
      part: { eamStatus: 'in_use,lent,idle' },
      zh: '完好率',
      en: 'Intact rate',
      unit: 'percent',
      formula: {
        zh: '完好率 = 在用、借出和闲置的设备 ÷ 在册设备（不含在库和已报废）。',
        en: 'Intact rate = devices in use, lent or idle ÷ devices in service (all but those in stock and disposed of).',
      },
    },
  },
  reports: {
    byDept: {
      zh: '科室设备报表',
      en: 'Devices by department',
      path: ['/eam/report/deptReport', '/data-view/dept-count'],
      group: 'useDept',
      figures: counts,
    },
    byLocation: { zh: '位置设备报表', en: 'Devices by location', path: '/eam/report/location-report', group: 'location', figures: counts },
    byClass: {
      zh: '医疗器械分类报表',
      en: 'Devices by device class',
      path: ['/eam/report/categoryReport', '/large/screen/general-classification'],
      group: 'classify',
      figures: counts,
    },
    byCategory: {
      zh: '资产分类报表',
      en: 'Devices by asset category',
      path: ['/eam/report/assetsCategoryReport', '/data-view/category-count'],
      group: 'assetsCategory',
      figures: counts,
    },
    byState: {
      zh: '设备状态分布',
      en: 'Devices by status',
      path: ['/large/screen/state-distribution', '/data-view/select-status'],
      group: 'eamStatus',
      figures: counts,
    },
    byFiling: {
      zh: '建档状态分布',
      en: 'Devices by filing status',
      path: '/data-view/select-status2',
      group: 'filingStatus',
      figures: counts,
    },
    byImportant: {
      zh: '重点分类报表',
      en: 'Devices by priority class',
      path: '/eam/report/card-category-report',
      group: 'importantClassification',
      figures: counts,
    },
    byRisk: { zh: '管理类别分布', en: 'Devices by risk class', path: '/data-view/risk-type', group: 'riskLevel', figures: counts },
    byValue: {
      zh: '设备原值分布',
      en: 'Devices by value range',
      path: '/large/screen/value-distribution',
      group: 'value',
      figures: counts,
    },
    byYear: {
      zh: '设备原值趋势',
      en: 'Devices by purchase year',
      path: '/large/screen/value-trend',
      group: 'purchaseYear',
      isTrend: true,
      figures: counts,
    },
    byFund: {
      zh: '资金来源报表',
      en: 'Devices by fund',
      path: ['/eam/report/fund-source-report', '/data-view/way-list'],
      group: 'fundSource',
      figures: counts,
    },
    byAge: { zh: '使用年限报表', en: 'Devices by age', path: '/eam/report/age-report', group: 'age', figures: counts },
  },
})
