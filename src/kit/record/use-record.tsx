import type { ReactNode } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { useDetail } from '#src/data/hooks.ts'
import { useView } from '#src/data/view.ts'
import { Outcome } from '#src/kit/outcome.tsx'

/** View and row of a record page; render `instead` until both are loaded. */
export function useRecord<const E extends Entity>(of: E, id: string) {
  const { view, error: viewError, retry } = useView(of)
  const detail = useDetail(of, id)
  const error = viewError ?? detail.error
  const refresh = (): void => void detail.refetch()
  const again = (): void => {
    void retry()
    refresh()
  }
  const instead: ReactNode = <Outcome isLoading={!error} error={error} onRetry={again} />
  return { view, row: detail.data, refresh, instead }
}
