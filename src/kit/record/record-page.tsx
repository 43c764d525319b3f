import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Entity } from '#contract/kit/entity.ts'
import type { View } from '#contract/kit/view.ts'
import { machinesOf } from '#contract/registry.ts'
import { type Row, titleIn } from '#src/data/hooks.ts'
import type { FormExtra } from '#src/kit/form/entity-form.tsx'
import { FormDrawer } from '#src/kit/form/form-drawer.tsx'
import { RecordLines } from '#src/kit/lines/record-lines.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { useWords } from '#src/words/words.ts'
import { ActBar, type ActOrder, type Allows } from './act-bar.tsx'
import { Facts } from './facts.tsx'
import { useRecord } from './use-record.tsx'

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
  /** Facts that the page shows elsewhere. */
  readonly without?: readonly string[]
  /** The next step stands out and rare acts are under 更多; without it editing stands out. */
  readonly order?: ActOrder
  /** Below the title, over the whole width. */
  readonly top?: (row: Row) => ReactNode
  /** Figures and findings, above the facts. */
  readonly lead?: (row: Row) => ReactNode
}

/** The states of a row that machines move, as far as the hospital shows them. */
function States({ view, row }: { readonly view: View; readonly row: Row }): ReactNode {
  return machinesOf(view.entity).map(({ field: name }) => {
    const field = view.fields[name]
    return field && <Shown key={name} name={name} field={field} row={row} />
  })
}

/** One record as a whole page: title and actions, facts left, history right. */
export function RecordPage(props: Props): ReactNode {
  const { of, id, listPath, aside, more, extra, actions, allows, lines, foldsEmpty, without, order, top, lead } = props
  const { say } = useWords()
  const navigate = useNavigate()
  const { view, row, refresh, instead } = useRecord(of, id)
  const [isEditing, setEditing] = useState(false)
  const title = row ? titleIn(of, row) : undefined
  useTabTitle(title)
  if (!view || !row) return instead
  const bar = { of, row, allows, onEdit: () => setEditing(true), onRemoved: () => void navigate(listPath) }
  return (
    <article className="eam-record">
      <header>
        <h1 title={title}>
          {title} <States view={view} row={row} />
        </h1>
        <ActBar {...bar} order={order} onRefresh={refresh}>
          {() => actions?.(row)}
        </ActBar>
      </header>
      {top && <div className="eam-record-top">{top(row)}</div>}
      <div className="eam-record-body">
        <div className="eam-record-main">
          {lead?.(row)}
          <section className="eam-panel" aria-label={say(of)}>
            <Facts view={view} row={row} columns={aside ? 2 : 3} foldsEmpty={foldsEmpty} without={without} />
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
