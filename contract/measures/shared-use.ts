import { sharedBorrowing } from '../entities/pool/shared-borrowing.ts'
import { measure } from '../kit/figures/measure.ts'

/** How much departments use devices of each other, and what they owe for it. */
export const sharedUse = measure('sharedUse', sharedBorrowing, {
  zh: '共享使用统计',
  en: 'Shared device use',
  module: 'pool',
  path: '/eam/measure/shared-use',
  page: '/eam/shared-borrowing',
  where: { borrowingStatus: 'lent,returned' },
  filters: ['borrowingStatus', 'borrowDept', 'lendDept', 'device', 'priceKind'],
  period: 'handedOutAt',
  groups: {
    month: { by: 'handedOutAt', as: 'month', words: { zh: '借出月份', en: 'Hand-out month' } },
    lendDept: { by: 'lendDept' },
    borrowDept: { by: 'borrowDept' },
    device: { by: 'device' },
    priceKind: { by: 'priceKind' },
    returnCondition: { by: 'returnCondition' },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '借用次数',
      en: 'Borrowings',
      unit: 'lines',
      formula: { zh: '已借出或已归还的共享借用数。', en: 'Shared borrowings that were handed out or returned.' },
    },
    fee: {
      kind: 'sum',
      of: 'fee',
      zh: '费用',
      en: 'Fees',
      unit: 'money',
      formula: {
        zh: '已归还借用的费用之和：按借出科室是收入，按借用科室是支出。',
        en: 'The total fees of returned borrowings: income by lending department, expense by borrowing department.',
      },
    },
    time: {
      kind: 'span',
      from: 'handedOutAt',
      to: 'returnedAt',
      zh: '使用时长',
      en: 'Use time',
      unit: 'minutes',
      formula: {
        zh: '从借出到归还的时长之和，未归还的计到今天零点。',
        en: 'The total time from hand-out to return; open borrowings count until midnight today.',
      },
    },
    damaged: {
      kind: 'ratio',
      part: { returnCondition: 'damaged' },
      zh: '损坏率',
      en: 'Damage rate',
      unit: 'percent',
      formula: { zh: '损坏率 = 归还时损坏的借用 ÷ 全部借用。', en: 'Damage rate = borrowings returned damaged ÷ all borrowings.' },
    },
  },
  reports: {
    income: { zh: '科室共享收入', en: 'Shared income by department', path: '/eam/share/report/income', group: 'lendDept' },
    use: {
      zh: '科室共享使用',
      en: 'Shared use by department',
      path: ['/eam/share/report/use', '/large/screen/shared-allocation'],
      group: 'borrowDept',
    },
  },
})
