import { type Answers, listOf, one, option, optionBeside, out, pageOf, type RowShape, type Shape, type ShapeMap } from './answer.ts'
import type { Call } from './call.ts'
import { type Area, type Entity, urlsOf, verbsOf } from './entity.ts'
import { type Field, type FieldMap, ids, integer, text } from './field.ts'
import { historyEvent } from './history.ts'
import type { Words } from './words.ts'

/**
 * page: rows page by page; list: all rows at once; select: id and label for a picker; row: one row by its id; count: how many rows each value of a field has;
 * pageAndCount: a page together with such counts; history: what happened to the rows, the newest first.
 */
export type ListKind = 'page' | 'list' | 'select' | 'row' | 'count' | 'pageAndCount' | 'history'

/** A field of the row that a link names, shown beside the row; empty for who may not see that row. */
export interface Joined<F extends Field = Field> {
  readonly over: string
  readonly name: string
  readonly field: F
}

/** A field of the row that the link `over` names: `via('device', device, 'deviceModel')`. */
export const via = <E extends Entity, const K extends keyof E['fields'] & string>(
  over: string,
  of: E,
  name: K,
): Joined<E['fields'][K]> => ({
  over,
  name,
  field: of.fields[name] as E['fields'][K],
})

/** A variant of the list of an entity. */
export interface ListFacts<K extends string = string> extends Words {
  readonly kind: ListKind
  /** URL after `/api`, several where the given calls use several; without a leading `/` it follows the path of the entity. */
  readonly path: string | readonly string[]
  /** Name of the call where it is not `<entity>.<name of the variant>`. */
  readonly call?: string
  readonly area?: Area
  /** The right asked for; `<entity>.list` when absent. */
  readonly may?: string
  readonly method?: 'GET' | 'POST'
  /** What every row holds, in the words of filters: `a,b`, `_none`, `_some`, and `_own` for the person's own department or the person. */
  readonly where?: { readonly [N in K]?: string }
  /** Filters that also have another name: `apply: 'check'` takes `applyId` for the link `check`. */
  readonly given?: { readonly [name: string]: K }
  /** Those of them that must be given. */
  readonly need?: readonly string[]
  /** Name of the parameter that must name the rows themselves, of a history too. */
  readonly ids?: string
  /** The fields that are shown where they are not those of the list. */
  readonly columns?: readonly K[]
  readonly joined?: Readonly<Record<string, Joined>>
  /** The link of the same entity by which rows hang below others: rows say `hasChildren`; `only` those that have some, or none. */
  readonly below?: { readonly by: K; readonly only?: 'some' | 'none' }
  /** The order that a request without one gets. */
  readonly order?: { readonly ascs: string } | { readonly descs: string }
  /** The field that is counted by; of a page together with counts too. */
  readonly by?: K
  /** A second field of choices: each count also tells how many rows have each choice. */
  readonly each?: K
  /** The amount that is added up beside a count; null where the hospital hides it. */
  readonly sum?: K
  /** The field counted by is a link to a tree: a value that is asked for means itself and what is below it. */
  readonly within?: true
  /** Names of the key and its word in a count where they are not `key` and `name`. */
  readonly as?: readonly [key: string, name: string]
  /** A picker of a filter: it offers retired rows too. */
  readonly past?: true
  /** The most rows of a list (1,000 when absent) or choices of a picker (50 when absent). */
  readonly limit?: number
  /** The kinds of events of a history; all when absent. */
  readonly events?: readonly string[]
  /** A history of one row: the parameter that names it. */
  readonly row?: string
  /** The name under which events also carry the id of their row. */
  readonly rowAs?: string
  /** A history of what one person did: the parameter that names the person. */
  readonly person?: string
}

/** A call that answers from list facts; the server needs no handler for it. */
export interface ListCall<N extends string = string, A extends Answers = Answers> extends Call<N, FieldMap, A> {
  readonly list: ListFacts
  readonly entity: string
}

/** Whether a call is a named list. */
export const isListCall = (of: Call): of is ListCall => 'list' in of

