import { entity } from '../../kit/entity/entity.ts'
import { date, integer, link, money, text } from '../../kit/fields/field.ts'

/** A closed month of a book, with what it came to. */
export const depreciationRecord = entity('depreciationRecord', {
  zh: '折旧记录',
  en: 'Monthly depreciation',
  module: 'ledger',
  path: '/eam/depreciation-record',
  title: 'recordMonth',
  emptyAdvice: {
    zh: '先建立折旧账簿并把设备纳入“设备折旧”，再计提折旧并结账',
    en: 'Set up a depreciation book, add cards to it, then close the first month',
  },
  table: 'tenant',
  verbs: ['list', 'page', 'detail', 'export'],
  sort: { by: 'postedOn', descending: true },
  fields: {
    recordMonth: text({ zh: '月份', en: 'Month', required: true, readOnly: true, list: true, search: true, max: 7 }),
    rule: link({ zh: '账簿', en: 'Book', to: 'depreciationRule', required: true, readOnly: true, list: true }),
    postedOn: date({ zh: '入账日期', en: 'Posted on', required: true, readOnly: true, list: true }),
    cardCount: integer({ zh: '计提设备数', en: 'Cards charged', required: true, readOnly: true, list: true }),
    chargeTotal: money({ zh: '折旧额', en: 'Charge', required: true, readOnly: true, list: true }),
    openingTotal: money({ zh: '期初累计折旧', en: 'Opening balance', required: true, readOnly: true, list: true }),
    offsetTotal: money({ zh: '冲销调整额', en: 'Offsets', required: true, readOnly: true, list: true }),
    incompleteCount: integer({ zh: '资料不全的设备数', en: 'Incomplete cards', required: true, readOnly: true, list: true }),
    attemptCount: integer({ zh: '计提次数', en: 'Runs', required: true, readOnly: true }),
    repeatReason: text({
      zh: '待重新计提（本月核销的设备）',
      en: 'To rerun (written off this month)',
      readOnly: true,
      list: true,
      max: 2000,
    }),
    closedBy: link({ zh: '结账人', en: 'Closed by', to: 'user', readOnly: true, list: true }),
  },
})
