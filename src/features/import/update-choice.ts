/** Which of the differences of an import are written. */
export interface UpdateChoice {
  readonly isOn: boolean
  /** Fields that are not written. */
  readonly leftOut: ReadonlySet<string>
  /** Whether all records are written but those in `rows`, or only those. */
  readonly mode: 'except' | 'only'
  readonly rows: ReadonlySet<string>
  /** What is said beside every change. */
  readonly told: Readonly<Record<string, string | null>>
}

export const everything: UpdateChoice = { isOn: true, leftOut: new Set(), mode: 'except', rows: new Set(), told: {} }

/** Whether a record is written. */
export const isTicked = ({ mode, rows }: UpdateChoice, id: string): boolean => (mode === 'only') === rows.has(id)

/** The choice after a record was ticked or cleared. */
export function withTick(choice: UpdateChoice, id: string, isOn: boolean): UpdateChoice {
  const rows = new Set(choice.rows)
  if ((choice.mode === 'only') === isOn) rows.add(id)
  else rows.delete(id)
  return { ...choice, rows }
}

/** What the writing is asked for. `fields`: those that differ. */
export function bodyOf({ isOn, leftOut, mode, rows, told }: UpdateChoice, fields: readonly string[]): Record<string, unknown> {
  const chosen = fields.filter((field) => !leftOut.has(field))
  if (!isOn || chosen.length === 0) return {}
  const ids = [...rows].map((id) => ({ id }))
  return {
    update: 1,
    ...(chosen.length < fields.length ? { updateFields: chosen.map((field) => ({ field })) } : {}),
    ...(mode === 'only' ? { onlyRows: ids } : ids.length > 0 ? { exceptRows: ids } : {}),
    ...Object.fromEntries(Object.entries(told).filter(([, value]) => value)),
  }
}
