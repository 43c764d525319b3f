import { keepPreviousData, queryOptions, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { v7 } from 'uuid'
import type { ListedOf, ValueOf } from '#contract/kit/entity/answer.ts'
import { type Call, pathsOf } from '#contract/kit/entity/call.ts'
import { type Entity, idQuery, saveUrl, urlsOf, type Verb, verbsOf } from '#contract/kit/entity/entity.ts'
import type { historyEvent } from '#contract/kit/entity/history.ts'
import { type Machine, stepUrl } from '#contract/kit/entity/machine.ts'
import type { RowOf } from '#contract/kit/entity/shape.ts'
import { saySeeded } from '#contract/kit/words.ts'
import { invoke, type Query, type RequestOptions, request } from './client.ts'
import { language } from './language.ts'
import { refreshAfterChange } from './refresh.ts'

/** A row as sent by the server; fields by wire name. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly version?: number; readonly can?: readonly string[] }

/** A row of an entity's list, its fields typed by their kinds. The list leaves out hidden fields. */
export type ListRow<E extends Entity> = Entity extends E ? Row : Row & ListedOf<E>

/** A row with all fields, as `detail` returns it. The lines of a header are in the same object. */
export type DetailRow<E extends Entity> = Entity extends E ? Row : Row & RowOf<E>

/** The lines of a header in its detail row; `as` is their key. */
export function linesOf(row: Row, as: string): readonly Row[] {
  const lines = row[as]
  return Array.isArray(lines) ? (lines as Row[]) : []
}

/** One event in the history of a row. */
export type HistoryEvent = ValueOf<{ readonly is: 'object'; readonly fields: typeof historyEvent }>

export interface HistoryCall {
  readonly call: Call
  readonly parameter: string
}

export interface Page<R = Row> {
  readonly records: readonly R[]
  readonly total: number
  readonly size: number
  readonly current: number
  readonly pages: number
}

export interface Saved {
  readonly id: string
  readonly version: number
}

export interface Option {
  readonly id: string
  readonly name: string
  /** Why the row is no longer offered; only options by id and those of a filter say so. */
  readonly retired?: 'retired' | 'merged' | 'view_only' | null
  /** What tells it apart from others of the same name, in words. */
  readonly about?: readonly string[]
  /** The id of its picture. */
  readonly photo?: string | null
}

export interface TreeNode extends Option {
  readonly parentId: string | null
  readonly hasChildren: boolean
  readonly isRetired?: boolean
  readonly children?: readonly TreeNode[]
}

const address = (of: Entity, verb: Verb): string => urlsOf(of, verb)[0]!

/** One page of the list of an entity. Throws ApiError. */
export function fetchPage<E extends Entity>(of: E, query: Query, signal?: AbortSignal): Promise<Page<ListRow<E>>> {
  return request<Page<ListRow<E>>>(address(of, 'list'), { query, signal })
}

/** All rows that a search finds, fetched page by page. Throws ApiError. */
export async function fetchAll(of: Entity, query: Query, signal?: AbortSignal): Promise<Row[]> {
  const found: Row[] = []
  for (let current = 1; ; current++) {
    const page = await fetchPage(of, { ...query, current, size: 200 }, signal)
    found.push(...page.records)
    if (current >= page.pages) return found
  }
}

/** The direct children of a tree node, as a page: the server sends a branch as a whole. */
async function fetchBelow<R>(of: Entity, { current = 1, size = 10, ...query }: Query, signal: AbortSignal): Promise<Page<R>> {
  const rows = await request<R[]>(address(of, 'lazyList'), { query, signal })
  const [page, most] = [Number(current), Number(size)]
  return {
    records: rows.slice((page - 1) * most, page * most),
    total: rows.length,
    size: most,
    current: page,
    pages: Math.ceil(rows.length / most),
  }
}

/** One page of an entity's list; the previous page stays visible while the next one loads. Undefined query: disabled. */
export function useList<E extends Entity>(of: E, query: Query | undefined) {
  return useQuery({
    queryKey: ['entity', of.name, 'list', query, language()],
    queryFn: ({ signal }) => (of.tree && query?.parentId ? fetchBelow<ListRow<E>>(of, query, signal) : fetchPage(of, query ?? {}, signal)),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
  })
}

/** One row with all fields; disabled without an id. */
export function useDetail<E extends Entity>(of: E, id: string | undefined) {
  return useQuery({
    queryKey: ['entity', of.name, 'detail', id, language()],
    queryFn: ({ signal }) => request<DetailRow<E>>(address(of, 'detail'), { query: idQuery(of, id), signal }),
    enabled: id !== undefined,
  })
}

/** The history of a row, newest first, as one page. `by`: the named call that answers it, and its parameter for the row, instead of the entity's own. */
export function useHistory(of: Entity, id: string, size: number, by?: HistoryCall) {
  return useQuery({
    queryKey: ['entity', of.name, 'history', id, size, language()],
    queryFn: ({ signal }) =>
      request<Page<HistoryEvent>>(by ? pathsOf(by.call)[0]! : address(of, 'history'), {
        query: { [by?.parameter ?? 'id']: id, current: 1, size },
        signal,
      }),
  })
}

/** The title of a row in the language of the page. */
export function titleIn(of: Entity, row: Row): string {
  const field = of.fields[of.title]
  const title = String(row[of.title] ?? '')
  return field?.kind === 'text' ? saySeeded(field.seeded, title, language()) : title
}

/** The first rows of the list as options, for an entity without `select`. */
async function listedOptions(of: Entity, keyword: string, signal: AbortSignal): Promise<Option[]> {
  const { records } = await fetchPage(of, { keyword, columns: of.title, size: 50 }, signal)
  return records.map((row) => ({ id: row.id, name: titleIn(of, row) }))
}

/** Up to 50 options for a picker by a keyword, as a query that pickers share. `from`, `past`: as in `useOptions`. */
export function optionsQuery(of: Entity, keyword: string, from?: string, past = false) {
  const isListed = from === undefined && !verbsOf(of).includes('select')
  return queryOptions({
    queryKey: ['entity', of.name, 'select', keyword, from, past, language()],
    queryFn: ({ signal }) =>
      isListed
        ? listedOptions(of, keyword, signal)
        : request<Option[]>(from ?? address(of, 'select'), { query: past && of.retired ? { keyword, retired: 1 } : { keyword }, signal }),
  })
}

/**
 * Up to 50 options for a picker. `from`: URL to fetch them from when not every row may be chosen. `past`: retired rows too, for a filter.
 */
export function useOptions(of: Entity, keyword: string, isOn: boolean, from?: string, past = false) {
  return useQuery({ ...optionsQuery(of, keyword, from, past), enabled: isOn, placeholderData: keepPreviousData })
}

/** Names of up to 50 rows by their ids. */
export function useOptionsByIds(of: Entity, ids: readonly string[]) {
  return useQuery({
    queryKey: ['entity', of.name, 'select', 'ids', ids, language()],
    queryFn: ({ signal }) => request<Option[]>(address(of, 'select'), { query: { ids: ids.join(',') }, signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
}

/** The whole tree of an entity, as nested nodes. */
export function useTree(of: Entity, isOn = true) {
  return useQuery({
    queryKey: ['entity', of.name, 'tree', language()],
    queryFn: ({ signal }) => request<TreeNode[]>(address(of, 'tree'), { signal }),
    enabled: isOn,
  })
}

/** The children of a tree node; `''` returns the roots. `offered`: without retired nodes. Throws ApiError. */
export function fetchBranch(of: Entity, parentId: string, signal?: AbortSignal, offered = false): Promise<TreeNode[]> {
  const query = offered && of.retired ? { parentId, offered: 1 } : { parentId }
  return request<TreeNode[]>(address(of, 'lazyTree'), { query, signal })
}

/** Adds a row, or changes the row with the draft's id and version. Throws ApiError. */
export function submitRow(of: Entity, draft: Readonly<Record<string, unknown>>): Promise<Saved> {
  return request<Saved>(saveUrl(of, draft.id !== undefined), { body: draft, timeoutS: of.submitTimeoutS })
}

/** The same as a mutation, which invalidates dependent queries. */
export function useSubmit(of: Entity) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (draft: Readonly<Record<string, unknown>>) => submitRow(of, draft),
    onSuccess: () => refreshAfterChange(client, { entity: of.name }),
  })
}

/** Removes rows by id, all or none. */
export function useRemove(of: Entity) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly string[]) => request<unknown>(address(of, 'remove'), { method: 'POST', query: { ids: ids.join(',') } }),
    onSuccess: () => refreshAfterChange(client, { entity: of.name }),
  })
}

