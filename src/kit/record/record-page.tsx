import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { machinesOf } from '#contract/registry.ts'
import type { Row } from '#src/data/hooks.ts'
import type { FormExtra } from '#src/kit/form/entity-form.tsx'
import { FormDrawer } from '#src/kit/form/form-drawer.tsx'
import { RecordLines } from '#src/kit/lines/record-lines.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { useWords } from '#src/words/words.ts'
import { ActBar, type ActOrder, type Allows } from './act-bar.tsx'
import { Facts } from './facts.tsx'
import { Named } from './named.tsx'
import { fullName } from './record-name.ts'
import { useRecord } from './use-record.tsx'

interface Props {
  readonly of: Entity
  readonly id: string
  /** The list to return to after the record is removed. */
  readonly listPath: string
  /** The right column, such as a timeline. */
  readonly aside?: (row: Row) => ReactNode
  /** More content below the fields. */
  readonly more?: (row: Row) => ReactNode
  readonly extra?: FormExtra
  readonly actions?: (row: Row) => ReactNode
  readonly allows?: Allows
  /** Names of the lines to show below the fields; all when absent. */
  readonly lines?: readonly string[]
  /** Names of fields shown elsewhere. */
  readonly without?: readonly string[]
  /** Makes the next step primary and moves rare actions under 更多; without it the order follows from the states. */
  readonly order?: ActOrder
  /** Content below the title, in full width. */
  readonly top?: (row: Row) => ReactNode
  /** Figures and findings above the fields. */
  readonly lead?: (row: Row) => ReactNode
}

/** The machine states of a row that the hospital does not hide. */
function States({ view, row }: { readonly view: View; readonly row: Row }): ReactNode {
  return machinesOf(view.entity).map(({ field: name }) => {
    const field = view.fields[name]
    return field && <Shown key={name} name={name} field={field} row={row} />
  })
}

/** One record as a page: title and actions, fields on the left, `aside` on the right. */
export function RecordPage(props: Props): ReactNode {
  const { of, id, listPath, aside, more, extra, actions, allows, lines, without, order, top, lead } = props
  const { say, language } = useWords()
  const navigate = useNavigate()
  const { view, row, refresh, instead } = useRecord(of, id)
  const [isEditing, setEditing] = useState(false)
  useTabTitle(row && fullName(of, row, language))
  if (!view || !row) return instead
  const bar = { of, row, allows, onEdit: () => setEditing(true), onRemoved: () => void navigate(listPath) }
  return (
    <article className="eam-record">
      <header>
        <h1>
          <Named of={of} row={row} /> <States view={view} row={row} />
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
            <Facts view={view} row={row} columns={aside ? 2 : 3} without={without} />
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
