import type { Wanted } from '../figures/measure.ts'
import type { Words } from '../words.ts'
import type { Entity } from './entity.ts'
import { wireName } from './shape.ts'

/** The columns of the dispatch board, in their order. */
export const dispatchColumns = {
  waiting: { zh: '待分派', en: 'To assign' },
  assigned: { zh: '已派工', en: 'Assigned' },
  working: { zh: '处理中', en: 'In work' },
  held: { zh: '待件或送外', en: 'Waiting for parts or outside' },
  accept: { zh: '待验收', en: 'Awaiting sign-off' },
  done: { zh: '近 7 天完成', en: 'Done in the last 7 days' },
} as const
export type DispatchColumn = keyof typeof dispatchColumns

/** The columns of orders whose work is done: they are neither overdue nor work ahead. */
export const workedColumns: readonly DispatchColumn[] = ['accept', 'done']

/** Days for which a finished order stays on the board. */
export const doneDays = 7

interface InColumn<K extends string> {
  /** The states that stand there; absent: every row. */
  readonly states?: readonly string[]
  /** Only rows with this value of a flag or choice, or with any (`_some`) or none (`_none`). */
  readonly where?: { readonly [N in K]?: string }
}

/** How a card is given away by moving it to a lane. */
interface GivenBy {
  /** Steps of the entity's machine that do it; the first one that is open is taken. */
  readonly steps: readonly string[]
  /** Their input that names the person or the team. */
  readonly input: string
  /** Their input that moves the planned day in the same act, where they have one. */
  readonly day?: string
}

interface OrderKindFacts<K extends string> extends Words {
  /** Desk page of the list; a card opens there where the entity has no record page. */
  readonly page: string
  readonly device: K
  /** The department; that of the device if absent. */
  readonly dept?: K
  /** What is to be done: a text, a choice, or a link whose title says it. */
  readonly what?: K
  /** The day by which it has to be done: a date or time of the row, or so many days after it. */
  readonly due?: { readonly by: K; readonly after?: number }
  /** The day that is planned for the work; the due day while it is empty. */
  readonly planned?: K
  /** The day on which it was sent out. */
  readonly outSince?: K
  readonly person?: K
  readonly team?: K
  readonly provider?: K
  readonly urgency?: K
  /** Expected hours. */
  readonly hours?: K
  /** The state, whose machine moves cards; absent: a ledger of what is due, whose cards do not move. */
  readonly state?: K
  /** Which states stand in which column; the first that fits. */
  readonly columns: { readonly [C in DispatchColumn]?: InColumn<K> }
  /** When an order of the last column was done. */
  readonly doneAt?: K
  /** Which rows are orders at all. */
  readonly where?: Wanted
  /** Only what is due within so many days, overdue rows included. */
  readonly dueWithin?: number
  /** `holds`: the right of the people who are offered as lanes. */
  readonly assign?: { readonly person?: GivenBy & { readonly holds: string }; readonly team?: GivenBy }
}

/** A kind of order on the dispatch board. */
export interface OrderKind extends OrderKindFacts<string> {
  readonly of: Entity
  /** The name of its entity. */
  readonly name: string
}

/** Declares the orders of an entity. */
export const orderKind = <E extends Entity>(of: E, facts: OrderKindFacts<keyof E['fields'] & string>): OrderKind => ({
  of,
  name: of.name,
  ...(facts as OrderKindFacts<string>),
})

/** All kinds of orders, collected from the modules in their order, and the entities that the board reads. */
export const orderKinds: OrderKind[] = []
export const orderReads: string[] = ['serviceTeam', 'workDay']

/** Registers the orders of a module. */
export function gatherOrderKinds(found: readonly OrderKind[]): void {
  orderKinds.push(...found.filter(({ name }) => !orderKinds.some((one) => one.name === name)))
  orderReads.push(...orderKinds.flatMap(({ name }) => (orderReads.includes(name) ? [] : [name])))
}

const fits = (held: unknown, value: string | undefined): boolean =>
  value === '_none' ? held === null : value === '_some' ? held !== null : String(held) === value

/** The column in which a row of a kind stands; undefined where it is none of the board. */
export function columnOf(kind: OrderKind, row: Readonly<Record<string, unknown>>): DispatchColumn | undefined {
  const found = Object.entries(kind.columns).find(
    ([, { states, where = {} }]) =>
      (states === undefined || states.includes(String(row[kind.state!]))) &&
      Object.entries(where).every(([name, value]) => fits(row[wireName(name, kind.of.fields[name]!)] ?? null, value)),
  )
  return found?.[0] as DispatchColumn | undefined
}
