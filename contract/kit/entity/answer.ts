import type { Field, FieldMap } from '../fields/field.ts'
import type { Entity } from './entity.ts'
import type { RowOf, Value } from './shape.ts'

interface Scalars {
  text: string
  number: number
  boolean: boolean
  /** 0 or 1. */
  flag: 0 | 1
  anything: unknown
}

/** The shape of a part of an answer. Objects contain shapes and fields; a field contributes its label, wire names and type. */
export type Shape =
  | { readonly is: keyof Scalars }
  | { readonly is: 'word'; readonly of: readonly string[] }
  | { readonly is: 'nullable' | 'optional' | 'list' | 'map'; readonly of: Shape }
  | { readonly is: 'object' | 'tree'; readonly fields: ShapeMap }
  | { readonly is: 'either'; readonly of: readonly Shape[] }
  | { readonly is: 'row' | 'listed' | 'named'; readonly of: string }
  | { readonly is: 'with'; readonly of: Shape; readonly fields: ShapeMap }
export type ShapeMap = { readonly [name: string]: Shape | Field }

/**
 * The answer of a call. page: `{records,total,…}`; list: an array; one: an object; plain: any JSON; flat: no envelope; file: a download;
 * stream: server-sent events.
 */
export interface Answers<K extends AnswerKind = AnswerKind, S = Shape> {
  readonly kind: K
  /** The shape of a page's records, a list's elements or a stream's events, else of the whole answer. */
  readonly shape: S
}
export type AnswerKind = 'page' | 'list' | 'one' | 'plain' | 'flat' | 'file' | 'stream'

type Simplify<T> = { [K in keyof T]: T[K] } & {}

type Optional<T> = T extends { readonly is: 'optional' } ? true : false
type FieldName<K, F> = F extends { kind: 'link' } ? `${K & string}Id` : K
type FieldValue<F extends Field> = (F extends { kind: 'link' } ? string : Value<F>) | (F extends { required: true } ? never : null)
type BesideName<K, F> = F extends { kind: 'link' | 'ids' }
  ? `${K & string}Name`
  : F extends { kind: 'choice' | 'dictionary' }
    ? `${K & string}Value`
    : never

type ObjectOf<M> = Simplify<
  {
    readonly [K in keyof M as Optional<M[K]> extends true ? never : FieldName<K, M[K]>]: M[K] extends Field
      ? FieldValue<M[K]>
      : ValueOf<M[K]>
  } & {
    readonly [K in keyof M as Optional<M[K]> extends true ? K : never]?: M[K] extends { readonly of: infer O } ? ValueOf<O> : never
  } & {
    readonly [K in keyof M as BesideName<K, M[K]>]: string | null
  }
>

/** A node of a tree, its children below it. */
export type NodeOf<M> = ObjectOf<M> & { readonly children?: readonly NodeOf<M>[] }

/** A row of an entity given by name, so that callers need not load the entity. */
export interface RowShape<K extends 'row' | 'listed', E extends Entity> {
  readonly is: K
  readonly of: string
  readonly entity?: () => E
}

/** A named shape, with the type that it describes. */
export interface NamedShape<T> {
  readonly is: 'named'
  readonly of: string
  readonly value?: () => T
}

/** A row of a list: the fields of the list, or the requested ones. */
export type ListedOf<E extends Entity> = Pick<RowOf<E>, 'id' | 'version'> & Partial<RowOf<E>>

/** The value that a shape describes. */
export type ValueOf<S> = S extends { readonly is: keyof Scalars }
  ? Scalars[S['is']]
  : S extends { readonly is: 'word'; readonly of: readonly (infer W)[] }
    ? W
    : S extends { readonly is: 'nullable'; readonly of: infer O }
      ? ValueOf<O> | null
      : S extends { readonly is: 'optional'; readonly of: infer O }
        ? ValueOf<O> | undefined
        : S extends { readonly is: 'list'; readonly of: infer O }
          ? readonly ValueOf<O>[]
          : S extends { readonly is: 'map'; readonly of: infer O }
            ? Readonly<Record<string, ValueOf<O>>>
            : S extends { readonly is: 'object'; readonly fields: infer M }
              ? ObjectOf<M>
              : S extends { readonly is: 'tree'; readonly fields: infer M }
                ? NodeOf<M>
                : S extends { readonly is: 'either'; readonly of: readonly (infer O)[] }
                  ? ValueOf<O>
                  : S extends NamedShape<infer T>
                    ? T
                    : S extends RowShape<'row', infer E>
                      ? RowOf<E>
                      : S extends RowShape<'listed', infer E>
                        ? ListedOf<E>
                        : S extends { readonly is: 'with'; readonly of: infer O; readonly fields: infer M }
                          ? ValueOf<O> & ObjectOf<M>
                          : never

