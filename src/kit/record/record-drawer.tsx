import { Drawer } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { verbsOf } from '#contract/kit/entity/entity.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { type Row, useDetail } from '#src/data/hooks.ts'
import { drawerSizes } from '#src/kit/form/sizes.ts'
import { RecordLines } from '#src/kit/lines/record-lines.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import { ActBar, type ActOrder, type Allows } from './act-bar.tsx'
import { Facts } from './facts.tsx'
import { History } from './history.tsx'
import { Named } from './named.tsx'

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
  /** As on the record page; by the states of the row when absent. */
  readonly order?: ActOrder
}

/** One record in a drawer next to its list, with its actions. */
export function RecordDrawer({ view, id, onClose, onEdit, more, actions, allows, order }: Props): ReactNode {
  const { say, word } = useWords()
  const detail = useDetail(view.entity, id)
  const row = detail.data
  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      size={drawerSizes.small}
      destroyOnHidden
      title={row ? <Named of={view.entity} row={row} /> : say(view.entity)}
    >
      {row ? (
        // Reset dialogs and input when another record is opened.
        <Fragment key={row.id}>
          <div className="eam-record-actions">
            <ActBar of={view.entity} row={row} order={order} allows={allows} onEdit={() => onEdit(row)} onRemoved={onClose}>
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
