import { oneWriting } from '#contract/kit/text/one-writing.ts'
import { simplified } from '#contract/kit/text/simplified.ts'
import type { Words } from '#contract/kit/words.ts'
import type { SourceRow } from '../cells/cell.ts'
import type { Findings } from '../findings.ts'
import { cellText } from './headings.ts'

const foldOf = (text: string): string => simplified(oneWriting(text)).trim()

const label =
  '(?:制表|制单|填表|填报|编制|审核|复核|审批|批准|经办|打印|统计|盘点|监盘)(?:人|人员|者|日期|时间|单位|部门|科室|签字|签名)?' +
  '|(?:单位|部门|科室)?负责人|(?:主管|分管)(?:领导|院长|人)|移交人|接收人|监交人|交接日期|制表(?:单位|科室)|(?:prepared|checked|reviewed|approved|printed) (?:by|on|at)'
const any = `(?:${label}|日期|date|签字|签名|盖章|公章|signature)(?:\\((?:签字|签名|签章|盖章)\\))?`
/** A label identifies a footer only with its colon: without one it may be the name of a post or a department. */
const sure = new RegExp(`^(?:${label})(?:\\((?:签字|签名|签章|盖章)\\))?\\s*[:_]`, 'i')
const likely = new RegExp(`^${any}\\s*(?:[:_]|$)`, 'i')
const waiting = new RegExp(`^${any}\\s*[:_]*$`, 'i')

/** A remark below the table, alone in its row. */
const remark = /^(?:注|备注|附注|说明|填表说明|填报说明|notes?|remarks?)\s*\d*\s*:/i

/** Whether a text is the label of a footer, such as `制表人：张三`. */
export const isFootLabel = (text: string): boolean => sure.test(foldOf(text))

const words: Words = {
  zh: '表尾（制表、审核、日期等）不是一条记录，不导入',
  en: 'The sheet footer (prepared by, checked by, date) is not a record and is skipped',
}

/** Whether a row contains only who made, checked or printed the sheet and when (`制表人：张三`, or the name in the next cell), or a remark. */
function isFooter({ cells }: SourceRow): boolean {
  const texts = cells.map((cell) => foldOf(cellText(cell))).filter((text) => text !== '')
  if (texts.length === 1 && remark.test(texts[0]!)) return true
  return texts.some((text) => sure.test(text)) && texts.every((text, at) => likely.test(text) || waiting.test(texts[at - 1] ?? ''))
}

/** Whether a row is a footer of its sheet; a footer is counted as a note. */
export function leavesOutFooter(row: SourceRow, findings: Findings): boolean {
  if (!isFooter(row)) return false
  const value = row.cells.map(cellText).filter(Boolean).join(' ')
  findings.count({ at: null, field: null, grade: 'note', words, value })
  return true
}
