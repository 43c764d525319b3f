import type { Field } from '#contract/kit/fields/field.ts'
import type { Figure, Grouping, Measure, Measured, MeasureGroup, MeasureValues, Wanted } from '#contract/kit/figures/measure.ts'
import { bandsOf, everyPeriod, isPeriod, meet, wantedOf } from '#contract/kit/figures/measure-groups.ts'
import type { Words } from '#contract/kit/words.ts'
import { type Row, type Rows, rowsAs } from '#server/db/query.ts'
import type { Context, ReadPlan } from '../context.ts'
import { type Asked, askedOf, type Fixed } from './measure-ask.ts'
import { measureQuery } from './measure-sql.ts'

interface FoundRow extends Row {
  readonly key: string | null
  readonly part: string | null
  readonly is_total: number
  readonly is_whole: number
  readonly key_name?: string | null
  readonly part_name?: string | null
}

const yesNo: Readonly<Record<string, Words>> = { 1: { zh: '是', en: 'Yes' }, 0: { zh: '否', en: 'No' } }

/**
 * The declared keys of a grouping with their labels, in order, including the hospital's own choices; undefined if the keys come from the
 * rows.
 */
function declaredKeys({ today, view }: Asked, grouping: Grouping, field: Field): ReadonlyMap<string, Words> | undefined {
  if (grouping.as === 'age' || grouping.as === 'band') return new Map(bandsOf(grouping, field, today).map((band) => [band.key, band]))
  if (field.kind === 'choice') {
    const shown = view.fields[grouping.by]
    return new Map([...Object.entries(field.of), ...(shown?.kind === 'choice' ? Object.entries(shown.of) : [])])
  }
  return field.kind === 'flag' ? new Map(['1', '0'].map((key) => [key, yesNo[key]!])) : undefined
}

const zeroOf = (figure: Figure, { of: { fields } }: Measure): number | string | null =>
  figure.kind === 'count' || figure.kind === 'span' || (figure.kind === 'lasting' && !figure.by)
    ? 0
    : figure.kind === 'sum'
      ? fields[figure.of]?.kind === 'money'
        ? '0.00'
        : '0'
      : null

/** The keys to show, in order: the declared ones, every period between the first and the last, or the ones found. */
function keysOf(asked: Asked, grouping: Grouping, field: Field, found: readonly (string | null)[]): (string | null)[] {
  const declared = declaredKeys(asked, grouping, field)
  const none = found.includes(null) ? [null] : []
  if (declared) return [...declared.keys(), ...none]
  if (!isPeriod(grouping.as)) return [...found]
  return [...everyPeriod(found.filter((key) => key !== null).sort(), grouping.as), ...none]
}

/** Assembles the answer from the rows of the statement. Groups that the filters exclude are left out. */
function measured(asked: Asked, found: readonly FoundRow[]): Measured {
  const { of, context, group, split, figures, wanted } = asked
  const { fields } = of.of
  const valuesOf = (row: FoundRow | undefined): MeasureValues =>
    Object.fromEntries(
      figures.map((name, index) => [name, (row ? row[`f${index}`] : zeroOf(of.figures[name]!, of)) as MeasureValues[string]]),
    )
  const groupsOf = (name: string, rows: readonly FoundRow[], column: 'key' | 'part', within: Wanted): MeasureGroup[] => {
    const grouping = of.groups[name]!
    const field = fields[grouping.by]!
    const byKey = new Map(rows.map((row) => [row[column], row]))
    const words = declaredKeys(asked, grouping, field)
    const shown = asked.view.fields[grouping.by]
    // A dictionary field has the choices of the tenant; only those with rows are groups.
    const named = words ?? (shown?.kind === 'choice' ? new Map(Object.entries(shown.of)) : undefined)
    return keysOf(asked, grouping, field, [...byKey.keys()]).flatMap((key) => {
      const filter = meet(within, wantedOf(grouping, field, key, asked.today))
      if (!filter) return []
      const row = byKey.get(key)
      // Groups are shown even without rows, parts of groups only with rows.
      if (!row && column === 'part') return []
      const title =
        key === null ? null : (named?.get(key)?.[context.language] ?? (isPeriod(grouping.as) ? key : (row?.[`${column}_name`] ?? null)))
      return [{ key, name: title, filter, values: valuesOf(row) }]
    })
  }
  const total = found.find((row) => row.is_total === 1)
  const wholes = found.filter((row) => row.is_total === 0 && row.is_whole === 1)
  const rows = groupsOf(group, wholes, 'key', wanted)
  const partsOf = (row: MeasureGroup): MeasureGroup[] =>
    groupsOf(
      split!,
      found.filter((one) => one.is_whole === 0 && one.key === row.key),
      'part',
      row.filter,
    )
  return {
    group,
    split: split ?? null,
    filter: wanted,
    values: valuesOf(total),
    rows: split === undefined ? rows : rows.map((row) => ({ ...row, parts: partsOf(row) })),
  }
}

/** The plan of a measure for a request: one statement within the person's rights, data scope and tenant. */
export function measurePlan(of: Measure, context: Context, fixed?: Fixed): ReadPlan<Measured> & { readonly asked: Asked } {
  const asked = askedOf(of, context, fixed)
  return { asked, queries: [measureQuery(asked)], answer: ([rows]: Rows[]) => measured(asked, rowsAs<FoundRow>(rows)) }
}
