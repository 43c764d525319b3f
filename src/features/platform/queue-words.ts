import { wireName } from '#contract/kit/shape.ts'
import type { Language } from '#contract/kit/words.ts'
import type { Op } from '#src/data/outbox/op.ts'
import type { QueueItem } from '#src/data/outbox/queue-model.ts'
import { type KindFacts, kindFacts } from '#src/kit/phone/queue-facts.ts'
import { textOf } from '#src/kit/value-text.ts'
import type { Speech, WordKey } from '#src/words/words.ts'
import { linksOf, type Names } from './queue-names.ts'

type Row = Readonly<Record<string, unknown>>

/** A record as text: what it is about, and, where it is part of something, of what. */
export function describeOp(op: Op, names: Names, { word, say }: Speech): { what: string; where: string } {
  const facts = kindFacts(op.kind)
  if (!facts) return { what: word('queue.kind.other'), where: '' }
  const target = names.get(`${op.target.type} ${op.target.id}`) ?? ''
  const { code } = (op.body ?? {}) as { code?: string }
  const isPart = op.target.type === 'checkTask'
  const linked = linksOf(op).find(([entity, id]) => entity !== op.target.type && names.has(`${entity} ${id}`))
  const about = isPart ? (code ?? (linked ? names.get(linked.join(' ')) : '')) : target
  return {
    what: [say(facts.words), about].filter(Boolean).join(' '),
    where: isPart && target ? word('queue.inCheck', { title: target }) : '',
  }
}

/** Why it has not arrived: the server's own sentence where there is one. */
export function whyOf({ op, stuck }: Pick<QueueItem, 'op' | 'stuck'>, word: Speech['word']): string {
  const error = (stuck ?? op).lastError
  if (!error) return ''
  if (error.msg) return error.msg
  const key = `queue.error.${error.code}`
  // A key without words is said as itself.
  const said = word(key as WordKey)
  return said === key ? word('queue.error.other', { code: error.code }) : said
}

const byState = new Set(['wrong_state', 'wrong_before', 'closed'])

/** Whether another person was first: the state refuses it, or is already the one that it would have led to. Sent once more it is refused again. */
export const isOvertaken = ({ kind, state, lastError, current, baseVersion }: Op): boolean => {
  const to = kindFacts(kind)?.state
  const isThere = to !== undefined && current?.[to.name] === to.to
  // A call builds on no version: what it conflicts with is what another person did.
  const isCall = to === undefined && baseVersion === null && lastError?.code === 'conflict'
  return state === 'conflict' && (byState.has(lastError?.code ?? '') || isThere || isCall)
}

/** The photos of a record: how many, or how many of them have arrived. */
export function photosOf({ photos: { all, left } }: Pick<QueueItem, 'photos'>, word: Speech['word']): string {
  if (all === 0) return ''
  return left === all ? word('queue.photos', { n: all }) : word('queue.photosLeft', { done: all - left, all })
}

/** What a record says, field by field, in words; for a step, the state that it would have led to as well. */
export const writtenIn = (op: Op, names: Names, speech: Pick<Speech, 'language' | 'say'>): Difference[] =>
  differencesOf({ ...op, current: {} }, names, speech)

/** One field with the person's and the server's value. */
export interface Difference {
  readonly name: string
  readonly label: string
  readonly mine: string
  readonly theirs: string
}

/** What differs between a record and the row on the server, field by field, in words; for a step that takes nothing, the state. */
export function differencesOf(op: Op, names: Names, { language, say }: Pick<Speech, 'language' | 'say'>): Difference[] {
  const facts = kindFacts(op.kind)
  const current = op.current
  if (!facts || !current) return []
  const body = named((op.body ?? {}) as Row, facts, names)
  const found = Object.entries(facts.fields).flatMap(([name, field]): Difference[] => {
    if (!(wireName(name, field) in body) || field.kind === 'items' || (field.kind === 'ids' && field.to === 'file')) return []
    const mine = textOf(name, field, body, language)
    const theirs = textOf(name, field, named(current, facts, names), language)
    return mine === theirs ? [] : [{ name, label: say(field), mine, theirs }]
  })
  return [...found, ...stateOf(facts, current, language, say)]
}

const stateOf = ({ state }: KindFacts, current: Row, language: Language, say: Speech['say']): Difference[] => {
  if (!state) return []
  const mine = textOf(state.name, state.field, { [state.name]: state.to }, language)
  return [{ name: state.name, label: say(state.field), mine, theirs: textOf(state.name, state.field, current, language) }]
}

/** With the names of the rows that its links name. */
const named = (row: Row, { fields }: KindFacts, names: Names): Row => {
  const added = Object.entries(fields).flatMap(([name, field]) => {
    const id = row[`${name}Id`]
    const found = field.kind === 'link' && typeof id === 'string' ? names.get(`${field.to} ${id}`) : undefined
    return found && !row[`${name}Name`] ? [[`${name}Name`, found]] : []
  })
  return { ...row, ...Object.fromEntries(added) }
}
