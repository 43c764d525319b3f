import { Drawer } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { verbsOf } from '#contract/kit/entity.ts'
import type { View } from '#contract/kit/view.ts'
import { type Row, useDetail } from '#src/data/hooks.ts'
import { RecordLines } from '#src/kit/lines/record-lines.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { ActBar, type Allows } from './act-bar.tsx'
import { Facts } from './facts.tsx'
import { History } from './history.tsx'

interface Props {
  readonly view: View
  readonly id: string | undefined
  readonly onClose: () => void
  readonly onEdit: (row: Row) => void
  /** More content below the fields. */
  readonly more?: (row: Row) => ReactNode
  readonly actions?: (row: Row) => ReactNode
  /** Hides actions that are not for this person, in addition to the server's rights and states. */
  readonly allows?: Allows
}

/** One record in a drawer next to its list, with its actions. */
export function RecordDrawer({ view, id, onClose, onEdit, more, actions, allows }: Props): ReactNode {
  const { say, word, language } = useWords()
  const { title } = view.entity
  const detail = useDetail(view.entity, id)
  const row = detail.data
  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      size={640}
      destroyOnHidden
      title={(row && textOf(title, view.fields[title]!, row, language)) || say(view.entity)}
    >
      {row ? (
        // Reset dialogs and input when another record is opened.
        <Fragment key={row.id}>
          <div className="eam-record-actions">
            <ActBar of={view.entity} row={row} allows={allows} onEdit={() => onEdit(row)} onRemoved={onClose}>
              {() => actions?.(row)}
            </ActBar>
          </div>
          <Facts view={view} row={row} />
          <RecordLines of={view.entity} row={row} />
          {more?.(row)}
          {verbsOf(view.entity).includes('history') && <History of={view.entity} id={row.id} title={word('history.title')} />}
        </Fragment>
      ) : (
        id && <Outcome isLoading={detail.isPending} error={detail.error} onRetry={() => void detail.refetch()} />
      )}
    </Drawer>
  )
}