type Beside<L> = (L extends { readonly below: object } ? { readonly hasChildren: { readonly is: 'boolean' } } : unknown) &
  (L extends { readonly joined: infer J } ? { readonly [K in keyof J]: J[K] extends Joined<infer F> ? F : never } : unknown)
type Listed<E extends Entity, L> = L extends { readonly below: object } | { readonly joined: object }
  ? { readonly is: 'with'; readonly of: RowShape<'listed', E>; readonly fields: Beside<L> }
  : RowShape<'listed', E>
type Text = { readonly is: 'text' }
type Numbers = { readonly is: 'number' }
type NullableText = { readonly is: 'nullable'; readonly of: Text }
type EachOf<E extends Entity, L> = L extends { readonly each: infer C extends keyof E['fields'] }
  ? E['fields'][C] extends { readonly of: infer O }
    ? { readonly [K in keyof O]: Numbers }
    : unknown
  : unknown
type CountFields<E extends Entity, L> = (L extends { readonly as: readonly [infer K extends string, infer V extends string] }
  ? { readonly [P in K | V]: NullableText }
  : { readonly key: NullableText; readonly name: NullableText }) & { readonly count: Numbers } & (L extends { readonly sum: string }
    ? { readonly amount: NullableText }
    : unknown) &
  EachOf<E, L>
type ObjectShape<M> = { readonly is: 'object'; readonly fields: M }
type OptionFields<E extends Entity, L> = { readonly id: Text; readonly name: Text } & (L extends {
  readonly columns: readonly (infer C)[]
}
  ? { readonly [K in C & keyof E['fields'] & string as E['fields'][K] extends { kind: 'link' } ? `${K}Id` : K]: NullableText }
  : unknown)

type AnswersOf<E extends Entity, L> = L extends { readonly kind: infer K }
  ? K extends 'page'
    ? Answers<'page', Listed<E, L>>
    : K extends 'list'
      ? Answers<'list', Listed<E, L>>
      : K extends 'select'
        ? Answers<'list', ObjectShape<OptionFields<E, L>>>
        : K extends 'row'
          ? Answers<'one', RowShape<'row', E>>
          : K extends 'count'
            ? Answers<'list', ObjectShape<CountFields<E, L>>>
            : K extends 'history'
              ? Answers<
                  'page',
                  ObjectShape<
                    typeof historyEvent & (L extends { readonly rowAs: infer R extends string } ? { readonly [P in R]: Text } : unknown)
                  >
                >
              : Answers<
                  'one',
                  ObjectShape<{
                    readonly records: { readonly is: 'list'; readonly of: Listed<E, L> }
                    readonly counts: { readonly is: 'list'; readonly of: ObjectShape<CountFields<E, L>> }
                    readonly total: Numbers
                    readonly size: Numbers
                    readonly current: Numbers
                    readonly pages: Numbers
                  }>
                >
  : never

const rowShape = (of: Entity, facts: ListFacts): Shape => {
  const more: ShapeMap = {
    ...(facts.below ? { hasChildren: out.boolean } : {}),
    // Empty for who may not see the row that is named.
    ...Object.fromEntries(Object.entries(facts.joined ?? {}).map(([name, { field }]) => [name, { ...field, required: false }])),
  }
  const row = out.listed(of.name)
  return Object.keys(more).length > 0 ? out.with(row, more) : row
}

const countShape = (of: Entity, { as = ['key', 'name'], each, sum }: ListFacts): ShapeMap => {
  const spread = each === undefined ? undefined : of.fields[each]
  return {
    [as[0]]: out.nullable(out.text),
    [as[1]]: out.nullable(out.text),
    count: out.number,
    ...(sum === undefined ? {} : { amount: out.nullable(out.text) }),
    ...Object.fromEntries(spread?.kind === 'choice' ? Object.keys(spread.of).map((choice) => [choice, out.number]) : []),
  }
}

