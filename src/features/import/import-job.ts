import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type blankCells,
  type dateOrders,
  type FileOutcome,
  type goneRows,
  type hiddenRows,
  type importChanges,
  importFiles,
  type importProblems,
  type quantities,
  type repeatedRows,
  type totalRows,
  type unnumberedRows,
} from '#contract/calls/import/import.ts'
import type { ChangeSummary } from '#contract/calls/import/import-shapes.ts'
import { importJob } from '#contract/entities/import/import-job.ts'
import { deadAfterMs } from '#contract/imports.ts'
import type { AnswerOf, PageOf } from '#contract/kit/entity/answer.ts'
import type { Call } from '#contract/kit/entity/call.ts'
import { groupHeading, sheetHeading } from '#contract/kit/sheets/import-facts.ts'
import type { Encoding } from '#contract/kit/text/encodings.ts'
import { say, type Words } from '#contract/kit/words.ts'
import type { Creatable, ImportTarget } from '#contract/registry.ts'
import { invoke, type Query } from '#src/data/client.ts'
import type { DetailRow } from '#src/data/hooks.ts'
import { language } from '#src/data/language.ts'
import { readDetail } from '#src/data/read-detail.ts'
import { refreshAfterChange } from '#src/data/refresh.ts'

export interface ImportColumn {
  readonly at: number
  readonly heading: string
  readonly field: string | null
  readonly samples: readonly string[]
  /** Its cells are the names of the sheets. */
  readonly isSheet?: boolean
  /** Its cells are the titles of groups between the rows. */
  readonly isGroup?: boolean
}

/** A foreign currency, and how many amounts of the file are in it. */
export interface ForeignAmounts extends Words {
  readonly code: string
  readonly cells: number
}

export interface ImportLayout {
  readonly sheet: string
  readonly headingRows: readonly number[]
  readonly columns: readonly ImportColumn[]
  /** Every sheet of the file, those that go in first. */
  readonly sheets?: readonly { readonly name: string; readonly isIn: boolean; readonly fits: boolean; readonly isHidden?: boolean }[]
  /** How many rows or names ask a question about the file as a whole. */
  readonly found?: {
    readonly quantities: number
    readonly repeats: number
    readonly paths: number
    readonly gone?: number
    readonly unnumbered?: number
    readonly currencies?: readonly ForeignAmounts[]
    readonly totals?: number
    readonly hidden?: number
    readonly dates?: number
    readonly blanks?: number
    readonly filled?: number
    readonly dateSamples?: readonly string[]
    /** The encoding of a text table and others that it may be in, with its first rows. */
    readonly encodings?: readonly { readonly name: Encoding; readonly rows: readonly (readonly string[])[] }[]
  }
  readonly asked?: {
    readonly quantity?: keyof typeof quantities
    readonly repeats?: keyof typeof repeatedRows
    readonly gone?: keyof typeof goneRows
    readonly unnumbered?: keyof typeof unnumberedRows
    /** Yuan for one unit, by the code of the currency. */
    readonly rates?: Readonly<Record<string, string>>
    readonly totals?: keyof typeof totalRows
    readonly hidden?: keyof typeof hiddenRows
    readonly blanks?: keyof typeof blankCells
    readonly dates?: keyof typeof dateOrders
    readonly encoding?: Encoding
    readonly paths?: boolean
    readonly clears?: readonly string[]
  }
}

/** Cells of one column with the same thing wrong, or taken for empty. */
export interface ProblemGroup extends Words {
  readonly at: number | null
  readonly field: string | null
  readonly grade: 'error' | 'warning' | 'note'
  readonly cells: number
  readonly values: readonly { readonly value: string; readonly cells: number }[]
}

/** Pictures and documents beside a list, by what becomes of them, and the rows that get some. */
export interface Attached {
  readonly files: number
  readonly rows: number
  readonly of: Readonly<Partial<Record<FileOutcome, number>>>
  readonly reasons: readonly (Words & { readonly files: number; readonly samples: readonly string[] })[]
}

