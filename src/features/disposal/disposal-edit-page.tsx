import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import { useDetail } from '#src/data/hooks.ts'
import { useView } from '#src/data/view.ts'
import { EntityForm } from '#src/kit/form/entity-form.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { useWords } from '#src/words/words.ts'

/** The form of a disposal as a page: of the one that `id` in the address names, or a new one. */
export function DisposalEditPage(): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const id = query.get('id') ?? undefined
  const { view, error, retry } = useView(deviceDisposal)
  const detail = useDetail(deviceDisposal, id)
  const title = id ? detail.data && String(detail.data.disposalNo) : word('disposal.new')
  useTabTitle(title)
  if (!view) return <Outcome isLoading={!error} error={error} onRetry={() => void retry()} />
  if (id && !detail.data) return <Outcome isLoading={detail.isPending} error={detail.error} onRetry={() => void detail.refetch()} />
  const open = (saved: string): void => void navigate(`/eam/dev-disposal/${saved}`, { replace: true })
  return (
    <section className="eam-panel" aria-label={title}>
      <h2>{title}</h2>
      <EntityForm
        key={id ?? 'new'}
        view={view}
        row={detail.data}
        onReload={() => detail.refetch()}
        onSaved={(saved) => open(saved.id)}
        onCancel={() => void navigate(id ? `/eam/dev-disposal/${id}` : '/eam/dev-disposal')}
      />
    </section>
  )
}
