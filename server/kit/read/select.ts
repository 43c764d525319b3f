import type { Entity } from '#contract/kit/entity/entity.ts'
import { can, type Grants } from '#contract/kit/entity/may.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { type ChoiceField, type Field, unitFields } from '#contract/kit/fields/field.ts'
import { type Language, listed, saySeeded, type Words } from '#contract/kit/words.ts'
import { entityNamed, machinesOf } from '#contract/registry.ts'
import type { NamedColumn, Row } from '#server/db/query.ts'
import { remembered } from '../remembered.ts'
import { columnName, namesStay, tableName, titleColumn } from '../table.ts'
import type { ClosedColumn } from './closed.ts'

export interface Selection {
  /** Columns with their wire names, over the alias `t`. */
  readonly columns: string
  /** Joins for the titles of linked rows. */
  readonly joins: string
  /** Titles without a join: listed in `named` of the query; the session reader adds them to the rows. */
  readonly named: readonly NamedColumn[]
  readonly fields: readonly (readonly [string, Field])[]
  /** Columns that depend on the person: `closedSql` writes them. */
  readonly closed: readonly ClosedColumn[]
}

const linked = (name: string, field: Extract<Field, { kind: 'link' }>, index: number) => {
  const target = entityNamed(field.to)
  const alias = `l${index}`
  const title = titleColumn(target)
  const join = ` left join ${tableName(target)} ${alias} on ${alias}.tenant_id = t.tenant_id and ${alias}.id = t.${columnName(name, field)}`
  return { join, column: `${alias}.${title} as "${name}Name"` }
}

/**
 * SQL of the share of important fields that are filled, 0 to 100. `isFilled`: SQL of 1 or 0 for a field; by default its column over the
 * alias `t` is not null.
 */
export function filledShare(
  view: View,
  isFilled: (name: string, field: Field) => string = (name, field) => `(t.${columnName(name, field)} is not null)::int`,
): string {
  const important = Object.entries(view.fields).filter(([name, field]) => field.important && !view.custom.has(name))
  if (important.length === 0) return '100'
  return `round(100.0 * (${important.map((one) => isFilled(...one)).join(' + ')}) / ${important.length})::int`
}

/** SQL of the titles of the rows that a field refers to, in alphabetical order; undefined for files, which have no titles. */
function namesOf(name: string, field: Extract<Field, { kind: 'ids' }>): string | undefined {
  if (!field.to || field.to === 'file') return undefined
  const target = entityNamed(field.to)
  const title = titleColumn(target)
  return `(select string_agg(n.${title}, '、' order by n.${title}) from ${tableName(target)} n where n.tenant_id = t.tenant_id and n.id = any(t.${columnName(name, field)})) as "${name}Name"`
}

type Selections = WeakMap<View, WeakMap<object, Selection>>
const joined: Selections = new WeakMap()
const apart: Selections = new WeakMap()

/** The columns and joins that read these fields of a view with link titles; all fields if none are given. Cached by the Set. */
export function select(view: View, only?: ReadonlySet<string>): Selection {
  const known = remembered(joined, view, () => new WeakMap<object, Selection>())
  return remembered(known, only ?? view, () => selectionOf(view, only, false))
}

/**
 * The same for a read of a session: cached titles are not joined but listed in `named`, which the query must carry, so that a page or a row
 * is read from one table.
 */
export function selectApart(view: View, only?: ReadonlySet<string>): Selection {
  const known = remembered(apart, view, () => new WeakMap<object, Selection>())
  return remembered(known, only ?? view, () => selectionOf(view, only, true))
}

/** Links to rows of the same large entity are rare, so their titles are looked up separately, too. */
const isApartFrom = (of: Entity, to: Entity): boolean => namesStay(to) || to === of

function selectionOf(view: View, only: ReadonlySet<string> | undefined, isApart: boolean): Selection {
  const named: NamedColumn[] = []
  const closed: ClosedColumn[] = []
  const states = new Set(machinesOf(view.entity).map((on) => on.field))
  // The states decide which actions are allowed, so they are read even if the tenant hides them.
  const hidden = [...states].filter((name) => !(name in view.fields)).map((name) => [name, view.entity.fields[name]!] as const)
  // A number is always selected with its unit.
  const units = unitFields(Object.fromEntries(Object.entries(view.fields).filter(([name]) => only?.has(name))))
  const fields = [...Object.entries(view.fields), ...hidden].filter(
    ([name]) => !only || only.has(name) || units.has(name) || states.has(name) || name === view.entity.title,
  )
  const columns = ['t.id', 't.version', 't.created_at as "createTime"', 't.updated_at as "updateTime"']
  let joins = ''
  if (isApart) {
    columns.push('t.created_by as "createUserName"')
    named.push({ id: 'createUserName', as: 'createUserName', of: 'user' })
  } else {
    columns.push('maker.real_name as "createUserName"')
    joins = ' left join app_user maker on maker.tenant_id = t.tenant_id and maker.id = t.created_by'
  }
  fields.forEach(([name, field], index) => {
    if (view.custom.has(name)) return
    if (field.computed) {
      columns.push(`${filledShare(view)} as "${name}"`)
      return
    }
    const column = columnName(name, field)
    if (field.closed) {
      closed.push({ column, wire: wireName(name, field), by: field.closed })
      return
    }
    if (field.kind === 'json' && field.personal) {
      closed.push({ column, wire: wireName(name, field), personal: field.personal })
      return
    }
    columns.push(column === wireName(name, field) ? `t.${column}` : `t.${column} as "${wireName(name, field)}"`)
    const names = field.kind === 'ids' ? namesOf(name, field) : undefined
    if (names) columns.push(names)
    if (field.kind === 'link' && isApart && isApartFrom(view.entity, entityNamed(field.to)))
      named.push({ id: wireName(name, field), as: `${name}Name`, of: field.to })
    else if (field.kind === 'link') {
      const link = linked(name, field, index)
      joins += link.join
      columns.push(link.column)
    }
  })
  if (view.custom.size > 0) columns.push('t.custom')
  return { columns: columns.join(', '), joins, named, fields, closed }
}

