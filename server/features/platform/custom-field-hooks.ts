import { customField } from '#contract/entities/platform/custom-field.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/parse.ts'
import { hook } from '#server/kit/hooks.ts'

function refuseEmptyChoice(kind: unknown, options: unknown): void {
  if (kind === 'choice' && !String(options ?? '').trim())
    throw new Refusal('rule', { zh: '单选字段至少要有一个选项', en: 'A choice field needs at least one choice' })
}

hook(customField, {
  async beforeAdd(_, _tx, { draft }) {
    refuseEmptyChoice(draft.fieldKind, draft.options)
    return undefined
  },
  async beforeChange(_, _tx, { row, draft }) {
    const merged: Parsed = { fieldKind: row.field_kind, options: row.options, ...draft }
    // The code and kind name and read what cards hold already.
    for (const [wire, column] of [
      ['code', 'code'],
      ['fieldKind', 'field_kind'],
      ['entity', 'entity'],
    ] as const)
      if (wire in draft && draft[wire] !== row[column])
        throw new Refusal('rule', {
          zh: '字段的编码、类型和对象保存后不能修改',
          en: 'Code, kind and entity of a field cannot change once it is saved',
        })
    refuseEmptyChoice(merged.fieldKind, merged.options)
    return undefined
  },
})
