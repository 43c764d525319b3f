import type { Entity } from '#contract/kit/entity.ts'
import { isRenaming, type OtherFact, shownFacts } from '#contract/kit/other-form.ts'
import type { Raw } from '#contract/kit/parse.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from './context.ts'

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Whether two values are the same as texts, nothing being an empty one. Objects and lists, which a client may send, are no facts. */
const isSaid = (one: unknown, other: unknown): boolean =>
  [one, other].every((value) => typeof value !== 'object' || value === null) && String(one ?? '') === String(other ?? '')

/** Our key for one of theirs; what is no key of theirs stays. */
const ourKey = ({ keys }: Extract<OtherFact, { as: string }>, sent: unknown): unknown =>
  keys ? (Object.keys(keys).find((key) => isSaid(keys[key], sent)) ?? sent) : sent

function factOf(fact: OtherFact, row: Row, { actor, language }: Context): unknown {
  if ('tenant' in fact) return fact.tenant === 'id' ? actor.tenantId : actor.tenantName
  if ('file' in fact) {
    const [id] = (row[fact.file] as readonly string[] | null) ?? []
    return id === undefined ? null : `/api/file/${id}`
  }
  if ('is' in fact) return fact.words ? fact.words[language] : fact.is
  const value = row[fact.as]
  return fact.keys ? (fact.keys[String(value ?? '')] ?? value) : value
}

/**
 * Adds to finished rows what front ends of the given calls read under names of their own; a fact whose field is not among the columns is left out.
 * Never replaces a field of ours, but for its keys where that family asks.
 */
export function inOtherForm({ others, fields }: Entity, context: Context, finish: (row: Row) => Row): (row: Row) => Row {
  if (!others) return finish
  const facts = shownFacts(others)
  return (raw) => {
    const row = finish(raw)
    for (const [name, fact] of facts) {
      const isOurs = isRenaming(name, fact)
      if (isOurs ? !context.isOther : Object.hasOwn(row, name) || Object.hasOwn(fields, name)) continue
      const of = 'as' in fact ? fact.as : 'file' in fact ? fact.file : undefined
      if (of !== undefined && !Object.hasOwn(row, of)) continue
      row[name] = factOf(fact, row, context)
    }
    return row
  }
}

/**
 * A draft under our names. Where it says a fact under both, the one counts that differs from the row: such a front end sends back what the detail answered.
 * Removes what says the same of every row, and what the product does not keep. A new row gets what the draft leaves open.
 */
export async function fromOtherForm(of: Entity, context: Context, input: Raw, stored: () => Promise<Raw | undefined>): Promise<Raw> {
  const { takes = {}, passes = [], initial = {} } = of.others ?? {}
  if (!of.others) return input
  const draft: Record<string, unknown> = { ...input }
  for (const name of passes) delete draft[name]
  for (const [name, fact] of Object.entries(takes)) {
    const sent = draft[name]
    if (sent === undefined) continue
    if ('as' in fact) {
      const value = ourKey(fact, sent)
      if (name !== fact.as) delete draft[name]
      const ours = draft[fact.as]
      const isTheirs = name === fact.as || isBlank(ours) || isSaid((await stored())?.[fact.as], ours)
      if (isTheirs) draft[fact.as] = value
    } else if ('is' in fact && [fact.is, ...(fact.or ?? [])].some((one) => isSaid(one, sent))) delete draft[name]
  }
  if (!isBlank(draft.id) && draft.id !== '0') return draft
  // Such a front end sends empty texts for what a person left open; from others they are a mistake that the field refuses.
  const isOpen = (value: unknown): boolean => (context.isOther ? isBlank(value) : value === undefined)
  for (const [name, said] of Object.entries(initial)) if (isOpen(draft[name])) draft[name] = 'as' in said ? draft[said.as] : said.is
  return draft
}

/** What a filter of such a front end means: a filter under our name, or whether it holds for every row; undefined for one of ours. */
export function filterOf(
  { others }: Entity,
  name: string,
  sent: unknown,
): { readonly name: string; readonly value: unknown } | { readonly holds: boolean } | undefined {
  const fact = others?.takes && Object.hasOwn(others.takes, name) ? others.takes[name] : undefined
  if (!fact) return undefined
  if ('is' in fact) return { holds: [fact.is, ...(fact.or ?? [])].some((one) => isSaid(one, sent)) }
  return 'as' in fact ? { name: fact.as, value: ourKey(fact, sent) } : undefined
}
