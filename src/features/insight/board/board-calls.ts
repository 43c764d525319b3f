import { keepPreviousData, useQueries } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type Call, pathsOf } from '#contract/kit/entity/call.ts'
import { callsOfMeasure, type Measure, type Measured, type MeasureValues, type Wanted } from '#contract/kit/figures/measure.ts'
import { ApiError } from '#src/data/api-error.ts'
import { type Query, request } from '#src/data/client.ts'
import { useSession } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import { keepBoard, keptBoard } from './kept-board.ts'

/** Poll interval of a call of a board, milliseconds; live changes come sooner. */
const everyMs = 30_000
/** Seconds that an answer may take. */
const patienceS = 20

/** A call of a board, by the URL of one of its families. */
export interface BoardCall<A = unknown> {
  readonly of: Pick<Call, 'name' | 'may'>
  readonly path: string
  readonly query: Query
  /** The type of the answer; never set. */
  readonly answer?: A
}

/** A declared call under the URL that begins with `family`. */
export function boardCall<const C extends Call>(of: C, family: string, query: Query = {}): BoardCall<AnswerOf<C>> {
  return { of, path: pathUnder(of, family), query }
}

function pathUnder(of: Call, family: string): string {
  const path = pathsOf(of).find((one) => one.startsWith(family))
  if (!path) throw new Error(`${of.name} has no URL under ${family}`)
  return path
}

const namedCall = (of: Measure, name: string): Call => callsOfMeasure(of).find((one) => one.name === name)!

/** A measure in one grouping. */
export const measureCall = (of: Measure, query: Query): BoardCall<Measured> => {
  const call = namedCall(of, `measure.${of.name}`)
  return { of: call, path: of.path, query }
}

/** A group of a report: its figures stand beside its name. */
type ReportRow = { readonly key: string | null; readonly name: string | null; readonly filter: Wanted } & {
  readonly [figure: string]: unknown
}

/** A declared report of a measure, under the URL that begins with `family`. */
export const reportCall = (of: Measure, report: string, family: string, query: Query = {}): BoardCall<readonly ReportRow[]> => {
  const call = namedCall(of, `measure.${of.name}.${report}`)
  return { of: call, path: pathUnder(call, family), query }
}

/** A report as the measure in this grouping answers it, without figures of all groups together. */
export const measuredOf = (of: Measure, report: string, rows: readonly ReportRow[] | undefined): Measured | undefined =>
  rows && {
    group: of.reports![report]!.group,
    split: null,
    filter: {},
    values: {},
    rows: rows.map(({ key, name, filter, ...values }) => ({ key, name, filter, values: values as MeasureValues })),
  }

/** Why a part of a board shows no figures: they are loading, the person has no right, the hospital hides a field, or the call failed. */
export type Lack = 'loading' | 'noRight' | 'hidden' | 'failed'

/** The answer of a call of a board; `lack` where there is none. */
export interface Part<A = unknown> {
  readonly data: A | undefined
  readonly lack: Lack | undefined
}

type Calls = Readonly<Record<string, BoardCall>>
type Parts<C extends Calls> = { readonly [K in keyof C]: Part<NonNullable<C[K]['answer']>> }

const isCut = (error: Error | null): boolean => error instanceof ApiError && (error.error === 'network' || error.code >= 500)

function lackOf(mayCall: boolean, error: Error | null): Lack {
  if (!mayCall || (error instanceof ApiError && error.code === 403)) return 'noRight'
  if (error instanceof ApiError && error.code === 400) return 'hidden'
  return error ? 'failed' : 'loading'
}

/**
 * The answers of the calls of a board, polled also in the background and after a network failure; the last ones are stored. Calls that the person may not
 * make are not sent. `at`: the time of the oldest answer.
 */
export function useBoardCalls<const C extends Calls>(board: string, calls: C) {
  const { language } = useWords()
  const person = useSession((state) => state.person)
  const tenantId = person?.tenantId
  const entries = Object.entries(calls).map(([name, one]) => {
    const mayCall = one.of.may === 'session' || person?.rights.includes(one.of.may) === true
    // Only first pages are stored.
    const isKept = one.query.current === undefined || one.query.current === 1
    return { name, mayCall, isKept, key: `${board}.${name}`, query: { tenantId, ...one.query }, ...{ of: one.of, path: one.path } }
  })
  const answers = useQueries({
    queries: entries.map(({ of, path, query, key, mayCall, isKept }) => {
      const first = isKept && mayCall ? keptBoard<unknown>(key, language) : undefined
      return {
        queryKey: ['call', of.name, { path, ...query }, language],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const data: unknown = await request(path, { query, signal, timeoutS: patienceS })
          if (isKept) keepBoard(key, language, Date.now(), data)
          return data
        },
        enabled: mayCall,
        // The page before stays while the next one loads.
        placeholderData: keepPreviousData,
        initialData: first?.data,
        initialDataUpdatedAt: first?.at,
        // Stored figures are no sign that the server answers.
        refetchOnMount: 'always' as const,
        refetchInterval: everyMs,
        refetchIntervalInBackground: true,
        networkMode: 'always' as const,
        retry: false,
      }
    }),
  })
  const times = answers.map(({ data, dataUpdatedAt }) => (data === undefined ? 0 : dataUpdatedAt))
  const known = times.filter((at) => at > 0)
  const cut = answers.find(({ error }) => isCut(error))?.error ?? null
  const firstError = answers.find(({ error }) => error)?.error ?? null
  const parts = Object.fromEntries(
    entries.map(({ name, mayCall }, at) => {
      const { data, error } = answers[at]!
      return [name, { data, lack: data === undefined ? lackOf(mayCall, error) : undefined }]
    }),
  ) as Parts<C>
  return {
    parts,
    state: { at: known.length > 0 ? Math.min(...known) : 0, error: known.length > 0 ? cut : firstError, isCut: cut !== null },
  }
}