export interface StepRun {
  readonly on: Machine
  readonly step: string
  readonly rows: readonly Row[]
  readonly input: Readonly<Record<string, unknown>>
}

/** Runs a step of a machine on one row, or on several when the step is declared `many`. */
export function useStep() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ on, step, rows, input }: StepRun) => {
      const { get } = on.steps[step] ?? {}
      if (get !== undefined) return request<unknown>(get, { query: { id: rows[0]?.id } })
      // A single row is sent as the person saw it, so that the second of two people learns that the first was faster.
      const isMany = on.steps[step]?.many && (rows.length !== 1 || rows[0]?.version === undefined)
      const target = isMany ? { ids: rows.map((row) => row.id) } : { id: rows[0]?.id, version: rows[0]?.version }
      return request<unknown>(stepUrl(on, step, rows), { body: { ...target, ...input } })
    },
    onSuccess: (_, { on }) => refreshAfterChange(client, { entity: on.entity }),
  })
}

const askedBy = <const C extends Call>(of: C, query: Query) =>
  queryOptions({
    queryKey: ['call', of.name, query, language()],
    queryFn: ({ signal }) => invoke(of, { query, signal }),
  })

/** Query of a declared reading call. Answers are cached for `freshMs` milliseconds (the client's default when absent). */
export function useCall<const C extends Call>(of: C, query: Query, isOn = true, freshMs?: number) {
  return useQuery({ ...askedBy(of, query), enabled: isOn, ...(freshMs === undefined ? {} : { staleTime: freshMs }) })
}

/** Queries of several calls without parameters, in their order; `useCall` shares their answers. */
export const useCalls = (calls: readonly Call[]) => useQueries({ queries: calls.map((of) => askedBy(of, {})) })

/** Mutation of a declared writing call. */
export function useAction<const C extends Call>(of: C) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (options: Pick<RequestOptions, 'body' | 'query'>) => invoke(of, options),
    onSuccess: () => refreshAfterChange(client, { call: of.name }),
  })
}

/** Mutation of a declared call that adds something. Sent again after a lost answer, the same body has the same key, so that it is added once. */
export function useSendOnce<const C extends Call>(of: C) {
  const client = useQueryClient()
  const sent = useRef({ text: '', key: '' })
  return useMutation({
    mutationFn: async (body: object) => {
      const text = JSON.stringify(body)
      if (sent.current.text !== text) sent.current = { text, key: v7() }
      const answer = await invoke(of, { body, headers: { 'Idempotency-Key': sent.current.key } })
      sent.current = { text: '', key: '' }
      return answer
    },
    onSuccess: () => refreshAfterChange(client, { call: of.name }),
  })
}
