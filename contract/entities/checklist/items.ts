import type { Words } from '../../kit/words.ts'

/** What is asked for at an item of a checklist. */
export const itemKinds = {
  yesNo: { zh: '是否', en: 'Yes or no' },
  number: { zh: '数值', en: 'Number' },
  choice: { zh: '单选', en: 'Choice' },
  text: { zh: '文字', en: 'Text' },
  photo: { zh: '现场拍照', en: 'Photo' },
  signature: { zh: '签名', en: 'Signature' },
} as const
export type ItemKind = keyof typeof itemKinds

/** The maximum number of items of a checklist. */
export const mostItems = 200

/** An item as a published version holds it. Empty facts are null or an empty list. */
export interface ChecklistItem {
  readonly code: string
  readonly section: string | null
  readonly text: string
  readonly kind: ItemKind
  readonly unit: string | null
  readonly lower: number | null
  readonly upper: number | null
  readonly options: readonly string[]
  /** Answers that count as abnormal: options of a choice, or `yes` or `no`. */
  readonly abnormal: readonly string[]
  readonly isRequired: boolean
  /** The earlier item and its answer without which this item is not asked. */
  readonly shownItem: string | null
  readonly shownAnswer: string | null
}

/** The fields of an item in a template, as a draft or an export holds them. */
export interface WrittenItem {
  readonly [name: string]: unknown
}

const yesNo: Readonly<Record<string, string>> = { 是: 'yes', 否: 'no', yes: 'yes', no: 'no' }

const textOf = (value: unknown): string | null => {
  const text = String(value ?? '').trim()
  return text === '' ? null : text
}
const numberOf = (value: unknown): number | null => (value === null || value === undefined || value === '' ? null : Number(value))
const parts = (value: unknown): string[] => [
  ...new Set(
    String(value ?? '')
      .split(/[、,，;；\n]/)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
]
/** An answer as it is stored: yes and no by their keys. */
const keyed = (kind: ItemKind | undefined, answer: string): string => (kind === 'yesNo' ? (yesNo[answer.toLowerCase()] ?? answer) : answer)

/** Gives each item without a code the next free number; changes the items. */
export function giveCodes(items: readonly Record<string, unknown>[]): void {
  const taken = new Set(items.flatMap((item) => textOf(item.itemCode) ?? []))
  let next = 0
  for (const item of items) {
    if (textOf(item.itemCode)) continue
    do next++
    while (taken.has(String(next)))
    item.itemCode = String(next)
  }
}

/** The items of a template in the form of a version. Facts that do not belong to the kind of an item are left out. */
export function itemsOf(written: readonly WrittenItem[]): ChecklistItem[] {
  const kinds = new Map(written.map((one) => [textOf(one.itemCode), one.itemKind as ItemKind]))
  return written.map((one) => {
    const kind = one.itemKind as ItemKind
    const shownItem = textOf(one.shownItem)
    const shownAnswer = textOf(one.shownAnswer)
    const abnormal = parts(one.abnormalAnswers).map((answer) => keyed(kind, answer))
    const judged = kind === 'choice' || kind === 'yesNo' ? abnormal : []
    return {
      code: textOf(one.itemCode) ?? '',
      section: textOf(one.section),
      text: textOf(one.itemText) ?? '',
      kind,
      unit: kind === 'number' ? textOf(one.unit) : null,
      lower: kind === 'number' ? numberOf(one.lowerLimit) : null,
      upper: kind === 'number' ? numberOf(one.upperLimit) : null,
      options: kind === 'choice' ? parts(one.options) : [],
      abnormal: kind === 'yesNo' && judged.length === 0 ? ['no'] : judged,
      isRequired: Number(one.isRequired ?? 0) === 1,
      shownItem,
      shownAnswer: shownItem && shownAnswer ? keyed(kinds.get(shownItem), shownAnswer) : shownAnswer,
    }
  })
}

const at = (index: number, { text }: ChecklistItem, zh: string, en: string): Words => ({
  zh: `第 ${index + 1} 项“${text}”${zh}`,
  en: `Item ${index + 1}, “${text}”: ${en}`,
})

const possible = ({ kind, options }: ChecklistItem): readonly string[] => (kind === 'yesNo' ? ['yes', 'no'] : options)

function wrongCondition(index: number, item: ChecklistItem, items: readonly ChecklistItem[]): Words[] {
  const { shownItem, shownAnswer } = item
  if (!shownItem && !shownAnswer) return []
  if (!shownItem || !shownAnswer)
    return [at(index, item, '的显示条件须同时填写项目和答案', 'a condition needs both the item and its answer')]
  const place = items.findIndex(({ code }) => code === shownItem)
  const on = items[place]
  if (!on) return [at(index, item, `的条件项目“${shownItem}”不存在`, `the condition item “${shownItem}” does not exist`)]
  // An earlier item alone rules out every circle of conditions.
  if (place >= index)
    return [at(index, item, '的显示条件只能引用前面的项目，不能循环', 'a condition may refer only to an earlier item, never in a circle')]
  if (on.kind !== 'yesNo' && on.kind !== 'choice')
    return [at(index, item, '的条件项目须为是否或选项', 'a condition needs a yes-or-no item or a choice')]
  if (!possible(on).includes(shownAnswer))
    return [at(index, item, `的条件答案“${shownAnswer}”不可选`, `the condition answer “${shownAnswer}” cannot be chosen`)]
  return []
}

/** What is wrong with the items of a template, one sentence each. */
export function itemProblems(items: readonly ChecklistItem[]): Words[] {
  const codes = new Set<string>()
  return items.flatMap((item, index) => {
    const found: Words[] = []
    if (codes.has(item.code)) found.push(at(index, item, `的编号“${item.code}”重复`, `the code “${item.code}” is used twice`))
    codes.add(item.code)
    if (item.lower !== null && item.upper !== null && item.lower > item.upper)
      found.push(at(index, item, '的下限大于上限', 'the lower limit is above the upper limit'))
    if (item.kind === 'choice' && item.options.length < 2)
      found.push(at(index, item, '至少需要两个选项', 'a choice needs two options at least'))
    const foreign = item.abnormal.find((answer) => !possible(item).includes(answer))
    if (foreign !== undefined)
      found.push(at(index, item, `的异常答案“${foreign}”不可选`, `the abnormal answer “${foreign}” cannot be chosen`))
    return [...found, ...wrongCondition(index, item, items)]
  })
}
