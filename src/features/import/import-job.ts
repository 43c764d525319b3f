import { useQuery } from '@tanstack/react-query'
import { importJob } from '#contract/entities/platform/import-job.ts'
import { type ImportTarget, silentMs } from '#contract/imports.ts'
import { urlsOf } from '#contract/kit/entity.ts'
import { request } from '#src/data/client.ts'
import { language } from '#src/data/language.ts'

export interface ImportColumn {
  readonly at: number
  readonly heading: string
  readonly field: string | null
  readonly samples: readonly string[]
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
  readonly faultyCount: number
  readonly warningCount: number
  readonly writtenCount: number
  readonly note: string | null
  readonly layout: { readonly sheet: string; readonly headingRows: readonly number[]; readonly columns: readonly ImportColumn[] } | null
  readonly missing: { readonly dept: readonly string[]; readonly location: readonly string[]; readonly isCreated: boolean } | null
  readonly aliveAt: string | null
  /** Who imported it. */
  readonly userId: string
}

const busy: readonly Job['status'][] = ['verifying', 'writing', 'undoing']
const lookMs = 800

/** Whether somebody works on an import; `lost`: nobody has said so for a minute. */
export const workOf = ({ status, aliveAt }: Pick<Job, 'status' | 'aliveAt'>, now: number): 'none' | 'busy' | 'lost' =>
  !busy.includes(status) ? 'none' : now - Date.parse(aliveAt ?? '') > silentMs ? 'lost' : 'busy'

/** An import, looked at again and again while it is worked on, whoever started it and whenever. */
export function useJob(id: string) {
  return useQuery({
    queryKey: ['entity', importJob.name, 'detail', id, 'work', language()],
    queryFn: ({ signal }) => request<Job>(urlsOf(importJob, 'detail')[0]!, { query: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && workOf(data, Date.now()) === 'busy' ? lookMs : false),
  })
}
