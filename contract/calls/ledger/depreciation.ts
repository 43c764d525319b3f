import { device } from '../../entities/asset/device/device.ts'
import { depreciationLine } from '../../entities/ledger/depreciation-line.ts'
import { depreciationOffset } from '../../entities/ledger/depreciation-offset.ts'
import type { depreciationRule } from '../../entities/ledger/depreciation-rule.ts'
import { deviceDepreciation } from '../../entities/ledger/device-depreciation.ts'
import { ruleSets } from '../../entities/ledger/rule-sets.ts'
import { file, listOf, one, out, plain, saved, some } from '../../kit/entity/answer.ts'
import { type CallFacts, call } from '../../kit/entity/call.ts'
import { lists, via } from '../../kit/entity/list.ts'
import { choice, ids, items, link, text } from '../../kit/fields/field.ts'
import { sheetFormat } from '../../kit/sheets/sheet.ts'

const tenantId = text({ zh: '租户编号', en: 'Tenant', max: 12 })
const rule = link({ zh: '账簿', en: 'Book', to: 'depreciationRule' })
const month = text({ zh: '月份', en: 'Month', max: 7, pattern: '^(19|20|21)\\d{2}-(0[1-9]|1[0-2])$', example: '2026-07' })
const ledger = { module: 'ledger' } as const satisfies Partial<CallFacts>
/** A month is closed in the background: the job to wait for, and the months it closes. */
const started = one({ jobId: out.text, from: out.text, to: out.text })
const closing = {
  ...ledger,
  method: 'POST',
  may: 'depreciationRecord.close',
  writes: true,
  changes: ['depreciationRecord', 'depreciationLine', 'deviceDepreciation', 'depreciationOffset', 'depreciationRule'],
  answers: started,
} as const satisfies Partial<CallFacts>

/** The book of the hospital: its main one, or the one of the given rules. */
export const ruleOfTenant = call('depreciationRule.ofTenant', {
  ...ledger,
  zh: '医院的折旧账簿',
  en: 'Hospital depreciation book',
  method: 'GET',
  path: '/eam/depreciation-rule/detail',
  may: 'depreciationRule.list',
  reads: ['depreciationRule'],
  answers: one(out.row<typeof depreciationRule>('depreciationRule')),
  input: { tenantId, ruleSet: choice({ zh: '会计制度', en: 'Accounting rules', of: ruleSets }) },
})

/** Closes the next month of a book. Refuses another month, one that is closed, and a second closing at the same time. */
export const createRecord = call('depreciationRecord.close', {
  ...closing,
  zh: '计提折旧并结账',
  en: 'Run and close a depreciation month',
  path: '/eam/depreciation-record/create-depreciation-record',
  input: { tenantId, rule, month },
})

/** Runs the latest closed month of a book again. */
export const repeatRecord = call('depreciationRecord.repeat', {
  ...closing,
  zh: '重新计提最近月份',
  en: 'Rerun the latest month',
  path: '/eam/depreciation-record/repeat-depreciation',
  input: { tenantId, rule, month },
})

/** Closes every month of a book that is not closed yet, up to the given one or the last that is over. */
export const accrualAll = call('deviceDepreciation.accrualAll', {
  ...closing,
  zh: '补提所有月份',
  en: 'Close all open months',
  path: '/eam/devicedepreciation/accrual-all',
  input: { tenantId, rule, month },
})

/** Keeps what a card had been charged before the book began; answers the card in the books. Refused once the card was charged. */
export const submitOpening = call('depreciationLine.submitOpening', {
  ...ledger,
  zh: '登记期初累计折旧',
  en: 'Enter opening depreciation',
  method: 'POST',
  path: '/eam/devicedepreciationlist/submit',
  may: 'deviceDepreciation.submit',
  writes: true,
  changes: ['deviceDepreciation'],
  answers: one(saved),
  input: {
    device: link({ zh: '设备卡', en: 'Device card', to: 'device', required: true }),
    rule,
    amount: { ...deviceDepreciation.fields.openingAmount, required: true },
  },
})

