import type { Entity } from '#contract/kit/entity/entity.ts'
import { pulledRows, useStored } from './store/local-data.ts'

/** The link of an entity to the team that a row waits for while no person has it. */
export function teamLink(of: Entity): { readonly field: string; readonly to: string } | undefined {
  const by = of.scope?.team?.by
  const link = by === undefined ? undefined : of.fields[by]
  return by !== undefined && link?.kind === 'link' ? { field: by, to: link.to } : undefined
}

const none: ReadonlySet<string> = new Set()

/** The person's teams: a phone holds those alone. None while they are read. */
export function useTeams(of: Entity): ReadonlySet<string> {
  const to = teamLink(of)?.to
  const found = useStored(
    async (store) => (to === undefined ? none : new Set((await pulledRows<{ id: string }>(store, to)).map(({ id }) => id))),
    [to],
  )
  return found ?? none
}
