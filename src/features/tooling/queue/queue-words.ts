import { wireName } from '#contract/kit/entity/shape.ts'
import type { Language } from '#contract/kit/words.ts'
import type { Op } from '#src/data/outbox/store/op.ts'
import type { QueueItem } from '#src/data/outbox/store/queue-model.ts'
import { type KindFacts, kindFacts } from '#src/kit/phone/queue-facts.ts'
import { hitOfText } from '#src/kit/scan/hit.ts'
import { shownCode } from '#src/kit/scan/shown-code.ts'
import { textOf } from '#src/kit/value-text.ts'
import type { Speech, WordKey } from '#src/words/words.ts'
import { codeKey, lineOf, linksOf, type Names, placeKey } from './queue-names.ts'

type Row = Readonly<Record<string, unknown>>

/** A record as text: what it is about, and, where it is part of something, of what. */
export function describeOp(op: Op, names: Names, { word, say }: Speech): { what: string; where: string } {
  const facts = kindFacts(op.kind)
  if (!facts) return { what: word('queue.kind.other'), where: '' }
  const target = keyOf(op)
  const isPart = op.target.type === 'checkTask'
  const line = lineOf(op)
  const linked = linksOf(op).map((link) => link.join(' '))
  const subject = [...(isPart ? [...(line ? [`checkLine ${line}`] : []), ...linked] : [target, ...linked])].find(
    (key) => key !== (isPart ? target : '') && names.has(key),
  )
  return {
    what: [say(facts.words), subject ? nameIn(names, subject) : readIn(op), subject && names.get(placeKey(subject))]
      .filter(Boolean)
      .join(' · '),
    where: isPart && names.has(target) ? word('queue.inCheck', { title: names.get(target) ?? '' }) : '',
  }
}

/** The row that a record is about, as `<entity> <id>`. */
const keyOf = ({ target }: Pick<Op, 'target'>): string => `${target.type} ${target.id}`

/** A row by its name and the code of its device. */
const nameIn = (names: Names, key: string): string => [names.get(key), names.get(codeKey(key))].filter(Boolean).join(' ')

/** What a record itself says of a device that this phone does not know: what was typed, and the code that was read. */
function readIn({ body, lane = '' }: Pick<Op, 'body' | 'lane'>): string {
  const { deviceName, code } = (body ?? {}) as { deviceName?: string; code?: string }
  const hit = hitOfText(code ?? lane.split(':').slice(2).join(':'), 'typed', 0)
  return [deviceName, hit ? shownCode(hit) : ''].filter((text, at, all) => text && all.indexOf(text) === at).join(' ')
}

/** Records about one check, order or device, which the queue shows together. */
export interface QueueGroup {
  readonly key: string
  readonly items: readonly QueueItem[]
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

/** The records by what they are about; groups and records in the order in which they were made. */
export function groupsOf(items: readonly QueueItem[]): QueueGroup[] {
  return [...grouped(items, ({ op }) => keyOf(op))].map(([key, items]) => ({ key, items }))
}

/** A group in words: what its records are about, and how many of each kind there are. */
export function describeGroup({ key, items }: QueueGroup, names: Names, speech: Speech): { what: string; kinds: string } {
  const { say, word } = speech
  const kinds = grouped(items, ({ op }) => {
    const facts = kindFacts(op.kind)
    return facts ? say(facts.words) : word('queue.kind.other')
  })
  const what = [nameIn(names, key), names.get(placeKey(key))].filter(Boolean).join(' · ')
  return {
    what: what || [...kinds.keys()].join(' · '),
    kinds: [...kinds].map(([kind, of]) => word('queue.counted', { kind, n: of.length })).join(' · '),
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

/** Whether a record says something that only its module can put into words: it adds a part at `queue.<kind>`, or at `queue.<entity>` for all kinds. */
export const isToldByModule = ({ kind, body }: Pick<Op, 'kind' | 'body'>): boolean =>
  Object.entries(kindFacts(kind)?.fields ?? {}).some(([name, field]) => field.kind === 'json' && Object.hasOwn((body ?? {}) as Row, name))

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
    if (!(wireName(name, field) in body) || ['items', 'json'].includes(field.kind) || (field.kind === 'ids' && field.to === 'file'))
      return []
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
