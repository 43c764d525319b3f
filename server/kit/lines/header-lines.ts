import type { Entity } from '#contract/kit/entity/entity.ts'
import { type GivenLine, totalsOf } from '#contract/kit/entity/lines.ts'
import { same } from '#contract/kit/fields/same.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '../context.ts'
import type { HookLines } from '../hooks.ts'
import { refusalOf } from '../refuse.ts'
import type { LinesEvent } from '../steps/event.ts'
import { columnName } from '../table.ts'
import type { Difference } from '../write/draft-changes.ts'
import { refuseSealed } from '../write/sealed.ts'
import { changesOfLines, eventOfLines, isReordered, lineNames } from './line-changes.ts'
import { type OpenLines, openLines } from './lines.ts'
import { writeLines } from './write-lines.ts'

/** Lines keyed by name, as passed to hooks. */
export const hookLines = (open: readonly OpenLines[]): HookLines => Object.fromEntries(open.map((one) => [one.line.as, one]))

/** The totals of the header that changed with its lines. Throws if a total is too large to store. */
export function totals(entity: Entity, open: readonly OpenLines[], row: Row | undefined): Difference[] {
  return open.flatMap(({ line, after }) =>
    Object.entries(totalsOf(line, entity.fields, after)).flatMap(([name, to]): Difference[] => {
      const field = entity.fields[name]!
      const from = row?.[columnName(name, field)] ?? null
      if (to === null) throw refusalOf([{ field: line.as, label: field, rule: 'too_large' }])
      return same(field, from, to) ? [] : [{ name, field, from, to }]
    }),
  )
}

/** Writes the changed lines of a header; returns what its event stores about them. */
export async function keepLines(
  open: readonly OpenLines[],
  context: Context,
  tx: Transaction,
  id: string,
): Promise<Record<string, LinesEvent>> {
  const events: [string, LinesEvent][] = []
  for (const one of open) {
    const changes = changesOfLines(one)
    if (changes.length === 0 && !isReordered(one)) continue
    refuseSealed(
      context,
      changes.flatMap(({ index, fields }) =>
        fields.map((change) => ({ ...change, name: change.wire, at: `${one.line.as}.${index}.${change.wire}` })),
      ),
    )
    const names = await lineNames(one, changes, context, tx)
    await writeLines(one, changes, context, tx, id)
    const event = eventOfLines(one, changes, names)
    if (event) events.push([one.line.as, event])
  }
  return Object.fromEntries(events)
}

/** The lines of a header before and after a draft. Throws for lines of another header and for duplicates. */
export async function linesOf(
  entity: Entity,
  context: Context,
  tx: Transaction,
  id: string | undefined,
  given: ReadonlyMap<string, readonly GivenLine[]>,
): Promise<readonly OpenLines[]> {
  const { open, problems } = await openLines(entity, context, tx, id, given)
  if (problems.length > 0) throw refusalOf(problems)
  return open
}

/** Whether lines are added, changed, removed or, if their order is stored, moved. */
export const isChanged = (open: OpenLines): boolean => changesOfLines(open).length > 0 || isReordered(open)
