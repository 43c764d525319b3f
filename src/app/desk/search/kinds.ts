import { rightOf } from '#contract/kit/entity/entity.ts'
import { useSession } from '#src/data/session.ts'
import type { SearchKind } from '#src/kit/desk-module.ts'
import { deskModules } from '../modules.ts'

/** Everything that the modules bring to the search, in their order. */
export const searchKinds: readonly SearchKind[] = deskModules.flatMap((module) => module.search ?? [])

/** What of it a person with these rights may list. */
export const openKinds = (rights: readonly string[]): readonly SearchKind[] => {
  const held = new Set(rights)
  return searchKinds.filter(({ of }) => held.has(rightOf(of, 'list')))
}

/** Where the record of a scanned code opens; undefined for a code of none that this person sees. Rejects when none could be asked. */
export async function pathOfCode(code: string): Promise<string | undefined> {
  const kinds = openKinds(useSession.getState().person?.rights ?? []).filter(({ byCode }) => byCode)
  const asked = await Promise.allSettled(kinds.map(async ({ byCode, opens }) => ({ id: await byCode!(code), opens })))
  for (const one of asked) if (one.status === 'fulfilled' && one.value.id) return one.value.opens(one.value.id)
  const failed = asked.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return undefined
}