/** An import as its page shows it. */
export interface Job {
  readonly id: string
  readonly fileName: string
  readonly target: ImportTarget
  readonly targetValue: string
  readonly status: keyof typeof importJob.fields.status.of
  readonly progress: number
  readonly rowCount: number
  readonly newCount: number
  readonly sameCount: number
  readonly changedCount: number
  readonly faultyCount: number
  readonly warningCount: number
  readonly writtenCount: number
  readonly updatedCount: number
  /** Seconds that the writing is expected to take, of what was found or chosen. */
  readonly expectedSeconds: number | null
  readonly note: string | null
  readonly layout: ImportLayout | null
  readonly groups: readonly ProblemGroup[] | null
  readonly changes: ChangeSummary | null
  /** The pictures and documents beside the list. */
  readonly attached: Attached | null
  readonly archives: readonly string[]
  /** Names that could be created, by entity. */
  readonly missing: (Readonly<Record<Creatable, readonly string[]>> & { readonly isCreated: boolean }) | null
  readonly aliveAt: string | null
  /** Who imported it. */
  readonly userId: string
}

const busy: readonly Job['status'][] = ['verifying', 'writing', 'undoing']
const lookMs = 800

/** Whether an import is being worked on; `silent`: it waits for its turn, or for another process to go on with it. */
export const workOf = ({ status, aliveAt }: Pick<Job, 'status' | 'aliveAt'>, now: number): 'none' | 'busy' | 'silent' =>
  !busy.includes(status) ? 'none' : now - Date.parse(aliveAt ?? '') > deadAfterMs ? 'silent' : 'busy'

/** The names of sheets and the titles of groups stand below no heading, so theirs is in the person's language. */
const inWords = (layout: ImportLayout | null): ImportLayout | null =>
  layout && {
    ...layout,
    columns: layout.columns.map((column) =>
      column.isSheet || column.isGroup ? { ...column, heading: say(column.isGroup ? groupHeading : sheetHeading, language()) } : column,
    ),
  }

/** An import as its detail answers it; what the last check left as JSON has its form here. */
const jobOf = ({ target, layout, groups, changes, missing, attached, archives, ...row }: DetailRow<typeof importJob>): Job => ({
  ...row,
  target: target as ImportTarget,
  targetValue: String(row.targetValue ?? ''),
  layout: inWords(layout as Job['layout']),
  groups: groups as Job['groups'],
  changes: changes as Job['changes'],
  missing: missing as Job['missing'],
  attached: attached as Job['attached'],
  archives: archives ?? [],
})

/** An import, polled while it is being worked on, no matter who started it and when; afterwards the data it changed is refetched. */
export function useJob(id: string) {
  const client = useQueryClient()
  const job = useQuery({
    queryKey: ['entity', importJob.name, 'detail', id, 'work', language()],
    queryFn: async ({ signal }) => jobOf(await readDetail(importJob, id, signal)),
    refetchInterval: ({ state: { data } }) => (data && workOf(data, Date.now()) !== 'none' ? lookMs : false),
  })
  // Short work may never be seen busy: each piece of work ends at its own time.
  const ended = job.data && workOf(job.data, Date.now()) === 'none' ? job.data.aliveAt : undefined
  useEffect(() => {
    if (ended) void refreshAfterChange(client)
  }, [client, ended])
  return job
}

/** What is wrong in one cell of a file. */
export type Problem = AnswerOf<typeof importProblems>['records'][number]

/** A record that differs from the register. */
export type Difference = AnswerOf<typeof importChanges>['records'][number]

/** One page of what the last check of an import found; the former page stays in view while the next one loads, that of a former check does not. */
export function useFindings<R>({ id, aliveAt }: Pick<Job, 'id' | 'aliveAt'>, call: Call, query: Query): UseQueryResult<PageOf<R>> {
  return useQuery({
    queryKey: ['call', call.name, aliveAt, { id, ...query }, language()],
    queryFn: ({ signal }) => invoke(call, { query: { id, ...query }, signal }) as Promise<PageOf<R>>,
    placeholderData: (former, of) => (of?.queryKey[2] === aliveAt ? former : undefined),
  })
}

/** A picture or document beside a list. */
export type ImportFile = AnswerOf<typeof importFiles>['records'][number]

/** One page of the pictures and documents; like `useProblems`. */
export function useFiles({ id, aliveAt }: Pick<Job, 'id' | 'aliveAt'>, query: Query) {
  return useQuery({
    queryKey: ['call', importFiles.name, aliveAt, { id, ...query }, language()],
    queryFn: ({ signal }) => invoke(importFiles, { query: { id, ...query }, signal }),
    placeholderData: (former, of) => (of?.queryKey[2] === aliveAt ? former : undefined),
  })
}