/** One page of rows. */
export interface PageOf<R> {
  readonly records: readonly R[]
  readonly total: number
  readonly size: number
  readonly current: number
  readonly pages: number
}

type AnswerFrom<K, S> = K extends 'page'
  ? PageOf<ValueOf<S>>
  : K extends 'list'
    ? readonly ValueOf<S>[]
    : K extends 'file' | 'stream'
      ? unknown
      : ValueOf<S>

/** The JSON answer of a call; unknown for downloads and for calls whose answer type is unknown. */
export type AnswerOf<C extends { readonly answers: Answers }> =
  C['answers'] extends Answers<infer K, infer S> ? (Shape extends S ? unknown : AnswerFrom<K, S>) : never

type Given = Shape | ShapeMap
type ShapeFrom<G> = G extends Shape ? G : { readonly is: 'object'; readonly fields: G }

const isShape = (given: Given): given is Shape => typeof (given as { is?: unknown }).is === 'string'
const shapeOf = <const G extends Given>(given: G): ShapeFrom<G> =>
  (isShape(given) ? given : { is: 'object', fields: given }) as unknown as ShapeFrom<G>
const answers =
  <K extends AnswerKind>(kind: K) =>
  <const G extends Given>(given: G) =>
    ({ kind, shape: shapeOf(given) }) as unknown as Answers<K, ShapeFrom<G>>

export const pageOf = /* @__PURE__ */ answers('page')
export const listOf = /* @__PURE__ */ answers('list')
export const one = /* @__PURE__ */ answers('one')
export const plain = /* @__PURE__ */ answers('plain')
export const flat = /* @__PURE__ */ answers('flat')
export const file = { kind: 'file', shape: { is: 'anything' } } as const satisfies Answers

/** Parts of answers that are not fields: ids, counts, codes, nested objects. */
export const out = {
  text: { is: 'text' },
  number: { is: 'number' },
  boolean: { is: 'boolean' },
  flag: { is: 'flag' },
  /** Data whose shape another declaration or the caller defines. */
  anything: { is: 'anything' },
  word: <const W extends readonly string[]>(...of: W) => ({ is: 'word', of }) as const,
  /** A key of a choice, such as a state. */
  key: <O extends object>(of: O) => ({ is: 'word', of: Object.keys(of) as (keyof O & string)[] }) as const,
  nullable: <const G extends Given>(of: G) => ({ is: 'nullable', of: shapeOf(of) }) as const,
  optional: <const G extends Given>(of: G) => ({ is: 'optional', of: shapeOf(of) }) as const,
  list: <const G extends Given>(of: G) => ({ is: 'list', of: shapeOf(of) }) as const,
  map: <const G extends Given>(of: G) => ({ is: 'map', of: shapeOf(of) }) as const,
  object: <const M extends ShapeMap>(fields: M) => ({ is: 'object', fields }) as const,
  /** An object with optional `children` of the same shape. */
  tree: <const M extends ShapeMap>(fields: M) => ({ is: 'tree', fields }) as const,
  either: <const S extends readonly Shape[]>(...of: S) => ({ is: 'either', of }) as const,
  /** A shape that a module declares under this name; it may be recursive. */
  named: <T>(of: string): NamedShape<T> => ({ is: 'named', of }),
  /** A whole row of an entity, by its name: `out.row<typeof device>('device')`. */
  row: <E extends Entity>(of: E['name']): RowShape<'row', E> => ({ is: 'row', of }),
  /** A row as a list shows it. */
  listed: <E extends Entity>(of: E['name']): RowShape<'listed', E> => ({ is: 'listed', of }),
  /** A row with additional fields. */
  with: <const S extends Shape, const M extends ShapeMap>(of: S, fields: M) => ({ is: 'with', of, fields }) as const,
} as const

/** The answer to a changed row. */
export const saved = { id: out.text, version: out.number } as const

/** An option of a picker. */
export const option = { id: out.text, name: out.text } as const

/** The details of an option, as its entity declares them under `about` and `picture`: texts in the reader's language, and a file id. */
export const optionBeside = { about: out.optional(out.list(out.text)), photo: out.optional(out.nullable(out.text)) } as const

/** Selects some fields by name, for an object. */
export function some<const F extends FieldMap, const K extends readonly (keyof F)[]>(fields: F, ...names: K): Pick<F, K[number]> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<F, K[number]>
}
