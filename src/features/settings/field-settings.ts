import type { Entity } from '#contract/kit/entity/entity.ts'
import { mayHide } from '#contract/kit/entity/view.ts'
import type { FieldSetting } from '#src/data/view.ts'

/** One field as the configuration page edits it. */
export interface Setting {
  readonly fieldCode: string
  readonly isShow: 0 | 1
  readonly alias: string
  readonly fieldAssociation: string | null
  readonly isRequired: 0 | 1
  readonly sort: number | null
  readonly width: number | null
  /** It always shows. */
  readonly isFixed: boolean
}

/** The settings of all declared fields, with defaults for those not set. */
export function settingsOf(of: Entity, said: readonly FieldSetting[]): Setting[] {
  const known = new Map(said.map((row) => [row.fieldCode, row]))
  return Object.entries(of.fields).map(([fieldCode, field]) => {
    const row = known.get(fieldCode)
    const isFixed = !mayHide(of, fieldCode)
    return {
      fieldCode,
      isShow: isFixed ? 1 : (row?.isShow ?? 1),
      alias: row?.alias ?? '',
      fieldAssociation: row?.fieldAssociation ?? null,
      isRequired: field.required ? 1 : (row?.isRequired ?? 0),
      sort: row?.sort ?? null,
      width: row?.width ?? null,
      isFixed,
    }
  })
}

/** What the saving call takes: the rows that differ. */
export function changedSettings(
  before: readonly Setting[],
  now: readonly Setting[],
): (Omit<Setting, 'alias' | 'isFixed'> & { alias: string | null })[] {
  return now.flatMap(({ isFixed: _isFixed, ...row }, at) => {
    const old = before[at]
    const next = { ...row, alias: row.alias.trim() || null }
    const isSame = old && Object.entries(next).every(([name, value]) => (old[name as keyof Setting] || null) === (value || null))
    return isSame ? [] : [next]
  })
}
