import type { Language, Words } from '../words.ts'

/** The reasons why a value is refused. `{n}` is the limit; text in brackets is included if there is one. */
export const rules = {
  required: { zh: '不能为空', en: 'is required' },
  not_text: { zh: '应为文字', en: 'must be text' },
  too_long: { zh: '不能超过 {n} 个字', en: 'must not be longer than {n} characters' },
  control: { zh: '含有不可见的控制字符', en: 'contains control characters' },
  pattern: { zh: '格式不正确[，应如 {n}]', en: 'has a wrong format[; it should look like {n}]' },
  not_number: { zh: '应为数字', en: 'must be a number' },
  not_integer: { zh: '应为整数', en: 'must be a whole number' },
  too_small: { zh: '不能小于 {n}', en: 'must not be less than {n}' },
  too_big: { zh: '不能大于 {n}', en: 'must not be more than {n}' },
  not_money: { zh: '应为金额，最多两位小数', en: 'must be an amount with at most two decimals' },
  not_flag: { zh: '只能是 0 或 1', en: 'must be 0 or 1' },
  not_date: { zh: '应为日期，如 2026-01-31', en: 'must be a date such as 2026-01-31' },
  not_time: { zh: '应为时间，如 2026-01-31 08:30:00', en: 'must be a time such as 2026-01-31 08:30:00' },
  not_choice: { zh: '不在可选范围内', en: 'is not one of the choices' },
  not_id: { zh: '不正确，请重新选择', en: 'is not a valid id' },
  not_list: { zh: '应为列表', en: 'must be a list' },
  too_many: { zh: '不能超过 {n} 项', en: 'must not have more than {n} items' },
  twice: { zh: '与前面的行重复', en: 'is the same as in a line above' },
  too_large: { zh: '合计过大，请检查各行的数值', en: 'is too large: check the lines' },
  not_object: { zh: '应为对象', en: 'must be an object' },
  unknown: { zh: '不是可以填写的字段', en: 'is not a field that can be filled in' },
  not_of_kind: { zh: '不适用于“{n}”', en: 'does not apply to “{n}”' },
  sealed: { zh: '“{n}”已封存，不能再选', en: '“{n}” is sealed and can no longer be chosen' },
  retired: { zh: '“{n}”已停用，不能再选', en: '“{n}” is inactive and can no longer be chosen' },
  merged: { zh: '“{n}”已合并，不能再选', en: '“{n}” was merged and can no longer be chosen' },
  view_only: { zh: '“{n}”是只看大屏的账号，不能选', en: '“{n}” is an account that only views boards and cannot be chosen' },
  absent: { zh: '所选的记录不存在', en: 'does not exist' },
} as const satisfies Record<string, Words>

export interface Problem {
  /** Wire name, with the index of an item: `lines.2.deviceId`. */
  readonly field: string
  readonly label: Words & { readonly asks?: Words }
  readonly rule: keyof typeof rules
  /** The limit: a number, or an example. */
  readonly limit?: number | string
  /** The successor of a retired row. */
  readonly successor?: { readonly id: string; readonly name: string }
}

const proposed = (name: string): Words => ({ zh: `，请改选“${name}”`, en: `; choose “${name}” instead` })

/** The message of a problem, such as `设备名称不能为空`, or the field's own message. */
export function sayProblem(problem: Problem, language: Language): string {
  const { limit, label, successor } = problem
  if (problem.rule === 'required' && label.asks) return label.asks[language]
  const rule = rules[problem.rule][language].replace(/\[(.*)\]/, limit === undefined ? '' : '$1').replace('{n}', () => String(limit ?? ''))
  const more = successor ? proposed(successor.name)[language] : ''
  return language === 'zh' ? `${label.zh}${rule}${more}` : `${label.en} ${rule}${more}`
}