function answersOf(of: Entity, facts: ListFacts): Answers {
  switch (facts.kind) {
    case 'page':
      return pageOf(rowShape(of, facts))
    case 'list':
      return listOf(rowShape(of, facts))
    case 'row':
      return one(out.row(of.name))
    case 'history':
      return pageOf({ ...historyEvent, ...(facts.rowAs ? { [facts.rowAs]: out.text } : {}) })
    case 'count':
      return listOf(countShape(of, facts))
    case 'select': {
      const wires = (facts.columns ?? []).map((name) => (of.fields[name]?.kind === 'link' ? `${name}Id` : name))
      return listOf({ ...option, ...optionBeside, ...Object.fromEntries(wires.map((wire) => [wire, out.nullable(out.text)])) })
    }
    case 'pageAndCount':
      return one({
        records: out.list(rowShape(of, facts)),
        total: out.number,
        size: out.number,
        current: out.number,
        pages: out.number,
        counts: out.list(countShape(of, facts)),
      })
  }
}

const paging = {
  current: integer({ zh: '页码', en: 'Page', min: 1, max: 1_000_000 }),
  size: integer({ zh: '每页条数', en: 'Page size', min: 1, max: 200 }),
}
const pagedKinds: ReadonlySet<ListKind> = new Set(['page', 'pageAndCount', 'history'])

function inputOf(of: Entity, facts: ListFacts): FieldMap {
  const isNeeded = (name: string): boolean => facts.need?.includes(name) === true
  const given = { ...facts.given, ...(facts.within && facts.by ? { [facts.by]: facts.by } : {}) }
  return {
    ...(pagedKinds.has(facts.kind) ? paging : {}),
    ...Object.fromEntries(
      Object.entries(given).map(([name, field]) => [name, { ...of.fields[field]!, required: isNeeded(name), readOnly: false }]),
    ),
    ...(facts.ids ? { [facts.ids]: ids({ zh: '编号', en: 'IDs', required: true, max: 200 }) } : {}),
    ...(facts.kind === 'row' ? { id: text({ zh: '编号', en: 'ID', required: true, max: 36 }) } : {}),
    ...(facts.row ? { [facts.row]: { kind: 'link', zh: of.zh, en: of.en, to: of.name, required: isNeeded(facts.row) } } : {}),
    ...(facts.person
      ? { [facts.person]: { kind: 'link', zh: '操作人', en: 'Done by', to: 'user', required: isNeeded(facts.person) } }
      : {}),
    ...(facts.kind === 'select' ? { num: integer({ zh: '最多条数', en: 'Maximum results', min: 1, max: facts.limit ?? 50 }) } : {}),
  } as FieldMap
}

type Lists<E extends Entity, M> = {
  readonly [K in keyof M & string]: ListCall<
    M[K] extends { readonly call: infer N extends string } ? N : `${E['name']}.${K}`,
    AnswersOf<E, M[K]>
  >
}

/**
 * Declares the named lists of an entity: calls whose answer, input, right, scope and route follow from their facts.
 * Throws when a variant has the name or the URL of one of the entity's verbs: `page` is a verb, and a name only where the verb is not used.
 */
export function lists<E extends Entity, const M extends Readonly<Record<string, ListFacts<keyof E['fields'] & string>>>>(
  of: E,
  variants: M,
): Lists<E, M> {
  const verbs = verbsOf(of)
  const base = typeof of.path === 'string' ? of.path : of.path?.[0]
  const calls = Object.entries<ListFacts>(variants).map(([name, facts]) => {
    const call = facts.call ?? `${of.name}.${name}`
    const path = [facts.path].flat().map((one) => (one.startsWith('/') ? one : `${base}/${one}`))
    const verb = verbs.find((one) => call === `${of.name}.${one}` || urlsOf(of, one).some((url) => path.includes(url)))
    if (verb)
      throw new Error(
        `the list ${call} (${path.join(', ')}) is the verb ${verb} of ${of.name}: give it another name, or leave the verb out of verbs`,
      )
    const { zh, en, method = 'GET' } = facts
    const made: ListCall = {
      name: call,
      zh,
      en,
      area: facts.area ?? of.area,
      method,
      path,
      may: facts.may ?? `${of.name}.list`,
      reads: [of.name],
      input: inputOf(of, facts),
      answers: answersOf(of, facts),
      list: facts,
      entity: of.name,
    }
    return [name, made]
  })
  return Object.fromEntries(calls) as Lists<E, M>
}
