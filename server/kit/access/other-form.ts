import type { Entity } from '#contract/kit/entity/entity.ts'
import { isRenaming, type OtherFact, shownFacts } from '#contract/kit/fields/other-form.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '../context.ts'

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Whether two values are equal as text; nothing equals an empty text. Objects and lists, which a client may send, never are. */
const isSaid = (one: unknown, other: unknown): boolean =>
  [one, other].every((value) => typeof value !== 'object' || value === null) && String(one ?? '') === String(other ?? '')

/** Maps a key of the other front end to ours; an unknown key is returned as it is. */
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
 * Adds to finished rows what front ends of the SpringBlade family read under other names; a fact whose field was not selected is left out.
 * Never overwrites one of our fields, except to translate its keys for that family.
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
 * Translates a draft to our field names. If it has a fact under both names, the one that differs from the stored row wins, because such a
 * front end sends back everything that the detail returned. Drops constant facts and facts that the product does not store; fills the
 * defaults of a new row.
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
  // Such a front end sends empty texts for fields that were left blank; from our own clients they are refused.
  const isOpen = (value: unknown): boolean => (context.isOther ? isBlank(value) : value === undefined)
  for (const [name, said] of Object.entries(initial)) if (isOpen(draft[name])) draft[name] = 'as' in said ? draft[said.as] : said.is
  return draft
}

/** Translates a filter of such a front end: to one of our filters, or to whether it matches every row. Undefined if it is ours already. */
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
