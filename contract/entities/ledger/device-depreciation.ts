import { entity } from '../../kit/entity/entity.ts'
import { choice, date, decimal, integer, json, link, money, text } from '../../kit/fields/field.ts'
import { depreciationMethods } from '../asset/device/depreciation-methods.ts'
import { valueChange } from '../asset/device/value-change.ts'
import { cardStates } from './card-states.ts'

const terms = { zh: '折旧参数（留空时按设备卡、资产分类、账簿的默认值）', en: 'Terms (empty: from the device card, category or book)' }
const figures = { zh: '折旧进度', en: 'Depreciation progress' }

/** A device card in a book: what finance says about it, and how far it has been charged. */
export const deviceDepreciation = entity('deviceDepreciation', {
  zh: '折旧卡',
  en: 'Depreciation card',
  module: 'ledger',
  path: '/eam/devicedepreciation',
  title: 'assetNo',
  called: ['device', 'rule'],
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export', 'template'],
  scope: { through: 'device' },
  told: valueChange,
  lines: [
    {
      zh: '资金来源构成',
      en: 'Fund breakdown',
      entity: 'deviceFund',
      by: 'card',
      as: 'funds',
      order: 'place',
      max: 20,
      once: ['fundSource'],
      totals: { fundTotal: ['amount'] },
      hint: {
        zh: '折旧按各资金来源的金额分摊，最后一项取余数。',
        en: 'Depreciation is split by these amounts; the last fund takes the remainder.',
      },
    },
  ],
  fields: {
    assetNo: text({ zh: '资产编号', en: 'Asset number', required: true, readOnly: true, list: true, search: true, max: 60 }),
    device: link({ zh: '设备卡', en: 'Device card', to: 'device', required: true, list: true }),
    rule: link({ zh: '账簿', en: 'Book', to: 'depreciationRule', required: true, list: true }),
    startDate: date({ zh: '折旧开始日期', en: 'Charged from', group: terms }),
    depreciationMethod: choice({ zh: '折旧方法', en: 'Depreciation method', of: depreciationMethods, group: terms }),
    lifeMonths: integer({ zh: '折旧月数', en: 'Useful life (months)', min: 1, max: 600, group: terms }),
    residualRate: decimal({ zh: '残值率', en: 'Residual rate', scale: 4, min: 0, max: 1, group: terms }),
    lifeUnits: decimal({ zh: '总工作量', en: 'Lifetime workload', scale: 3, min: 0, max: 999_999_999, group: terms }),
    openingAmount: money({ zh: '期初累计折旧', en: 'Opening accumulated depreciation', min: 0, group: terms }),
    openingMonths: integer({ zh: '期初已计提月数', en: 'Opening months charged', min: 0, max: 600, group: terms }),
    writeOffDate: date({ zh: '核销日期', en: 'Written off on', group: terms }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500, group: terms }),
    cardState: choice({
      zh: '计提状态',
      en: 'Charging status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'waiting',
      of: cardStates,
      group: figures,
    }),
    bookValue: money({ zh: '账面原值', en: 'Book value', readOnly: true, list: true, group: figures }),
    accumulated: money({ zh: '累计折旧', en: 'Accumulated depreciation', readOnly: true, list: true, group: figures }),
    netValue: money({ zh: '净值', en: 'Net value', readOnly: true, list: true, group: figures }),
    chargedMonths: integer({ zh: '已计提月数', en: 'Months charged', readOnly: true, list: true, group: figures }),
    chargedOn: date({ zh: '计提至', en: 'Charged until', readOnly: true, group: figures }),
    fundTotal: money({ zh: '资金合计', en: 'Fund total', readOnly: true, group: figures }),
    correction: text({ zh: '待更正', en: 'Correction to post', readOnly: true, max: 2000, group: figures }),
    correctionBefore: text({ zh: '上月更正', en: 'Last month’s correction', readOnly: true, max: 2000 }),
    // What corrections called wrong: the next month moves what was posted to it.
    misfiled: json({ zh: '更正的科室和资金', en: 'Corrected departments and funds', readOnly: true }),
    // What the next month goes on from, and what it was before the last one, so that this can be run again.
    progress: json({ zh: '计提进度', en: 'Progress', readOnly: true }),
    progressBefore: json({ zh: '上月进度', en: 'Last month’s progress', readOnly: true }),
  },
})
