import { columnsOfKind } from '#contract/entities/custody/apply-columns.ts'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'

/** The field that a column of a set is about: `useDeptName` shows `useDept`; who made an application is its applicant. */
const fieldOf = (column: string): string => (column === 'createUserName' ? 'applicant' : column.replace(/(Name|Value)$/, ''))
const named = (column: string): string => (column === 'deviceName' ? column : fieldOf(column))

/**
 * Applications whose list shows the columns of a kind; as declared for kinds without a set, and for all kinds together. `configured`: the fields that the
 * hospital's configuration of the kind names, which come before the set.
 */
export function applyOfKind(kind: string, configured?: readonly string[] | null): Entity {
  const columns = configured?.length ? configured : columnsOfKind(kind)?.map(named)
  if (!columns) return deviceApply
  return {
    ...deviceApply,
    columns,
    fields: Object.fromEntries(
      Object.entries(deviceApply.fields).map(([name, field]) => [name, { ...field, list: columns.includes(name) }]),
    ),
  }
}
