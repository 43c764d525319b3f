import type { Call } from '#contract/kit/entity/call.ts'

/**
 * Data that a writing call may change. `rows`: rows of the entities that the call declares. `entity`: all that a write of that entity may change.
 * `subject`: no entity is involved; the answers of the reading calls with the same subject (`job.list` after `job.cancel`).
 */
export type CallChanges = { readonly rows: readonly string[] } | { readonly entity: string } | { readonly subject: string }

/** The first part of the name of a call or right: an entity or another subject. */
export const subjectOf = (name: string): string => name.split('.')[0]!

/**
 * Derives what a writing call may change: the entities it declares, else the entity in its name, else the entity of its right, else its subject.
 * Undefined means everything; always so for calls listed in `everything`.
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
