import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { choice, date, integer, link, money, numbering, text } from '../../kit/fields/field.ts'

/** A card that was bought as one and is kept as several from a day on. The books are divided with it. */
export const deviceSplit = entity('deviceSplit', {
  zh: '卡片拆分',
  en: 'Card split',
  module: 'ledger',
  path: '/eam/device-split',
  title: 'splitNo',
  called: ['device', 'splitOn'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'device' },
  columns: ['splitNo', 'splitStatus', 'device', 'splitOn', 'partCount', 'valueTotal', 'reason'],
  sort: { by: 'createTime', descending: true },
  emptyAdvice: { zh: '在设备卡页面点击“拆分”', en: 'Use “Split” on the page of a device' },
  lines: [
    { entity: 'deviceSplitPart', by: 'split', as: 'parts', order: 'place', readOnly: true },
    { entity: 'depreciationSplit', by: 'split', as: 'books', order: 'place', readOnly: true },
  ],
  fields: {
    splitNo: numbering({ zh: '拆分单号', en: 'Split no.', list: true, search: true, unique: true, rule: 'CF-{yyyy}-000000' }),
    splitStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'done',
      of: {
        done: { zh: '已拆分', en: 'Split', tone: 'good' },
        undone: { zh: '已撤销', en: 'Withdrawn', tone: 'plain' },
      },
    }),
    device: link({ zh: '原设备卡', en: 'Original card', to: 'device', required: true, readOnly: true, list: true, goesWith: true }),
    splitOn: date({ zh: '拆分日期', en: 'Split on', required: true, readOnly: true, list: true }),
    partCount: integer({ zh: '拆分份数', en: 'Parts', required: true, readOnly: true, list: true }),
    valueTotal: money({ zh: '拆分前原值', en: 'Value before the split', required: true, readOnly: true, list: true }),
    reason: text({ zh: '拆分原因', en: 'Reason', required: true, readOnly: true, list: true, multiline: true, max: 500 }),
  },
})

/** A split is taken back while nothing has followed from it. */
export const deviceSplitting = machine(deviceSplit, 'splitStatus', {
  undo: { from: ['done'], to: 'undone', zh: '撤销拆分', en: 'Undo the split', may: 'deviceSplit.undo', confirm: true, input: {} },
})
