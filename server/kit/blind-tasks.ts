import type { Entity } from '#contract/kit/entity.ts'
import type { Query } from '#server/db/query.ts'
import type { Actor } from './actor.ts'

/** Tasks whose members are not to know what the book says until they have decided it themselves. */
export interface BlindTask {
  readonly task: Entity
  /** The field of the task that says so, and the value it then has. */
  readonly field: string
  readonly is: string
  /** The entity whose rows its members decide. */
  readonly line: Entity
  /** The entity whose rows are counted, and its fields that hold a code. */
  readonly counted: Entity
  readonly codes: readonly string[]
  /** Fields that say what is on the book, by entity. */
  readonly book: Readonly<Record<string, readonly string[]>>
  /** Of these lines those that a person has observed: `id`, and `mine`: they decided the result. */
  standingQuery(actor: Actor, ids: readonly string[]): Query
}

/** What the modules hand in. */
export const blindTasks: BlindTask[] = []
