import { blindCheck } from '#contract/entities/check/blind.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { type Figure, type Grouping, lastingOf, type Wanted } from '#contract/kit/figures/measure.ts'
import { isPeriod } from '#contract/kit/figures/measure-groups.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { homeTime, momentOf } from '#contract/kit/time/moment.ts'
import { defaultRoles, expand } from '#contract/roles.ts'
import { columnName } from '#server/kit/table.ts'
import { home } from './hospitals.ts'
import type { Stored } from './measured-rows.ts'

/** A role of the small hospital and the departments that its data scope reaches. */
export interface Seer {
  readonly role: keyof typeof home.users
  readonly depts: readonly string[]
}

/** Roles of every data scope. */
export const seers: readonly Seer[] = [
  { role: 'administrator', depts: [] },
  { role: 'keeper', depts: [home.depts.surgery, home.depts.bones] },
  { role: 'warehouse_keeper', depts: [home.depts.medicine] },
  { role: 'provider_engineer', depts: [] },
]

/** Whether a blind check that runs hides a row from a person who counts in it and does not decide about results. */
function isVeiled(of: Entity, row: Stored, role: Seer['role'], rowsOf: (name: string) => readonly Stored[]): boolean {
  const own = (blindCheck.hiddenRows as Readonly<Record<string, string | null>>)[of.name]
  if (own === undefined || expand(defaultRoles[role].may).includes(blindCheck.judge)) return false
  const me = home.users[role]
  const task = rowsOf(blindCheck.task.name).find(({ id }) => id === row.check_id)
  if (task?.mode !== 'blind' || task.check_status !== 'open' || (own && row[columnName(own, of.fields[own]!)] === me)) return false
  return task.created_by === me || rowsOf('checkMember').some((member) => member.check_id === task.id && member.user_id === me)
}

/** Which rows a person sees, told again without the server's SQL. `rowsOf`: the rows of an entity; `members`: checks by the people in them. */
export function sees(of: Entity, row: Stored, { role, depts }: Seer, rowsOf: (name: string) => readonly Stored[]): boolean {
  const { scope } = of
  const { reach } = defaultRoles[role]
  if (isVeiled(of, row, role, rowsOf)) return false
  if (!scope || reach === 'all') return true
  const me = home.users[role]
  const column = (name: string): unknown => row[columnName(name, of.fields[name]!)]
  if (scope.persons?.some((name) => column(name) === me)) return true
  const team =
    scope.team && rowsOf((of.fields[scope.team.by] as Extract<Field, { kind: 'link' }>).to)?.find(({ id }) => id === column(scope.team!.by))
  if (team && (team[scope.team!.members] as readonly string[] | null)?.includes(me)) return true
  if (scope.members) {
    const { entity, by } = scope.members
    return row.created_by === me || rowsOf(entity).some((member) => member[`${by}_id`] === row.id && member.user_id === me)
  }
  if (scope.through) {
    const to = of.fields[scope.through] as Extract<Field, { kind: 'link' }>
    const above = rowsOf(to.to).find((one) => one.id === column(scope.through!))
    return above ? sees(entitiesSeen.get(to.to)!, above, { role, depts }, rowsOf) : row.created_by === me
  }
  if (reach === 'own') return row.created_by === me
  return scope.dept ? [scope.dept, ...(scope.also ?? [])].some((name) => depts.includes(String(column(name)))) : true
}

/** The entities that rows are seen through, by name. */
export const entitiesSeen = new Map<string, Entity>()

/** Whether a row fits filters of its list, told again without the server's SQL. */
export function fits(of: Entity, row: Stored, wanted: Wanted): boolean {
  return Object.entries(wanted).every(([wire, typed]) => {
    const [suffix, bare] = [wire.slice(-3), wire.slice(0, -3)]
    const isRange = suffix === '_ge' || suffix === '_le'
    const [name, field] = Object.entries(of.fields).find(([one, facts]) => wireName(one, facts) === (isRange ? bare : wire))!
    const value = row[columnName(name, field)]
    if (typed === '_none' || typed === '_some') return (value === null) === (typed === '_none')
    if (value === null) return false
    if (!isRange) return typed.split(',').includes(String(value))
    const rank = (of: unknown): number | string =>
      field.kind === 'time' ? Date.parse(momentOf(String(of)) ?? String(of)) : field.kind === 'date' ? String(of) : Number(of)
    return suffix === '_ge' ? rank(value) >= rank(typed) : rank(value) <= rank(typed)
  })
}

/** Whole years from a day to another. */
const yearsBetween = (from: string, to: string): number =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0)

/** The key of the group that a row belongs to. `today`: `yyyy-MM-dd`. */
export function keyOf(of: Entity, row: Stored, { by, as, bounds = [] }: Grouping, today: string): string | null {
  const field = of.fields[by]!
  const value = row[columnName(by, field)]
  if (value === null) return null
  if (isPeriod(as)) {
    const at = field.kind === 'time' ? homeTime(new Date(String(value)).toISOString()) : String(value)
    if (as === 'week') {
      const day = new Date(`${at.slice(0, 10)}T00:00:00Z`)
      return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10)
    }
    return at.slice(0, { day: 10, month: 7, year: 4 }[as])
  }
  if (as === 'age' || as === 'band') {
    const size = as === 'age' ? yearsBetween(String(value), today) : Number(value)
    const at = bounds.filter((bound) => size >= bound).length
    return at === 0 ? `under${bounds[0]}` : at === bounds.length ? `from${bounds.at(-1)}` : `${bounds[at - 1]}to${bounds[at]}`
  }
  return String(value)
}

const rounded = (value: number): number => Math.round(value * 10) / 10

