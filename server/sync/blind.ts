import type { Query, Row, Rows } from '#server/db/query.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import { type BlindTask, blindTasks } from '#server/kit/access/blind-tasks.ts'

/** Whether rows of an entity are lines of a task that may be blind. */
export const isLine = (entity: string): boolean => blindTasks.some(({ line }) => line.name === entity)

/** What the module says of its blind tasks. Throws when there is none. */
export function blindTask(): BlindTask {
  const [first] = blindTasks
  if (!first) throw new Error('no module has blind tasks')
  return first
}

/** The lines of blind tasks that a person has observed; `mine`: they decided the result. */
export const standingQuery = (actor: Actor, ids: readonly string[]): Query => blindTask().standingQuery(actor, ids)

/** What a person receives about a change in a blind check. */
export type Visibility = 'row' | 'gone' | 'nothing'

/** By the rows of `standingQuery`: the lines they decided, that a line is not theirs any more, and of the others not even that they are there. */
export function visibilityOf(found: Rows | undefined): (entity: string, id: string) => Visibility {
  const mine = new Map(found?.rows.map((row) => [String(row.id), row.mine === true]))
  return (entity, id) => {
    if (!isLine(entity)) return 'row'
    const isMine = mine.get(id)
    return isMine === undefined ? 'nothing' : isMine ? 'row' : 'gone'
  }
}

/** A row as phones keep it, without what the book says. */
export function withoutBook(entity: string, row: Row): Row {
  const hidden = blindTasks.flatMap(({ book }) => book[entity] ?? [])
  // A link and a choice travel under two names.
  const names = new Set(hidden.flatMap((name) => [name, `${name}Id`, `${name}Name`, `${name}Value`]))
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, names.has(name) ? null : value]))
}