interface Shape {
  /** Field name, name of the label, choices. */
  readonly choices: readonly (readonly [string, string, ChoiceField['of']])[]
  readonly numbers: readonly string[]
  /** Titles of linked rows that may be program texts. */
  readonly seeded: readonly (readonly [string, readonly Words[]])[]
  /** Titles of several rows in one text. */
  readonly several: readonly string[]
}

/** The separator between the titles of several rows, as read from the database. */
const between = '、'

/** The program texts among the titles of the entity that a field links to. */
function seededOf(field: Field): readonly Words[] | undefined {
  const to = field.kind === 'link' || field.kind === 'ids' ? field.to : undefined
  if (!to || to === 'file') return undefined
  const of = entityNamed(to)
  const title = of.fields[of.title]
  return title?.kind === 'text' ? title.seeded : undefined
}

const shapes = new WeakMap<Selection['fields'], Shape>()

function shapeOf(view: View, fields: Selection['fields']): Shape {
  const declared = fields.filter(([name]) => !view.custom.has(name))
  return {
    choices: declared.flatMap(([name, field]) => (field.kind === 'choice' ? [[name, `${name}Value`, field.of] as const] : [])),
    numbers: declared.flatMap(([name, field]) => (field.kind === 'decimal' ? [name] : [])),
    seeded: declared.flatMap(([name, field]) => {
      const seeded = seededOf(field)
      return seeded ? [[`${name}Name`, seeded] as const] : []
    }),
    several: declared.flatMap(([name, field]) => (field.kind === 'ids' && field.to && field.to !== 'file' ? [`${name}Name`] : [])),
  }
}

const opened = new WeakMap<Grants, Map<string, readonly string[]>>()

/** The actions allowed on a row: the same for all rows in the same states, so they are cached by state. */
function canOf(of: Entity, grants: Grants): (row: Row) => readonly string[] {
  const machines = machinesOf(of)
  const facts = machines.flatMap((on) => Object.values(on.steps).flatMap((step) => Object.keys(step.only ?? {})))
  const states = [
    ...new Set([...machines.map((on) => on.field), ...facts, ...Object.keys(of.editable ?? {}), ...Object.keys(of.removable ?? {})]),
  ]
  const known = remembered(opened, grants, () => new Map<string, readonly string[]>())
  return (row) => {
    let key = of.name
    for (const state of states) key += ` ${row[state]}`
    return remembered(known, key, () => can(of, machines, row, grants))
  }
}

/** Converts rows of a selection to their wire form: labels of choices, custom fields, and the allowed actions. */
export function finisher(view: View, fields: Selection['fields'], language: Language, grants: Grants | null): (row: Row) => Row {
  const { choices, numbers, seeded, several } = remembered(shapes, fields, () => shapeOf(view, fields))
  const custom = [...view.custom]
  // A hospital's own choices are stored as their labels; dictionary keys need a label.
  const keyed = custom.flatMap((name) => {
    const field = view.fields[name]
    return field?.kind === 'choice' && field.dictionary !== undefined ? [[name, field.of] as const] : []
  })
  const canDo = grants ? canOf(view.entity, grants) : undefined
  return (row) => {
    for (const [name, word, of] of choices) {
      const value = row[name]
      row[word] = value === null || value === undefined ? null : (of[value as string]?.[language] ?? value)
    }
    for (const name of numbers) if (row[name] !== null) row[name] = Number(row[name])
    if (language !== 'zh') {
      for (const [name, words] of seeded) {
        const names = row[name] as string | null | undefined
        if (names)
          row[name] = names
            .split(between)
            .map((one) => saySeeded(words, one, language))
            .join(between)
      }
      for (const name of several) {
        const names = row[name] as string | null | undefined
        if (names) row[name] = listed(names.split(between), language)
      }
    }
    if (custom.length > 0) {
      const own = (row.custom ?? {}) as Row
      for (const name of custom) row[name] = own[name] ?? null
      for (const [name, of] of keyed) row[`${name}Value`] = row[name] === null ? null : (of[row[name] as string]?.[language] ?? row[name])
      delete row.custom
    }
    if (canDo) row.can = canDo(row)
    return row
  }
}