/** Takes back openings, by the ids that entering them answered. Lines of closed months stay: an offset corrects them. */
export const removeOpenings = call('depreciationLine.removeOpenings', {
  ...ledger,
  zh: '撤销期初累计折旧',
  en: 'Undo opening depreciation',
  method: 'POST',
  path: '/eam/devicedepreciationlist/remove',
  may: 'deviceDepreciation.submit',
  writes: true,
  changes: ['deviceDepreciation'],
  answers: plain(out.boolean),
  input: { ids: ids({ zh: '编号', en: 'IDs', to: 'deviceDepreciation', required: true, max: 200 }) },
})

/** Several offsets at once, all or none. */
export const submitOffsets = call('depreciationOffset.batchSubmit', {
  ...ledger,
  zh: '批量登记折旧冲销',
  en: 'Enter offsets',
  method: 'POST',
  path: '/eam/depreciation-offset-record/batch-submit',
  may: 'depreciationOffset.submit',
  writes: true,
  changes: ['depreciationOffset'],
  answers: listOf(saved),
  input: {
    offsets: items({
      zh: '冲销',
      en: 'Offsets',
      required: true,
      max: 1000,
      fields: some(depreciationOffset.fields, 'device', 'rule', 'offsetKind', 'amount', 'fundSource', 'reason'),
    }),
  },
})

/** What a card was charged in each month, and what the next 36 months will charge if nothing changes. */
export const cardForecast = call('deviceDepreciation.forecast', {
  ...ledger,
  zh: '单台设备折旧进度与预测',
  en: 'Device depreciation and forecast',
  method: 'GET',
  path: '/eam/devicedepreciation/forecast',
  may: 'deviceDepreciation.list',
  reads: ['deviceDepreciation', 'depreciationLine', 'depreciationOffset', 'device'],
  answers: one({
    bookId: out.nullable(out.text),
    ruleId: out.nullable(out.text),
    ruleName: out.nullable(out.text),
    cardState: out.nullable(out.text),
    bookValue: out.nullable(out.text),
    accumulated: out.nullable(out.text),
    netValue: out.nullable(out.text),
    months: out.list({ month: out.text, amount: out.text, netValue: out.text, isForecast: out.boolean }),
  }),
  input: { device: link({ zh: '设备卡', en: 'Device card', to: 'device', required: true }), rule },
})

/** The voucher of a closed month as a sheet for the finance program: charges and offsets by department and fund, against accumulated depreciation. */
export const monthVoucher = call('depreciationRecord.voucher', {
  ...ledger,
  zh: '导出折旧凭证',
  en: 'Export a depreciation voucher',
  method: 'GET',
  path: '/eam/depreciation-record/voucher',
  may: 'depreciationLine.export',
  reads: ['depreciationRecord', 'depreciationLine', 'depreciationOffset'],
  answers: file,
  input: { record: link({ zh: '折旧记录', en: 'Monthly depreciation', to: 'depreciationRecord', required: true }), format: sheetFormat },
})

/** The cards of the register with what the books say of them. */
export const bookLists = lists(deviceDepreciation, {
  devicePage: {
    kind: 'page',
    zh: '设备折旧',
    en: 'Device depreciation',
    path: '/eam/depreciation-record/device-page',
    joined: {
      deviceCode: via('device', device, 'deviceCode'),
      deviceModel: via('device', device, 'deviceModel'),
      useDept: via('device', device, 'useDept'),
      eamStatus: via('device', device, 'eamStatus'),
    },
  },
})

/** The lines of a month, and those of a card. */
export const lineLists = lists(depreciationLine, {
  byRecord: {
    kind: 'page',
    zh: '月份的折旧明细',
    en: 'Depreciation lines by month',
    path: '/eam/depreciation-record/device-page-by-record',
    given: { record: 'record' },
    need: ['record'],
  },
  cardPage: {
    kind: 'page',
    zh: '设备的折旧明细',
    en: 'Depreciation lines by device',
    path: 'card-page',
    given: { device: 'device' },
    need: ['device'],
  },
})

/** What is done with the books beside their families. */
export const depreciationCalls = [
  ruleOfTenant,
  createRecord,
  repeatRecord,
  accrualAll,
  submitOpening,
  removeOpenings,
  submitOffsets,
  cardForecast,
  monthVoucher,
  ...Object.values(bookLists),
  ...Object.values(lineLists),
] as const
