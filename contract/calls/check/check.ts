import { seenFields } from '../../entities/check/check-results.ts'
import { checkScan } from '../../entities/check/check-scan.ts'
import { listOf, one, out, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, flag, ids, items, link, text } from '../../kit/fields/field.ts'

/** What became of an observation: its line and the line's result, and whether it decided. */
const observed = {
  ...saved,
  lineId: out.nullable(out.text),
  deviceId: out.nullable(out.text),
  result: out.text,
  resultValue: out.text,
  lineResult: out.text,
  isDeciding: out.flag,
  isLate: out.flag,
} as const
const cleared = { id: out.text } as const

const check = link({ zh: '盘点任务', en: 'Check', to: 'checkTask', required: true })
const line = link({ zh: '盘点明细', en: 'Check line', to: 'checkLine' })
const reason = text({ zh: '差异原因', en: 'Reason for difference', max: 200 })
const location = link({ zh: '所在位置', en: 'Location', to: 'location' })
const chosen = ids({ zh: '盘点明细', en: 'Check lines', to: 'checkLine', required: true, max: 500 })

/** What a person says of a card that lies before them. */
const seen = {
  location,
  wrongField: choice({ zh: '不符的信息', en: 'Differences', of: seenFields }),
  seenValue: text({ zh: '实际的值', en: 'Actual value', max: 200 }),
  reason,
  photos: ids({ zh: '照片', en: 'Photos', to: 'file', max: 9 }),
  note: text({ zh: '备注', en: 'Remark', max: 200 }),
}

const counting = { module: 'check', method: 'POST', may: 'checkLine.scan', writes: true } as const
const deciding = { module: 'check', method: 'POST', may: 'checkTask.post', writes: true } as const

/** One observation: always accepted, never a conflict; a phone queues it. A code or a line says what was seen. */
export const scan = call('check.scan', {
  ...counting,
  offline: true,
  zh: '盘点扫描',
  en: 'Record a count',
  path: ['/eam/check/scan', '/eam/eventtypecheck/save', '/eam/eventtypecheck/submit'],
  answers: one(observed),
  input: {
    check,
    code: text({ zh: '扫到的编码', en: 'Scanned code', scanned: true, max: 200 }),
    line,
    way: choice({ zh: '方式', en: 'Method', of: checkScan.fields.way.of }),
    ...seen,
  },
})

/** A counter takes back own observations while the department is counting; the next earliest decides then. A phone queues it. */
export const withdraw = call('check.withdraw', {
  ...counting,
  offline: true,
  zh: '撤回盘点记录',
  en: 'Undo count records',
  path: '/eam/eventtypecheck/remove',
  answers: listOf(saved),
  input: { ids: ids({ zh: '盘点记录', en: 'Count records', to: 'checkScan', required: true, max: 200 }) },
})

/** Manual observations from a list, each with its own values. */
export const scanLines = call('check.scanLines', {
  ...counting,
  zh: '按清单盘点',
  en: 'Count from the list',
  path: ['/eam/deviceapplylist/submit', '/eam/deviceapplylist/update-batch', '/eam/deviceapplylist/old-update-batch'],
  answers: listOf(observed),
  input: {
    check,
    lines: items({ zh: '明细', en: 'Lines', required: true, max: 500, fields: { line: { ...line, required: true }, ...seen } }),
  },
})

/** Manual observations of several lines with the same values. */
export const scanIds = call('check.scanIds', {
  ...counting,
  zh: '批量盘点',
  en: 'Count several',
  path: '/eam/deviceapplylist/updateIdsList',
  answers: listOf(observed),
  input: { check, ids: chosen, location, reason },
})

/** A manual record of something that is not on the book; without a label it gets a generated code. */
export const addSurplus = call('check.addSurplus', {
  ...counting,
  offline: true,
  zh: '登记盘盈',
  en: 'Add surplus',
  path: '/eam/deviceapplylist/new-inventory',
  answers: one(observed),
  input: {
    check,
    deviceName: text({ zh: '设备名称', en: 'Device', required: true, max: 120 }),
    code: text({ zh: '编码', en: 'Code', scanned: true, max: 200 }),
    location,
    reason,
    photos: seen.photos,
    note: seen.note,
  },
})

/** Takes back what observations matched to a line while its department is counting. */
export const removeMatch = call('checkLine.removeMatch', {
  ...deciding,
  zh: '取消匹配',
  en: 'Remove match',
  path: '/eam/device/remove-match',
  answers: listOf(cleared),
  input: { ids: chosen },
})

/** Lines back to pending with their observations taken back: the named ones, or all of a department that is counting. */
export const resetLines = call('checkLine.reset', {
  ...deciding,
  zh: '重置盘点结果',
  en: 'Reset results',
  path: '/eam/deviceapplylist/reset-apply',
  answers: listOf(cleared),
  input: {
    ids: { ...chosen, required: false },
    checkDept: link({ zh: '盘点科室', en: 'Check department', to: 'checkDept' }),
  },
})

/** Removes surplus lines that are not confirmed; their observations stay on record as withdrawn. */
export const removeSurplus = call('checkLine.removeSurplus', {
  ...deciding,
  zh: '删除盘盈明细',
  en: 'Delete surplus lines',
  path: '/eam/deviceapplylist/remove',
  answers: listOf(cleared),
  input: { ids: chosen },
})

/** Reads the card states of uncounted lines from the register again: what was lent or sent to repair since the start is not deficient. */
export const refreshStates = call('checkLine.refreshStates', {
  ...deciding,
  zh: '更新账面状态',
  en: 'Update recorded status',
  path: '/eam/deviceapplylist/update-eam-status',
  answers: listOf(saved),
  input: { check },
})

/** Decides lines whose card changed since the start: `take` 1 brings the card in line with what was seen, 0 leaves it. */
export const settle = call('checkLine.settle', {
  ...deciding,
  zh: '处理账面已变动',
  en: 'Resolve changed cards',
  path: '/eam/check/settle',
  answers: listOf(saved),
  input: {
    ids: chosen,
    take: flag({ zh: '采纳盘点结果', en: 'Accept count result', required: true }),
    reason: { ...reason, required: true },
  },
})

/** Surplus lines of a posted department: a known card gets the place it was seen at, an unknown code a new card that waits for filing. */
export const confirmSurplus = call('checkLine.confirmSurplus', {
  ...deciding,
  zh: '确认盘盈',
  en: 'Confirm surplus',
  path: '/eam/device/surplus',
  answers: listOf(saved),
  input: {
    ids: chosen,
    deviceName: text({ zh: '设备名称', en: 'Device', max: 120 }),
    deviceModel: text({ zh: '规格型号', en: 'Model', max: 120 }),
    manufacturer: text({ zh: '生产厂家', en: 'Manufacturer', max: 120 }),
  },
})

/** Deficient lines of a posted department: their cards become missing. */
export const confirmDeficient = call('checkLine.confirmDeficient', {
  ...deciding,
  zh: '确认盘亏',
  en: 'Confirm as missing',
  path: '/eam/assetscard/deficient',
  answers: listOf(saved),
  input: { ids: chosen },
})
