import { blindCheck } from '#contract/entities/check/blind.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import type { Query, Row, Rows } from '#server/db/query.ts'
import type { Actor } from '#server/kit/actor.ts'

/** The lines of blind checks that a person has observed; `mine`: they decided the result. */
export const standingQuery = (actor: Actor, ids: readonly string[]): Query => ({
  text: `select l.id, l.seen_by_id = $2 as mine from check_line l where l.tenant_id = $1 and l.id = any($3::uuid[])
    and (l.seen_by_id = $2 or exists (select 1 from check_scan s where s.tenant_id = l.tenant_id and s.line_id = l.id and s.user_id = $2))`,
  values: [actor.tenantId, actor.userId, ids],
})

/** What a person hears of a change in a blind check. */
export type Heard = 'row' | 'gone' | 'nothing'

/** By the rows of `standingQuery`: the lines they decided, that a line is not theirs any more, and of the others not even that they are there. */
export function heardOf(found: Rows | undefined): (entity: string, id: string) => Heard {
  const mine = new Map(found?.rows.map((row) => [String(row.id), row.mine === true]))
  return (entity, id) => {
    if (entity !== checkLine.name) return 'row'
    const isMine = mine.get(id)
    return isMine === undefined ? 'nothing' : isMine ? 'row' : 'gone'
  }
}

/** A row as phones keep it, without what the book says. */
export function withoutBook(entity: string, row: Row): Row {
  const hidden: readonly string[] = blindCheck.book[entity as keyof typeof blindCheck.book] ?? []
  // A link and a choice travel under two names.
  const names = new Set(hidden.flatMap((name) => [name, `${name}Id`, `${name}Name`, `${name}Value`]))
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, names.has(name) ? null : value]))
}