/** What a device's orders and stops come to in a period, minute by stretch of time: told again without the server's SQL. */
export function amountOf(device: Stored, name: string, rowsOf: (name: string) => readonly Stored[], from: number, to: number): number {
  const at = (value: unknown): number => Date.parse(String(value))
  const orders = rowsOf('repairOrder').filter((row) => row.device_id === device.id && row.repair_status !== 'cancelled')
  const faults = orders.filter((row) => row.reported_at !== null && at(row.reported_at) >= from && at(row.reported_at) < to)
  const since = device.enable_date === null ? from : Math.min(Math.max(from, at(momentOf(String(device.enable_date)))), to)
  const downs = [
    ...orders.filter((row) => row.is_stopped === 1 && row.reported_at !== null).map((row) => [row.reported_at, row.closed_at]),
    ...rowsOf('deviceStop').flatMap((row) => (row.device_id === device.id ? [[row.since, row.lifted_at]] : [])),
  ]
  switch (name) {
    case 'held':
      return (to - since) / 60_000
    case 'down': {
      const clipped = downs
        .map(([start, end]) => [Math.max(at(start), since), end === null ? to : Math.min(at(end), to)] as const)
        .sort(([one], [other]) => one - other)
      let [reached, sum] = [since, 0]
      for (const [start, end] of clipped) {
        sum += Math.max(0, end - Math.max(start, reached))
        reached = Math.max(reached, end)
      }
      return sum / 60_000
    }
    case 'failures':
      return faults.length
    // No order of the model was ever sent back.
    case 'signedOff':
    case 'fixedAtOnce':
      return faults.filter((row) => row.repair_status === 'done').length
    case 'repairs':
      return faults.filter((row) => row.finished_at !== null).length
    default:
      return faults
        .filter((row) => row.finished_at !== null)
        .reduce((sum, row) => sum + (at(row.finished_at) - at(row.reported_at)) / 60_000 - Number(row.waited_minutes ?? 0), 0)
  }
}

/** A figure of rows; null where there is nothing to look at. `amount`: what a row has in the asked period. */
export function figureOf(
  of: Entity,
  figure: Figure,
  all: readonly Stored[],
  amount: (row: Stored, name: string) => number = () => 0,
): number | null {
  const rows = all.filter((row) => fits(of, row, figure.where ?? {}))
  const column = (row: Stored, name: string): unknown => row[columnName(name, of.fields[name]!)]
  switch (figure.kind) {
    case 'count':
      return rows.length
    case 'sum': {
      const field = of.fields[figure.of]!
      const left = field.kind === 'money' ? field.notSummed : undefined
      const summed = left ? rows.filter((row) => !left.is.includes(String(column(row, left.field)))) : rows
      const units = 10 ** (field.kind === 'decimal' ? field.scale : 2)
      return summed.reduce((sum, row) => sum + Math.round(Number(column(row, figure.of) ?? 0) * units), 0) / units
    }
    case 'share': {
      const sum = (name: string): number => rows.reduce((total, row) => total + Number(column(row, name) ?? 0), 0)
      const whole = figure.by.reduce((total, name) => total + sum(name), 0)
      return whole === 0 ? null : rounded((100 * sum(figure.of)) / whole)
    }
    case 'ratio':
      if (figure.after && !all.some((row) => fits(of, row, figure.after!))) return null
      return rows.length === 0 ? null : rounded((100 * rows.filter((row) => fits(of, row, figure.part)).length) / rows.length)
    case 'span': {
      const today = Date.parse(momentOf(homeDay(new Date()))!)
      const minutes = rows.flatMap((row) => {
        const [from, to] = [column(row, figure.from), column(row, figure.to)]
        return from === null ? [] : [Math.max(0, ((to === null ? today : Date.parse(String(to))) - Date.parse(String(from))) / 60_000)]
      })
      return rounded(minutes.reduce((sum, one) => sum + one, 0))
    }
    case 'lasting': {
      const sum = (name: string): number => rows.reduce((total, row) => total + amount(row, name), 0)
      const names = [figure.of, figure.less, figure.by].flatMap((name) => name ?? [])
      return lastingOf(figure, Object.fromEntries(names.map((name) => [name, sum(name)])))
    }
    case 'inTime': {
      const kept = rows.flatMap((row) => {
        const [from, to] = [column(row, figure.from), column(row, figure.to)]
        const most = figure.minutes[String(column(row, figure.by))]!
        const minutes = (until: number): number => (until - Date.parse(String(from))) / 60_000
        if (from === null) return []
        if (to !== null) return [minutes(Date.parse(String(to))) <= most]
        return fits(of, row, figure.waits) && minutes(Date.now()) > most ? [false] : []
      })
      return kept.length === 0 ? null : rounded((100 * kept.filter((one) => one).length) / kept.length)
    }
    case 'median':
    case 'mean': {
      const minutes = rows
        .flatMap((row) => {
          if ('of' in figure) return column(row, figure.of) === null ? [] : [Number(column(row, figure.of))]
          const [from, to] = [column(row, figure.from), column(row, figure.to)]
          const less = figure.less ? Number(column(row, figure.less) ?? 0) : 0
          return from === null || to === null ? [] : [(Date.parse(String(to)) - Date.parse(String(from))) / 60_000 - less]
        })
        .sort((one, other) => one - other)
      if (minutes.length === 0) return null
      const isMoney = 'of' in figure && of.fields[figure.of]!.kind === 'money'
      if (isMoney) return Math.round(minutes.reduce((sum, one) => sum + Math.round(one * 100), 0) / minutes.length) / 100
      if (figure.kind === 'mean') return rounded(minutes.reduce((sum, one) => sum + one, 0) / minutes.length)
      const middle = (minutes.length - 1) / 2
      return rounded((minutes[Math.floor(middle)]! + minutes[Math.ceil(middle)]!) / 2)
    }
  }
}
