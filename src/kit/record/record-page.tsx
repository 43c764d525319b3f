import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Entity } from '#contract/kit/entity.ts'
import type { View } from '#contract/kit/view.ts'
import { machinesOf } from '#contract/registry.ts'
import { type Row, useDetail } from '#src/data/hooks.ts'
import { useView } from '#src/data/view.ts'
import type { FormExtra } from '#src/kit/form/entity-form.tsx'
import { FormDrawer } from '#src/kit/form/form-drawer.tsx'
import { RecordLines } from '#src/kit/lines/record-lines.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { useWords } from '#src/words/words.ts'
import { Facts } from './facts.tsx'
import { type Allows, RowActions } from './row-actions.tsx'

interface Props {
  readonly of: Entity
  readonly id: string
  /** Where a removed record leads back to. */
  readonly listPath: string
  /** The right column, such as a timeline. */
  readonly aside?: (row: Row) => ReactNode
  /** More below the facts. */
  readonly more?: (row: Row) => ReactNode
  readonly extra?: FormExtra
  readonly actions?: (row: Row) => ReactNode
  readonly allows?: Allows
  /** The lines that stand below the facts, by name; all when absent. */
  readonly lines?: readonly string[]
  /** Empty facts are shown when asked for: for records whose fields are filled step by step. */
  readonly foldsEmpty?: boolean
}

/** The states of a row that machines move, as far as the hospital shows them. */
function States({ view, row }: { readonly view: View; readonly row: Row }): ReactNode {
  return machinesOf(view.entity).map(({ field: name }) => {
    const field = view.fields[name]
    return field && <Shown key={name} name={name} field={field} row={row} />
  })
}

/** One record as a whole page: title and actions, facts left, history right. */
export function RecordPage({ of, id, listPath, aside, more, extra, actions, allows, lines, foldsEmpty }: Props): ReactNode {
  const { word, say } = useWords()
  const navigate = useNavigate()
  const { view, error, retry } = useView(of)
  const detail = useDetail(of, id)
  const [isEditing, setEditing] = useState(false)
  const row = detail.data
  const title = row ? String(row[of.title] ?? '') : undefined
  useTabTitle(title)
  if (!view || !row)
    return (
      <Outcome
        isLoading={!(error ?? detail.error)}
        error={error ?? detail.error}
        onRetry={() => {
          void retry()
          void detail.refetch()
        }}
      />
    )
  return (
    <article className="eam-record">
      <header>
        <h1 title={title}>
          {title} <States view={view} row={row} />
        </h1>
        <div className="eam-actions">
          {actions?.(row)}
          <RowActions of={of} row={row} allows={allows} onEdit={() => setEditing(true)} onRemoved={() => void navigate(listPath)} />
          <Button onClick={() => void detail.refetch()}>{word('common.refresh')}</Button>
        </div>
      </header>
      <div className="eam-record-body">
        <div className="eam-record-main">
          <section className="eam-panel" aria-label={say(of)}>
            <Facts view={view} row={row} columns={aside ? 2 : 3} foldsEmpty={foldsEmpty} />
          </section>
          <RecordLines of={of} row={row} only={lines} />
          {more?.(row)}
        </div>
        {aside && <aside className="eam-panel">{aside(row)}</aside>}
      </div>
      <FormDrawer view={view} isOpen={isEditing} id={row.id} extra={extra} onClose={() => setEditing(false)} />
    </article>
  )
}
