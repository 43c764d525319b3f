import { type Field, type FieldMap, ids, integer, text } from '../fields/field.ts'
import type { Words } from '../words.ts'
import { type Answers, listOf, one, option, optionBeside, out, pageOf, type RowShape, type Shape, type ShapeMap } from './answer.ts'
import type { Call } from './call.ts'
import { type Entity, type ModuleName, urlsOf, verbsOf } from './entity.ts'
import { historyEvent } from './history.ts'
import { paging } from './paging.ts'

/**
 * page: rows page by page; list: all rows at once; select: id and label for a picker; row: one row by id; count: number of rows per value
 * of a field; pageAndCount: a page with such counts; history: events of the rows, newest first.
 */
export type ListKind = 'page' | 'list' | 'select' | 'row' | 'count' | 'pageAndCount' | 'history'

/** A field of a linked row, shown beside the row; empty if the person may not see the linked row. */
export interface Joined<F extends Field = Field> {
  readonly over: string
  readonly name: string
  readonly field: F
}

/** A field of the row that the link `over` refers to: `via('device', device, 'deviceModel')`. */
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
  /** URL after `/api`, several if the given calls use several; without a leading `/` relative to the path of the entity. */
  readonly path: string | readonly string[]
  /** Name of the call, if it is not `<entity>.<name of the variant>`. */
  readonly call?: string
  readonly module?: ModuleName
  /** The required right; `<entity>.list` if absent. */
  readonly may?: string
  readonly method?: 'GET' | 'POST'
  /** Fixed filters: `a,b`, `_none`, `_some`, and `_own` for the person or the person's department. */
  readonly where?: { readonly [N in K]?: string }
  /** Additional names of filters: `apply: 'check'` accepts `applyId` for the link `check`. */
  readonly given?: { readonly [name: string]: K }
  /** The links of these whose row has to exist: a page about an unknown row is refused, where a filter would find nothing. */
  readonly about?: readonly string[]
  /** The required ones of these. */
  readonly need?: readonly string[]
  /** Name of the parameter with the ids of the rows, also for a history. */
  readonly ids?: string
  /** The columns, if they are not those of the entity's list. */
  readonly columns?: readonly K[]
  readonly joined?: Readonly<Record<string, Joined>>
  /** The link of the same entity that forms a hierarchy: rows get `hasChildren`; `only`: rows with children, or without. */
  readonly below?: { readonly by: K; readonly only?: 'some' | 'none' }
  /** The default order. */
  readonly order?: { readonly ascs: string } | { readonly descs: string }
  /** The field to count by, also for a page with counts. */
  readonly by?: K
  /** A second field with choices: each count includes the number of rows per choice. */
  readonly each?: K
  /** The amount summed beside a count; null if the hospital hides it. */
  readonly sum?: K
  /** The counted field links to a tree: a requested node includes the nodes below it. */
  readonly within?: true
  /** Names of key and label in a count, if they are not `key` and `name`. */
  readonly as?: readonly [key: string, name: string]
  /** A picker for filters: it also offers retired rows. */
  readonly past?: true
  /** Maximum number of rows of a list (1,000 if absent) or options of a picker (50 if absent). */
  readonly limit?: number
  /** The kinds of events of a history; all when absent. */
  readonly events?: readonly string[]
  /** For a history of one row: the parameter with its id. */
  readonly row?: string
  /** The name under which events include the id of their row. */
  readonly rowAs?: string
  /** For a history of one person's acts: the parameter with the person's id. */
  readonly person?: string
}

/** A call that is answered from list facts, without a handler on the server. */
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
    // Empty if the person may not see the linked row.
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
 * Declares the named lists of an entity: calls whose answer, input, right, scope and route are derived from these facts. Throws if a
 * variant has the name or the URL of one of the entity's verbs; the verb `page` is available as a name only if the entity does not use it.
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
      module: facts.module ?? of.module,
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
