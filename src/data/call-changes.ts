import type { Call } from '#contract/kit/call.ts'

/**
 * What a writing call may change: the rows of the entities it declares, what a write of one entity may change, or, where no entity stands behind it, what the
 * reading calls of the same subject answer (`job.list` after `job.cancel`).
 */
export type CallChanges = { readonly rows: readonly string[] } | { readonly entity: string } | { readonly subject: string }

/** The first part of the name of a call or right: an entity, or what else it is about. */
export const subjectOf = (name: string): string => name.split('.')[0]!

/**
 * What a writing call may change: as declared, else by the entity that its name begins with, else by the entity of its right, else by its subject. Undefined: everything.
 * A call that `everything` names is never derived.
 */
export function changesOfCall(
  of: Call,
  isEntity: (name: string) => boolean,
  everything: Readonly<Record<string, string>>,
): CallChanges | undefined {
  if (Object.hasOwn(everything, of.name)) return undefined
  if (of.changes) return { rows: of.changes }
  const [subject, right] = [subjectOf(of.name), subjectOf(of.may)]
  const found = [subject, right].find(isEntity)
  return found === undefined ? { subject } : { entity: found }
}
