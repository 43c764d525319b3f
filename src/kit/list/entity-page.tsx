import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { type Entity, verbsOf } from '#contract/kit/entity/entity.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Row, Saved } from '#src/data/hooks.ts'
import { useView } from '#src/data/view.ts'
import type { FormExtra } from '#src/kit/form/entity-form.tsx'
import { FormDrawer } from '#src/kit/form/form-drawer.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import type { ActOrder, Allows } from '#src/kit/record/act-bar.tsx'
import { RecordDrawer } from '#src/kit/record/record-drawer.tsx'
import { recordPath } from '#src/kit/record/record-paths.ts'
import type { FilterTrees } from '#src/kit/tree/filter-tree.tsx'
import { useSideTree } from '#src/kit/tree/use-side-tree.tsx'
import { EntityList } from './entity-list.tsx'
import type { MoreAct } from './list-acts.tsx'
import type { ExtraColumns } from './list-table.tsx'
import { useListState } from './use-list-state.ts'

export interface PageOptions {
  /** Query parameters of the list set by the page, by wire name. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Initial values of a new row, by wire name, with the titles of its links. */
  readonly initial?: Readonly<Record<string, unknown>>
  /** Opens a record; the drawer does by default. */
  readonly onOpen?: (row: Row) => void
  readonly onSaved?: (saved: Saved) => void
  readonly extra?: FormExtra
  /** Makes room in the form next to the fields. */
  readonly hasBroadForm?: boolean
  /** Width of the form in pixels, where the documented interface names one. */
  readonly formWidth?: number
  readonly more?: (row: Row) => ReactNode
  readonly rowActions?: (row: Row) => ReactNode
  /** Order of a row's menu, as on its record page: the next step first, rare ones separate. */
  readonly order?: ActOrder
  /** Hides actions of a row that are not for this person, in addition to the server's rights and states. */
  readonly allows?: Allows
  /** Actions of the page under 更多 of the list. */
  readonly listMore?: readonly MoreAct[]
  readonly listActions?: (selected: readonly Row[], deselect: () => void) => ReactNode
  /** Columns in addition to the fields, for the rows of the current page. */
  readonly extraColumns?: ExtraColumns
  /** Trees next to the list that filter it. */
  readonly trees?: FilterTrees
  /** Rows are created elsewhere: the page has no add button, and shows this text while empty. */
  readonly filledBy?: string
  /** List and record only: nothing can be added, edited, removed or moved on. */
  readonly isReadOnly?: boolean
}

const nothing: Allows = () => false

/** The full page of a plain entity: list, record and form. */
export function EntityPage({ of, ...options }: PageOptions & { readonly of: Entity }): ReactNode {
  const { view, error, retry } = useView(of)
  if (!view) return <Outcome isLoading={!error} error={error} onRetry={() => void retry()} />
  return <ViewPage view={view} {...options} />
}

function ViewPage(props: PageOptions & { readonly view: View }): ReactNode {
  const {
    view,
    isReadOnly = false,
    fixed,
    initial,
    onOpen,
    onSaved,
    extra,
    hasBroadForm,
    formWidth,
    more,
    rowActions,
    order,
    allows = isReadOnly ? nothing : undefined,
    listMore,
    listActions,
    extraColumns,
    trees,
    filledBy,
  } = props
  const [state, change] = useListState(view, true)
  const side = useSideTree(view, state, change, trees)
  const [form, setForm] = useState<{ id?: string }>()
  const hasDetail = verbsOf(view.entity).includes('detail')
  // A row that a page opens at its own address is not shown in a drawer either.
  const page = onOpen && recordPath(view.entity.name, state.open)
  if (page) return <Navigate to={page} replace />
  const open = onOpen ?? ((row: Row) => hasDetail && change({ open: row.id }))
  return (
    <>
      {side.beside(
        <EntityList
          view={view}
          state={state}
          change={change}
          fixed={fixed}
          onOpen={open}
          onAdd={filledBy === undefined && !isReadOnly ? () => setForm({}) : undefined}
          more={[...(listMore ?? []), ...side.acts]}
          rowActs={{ order, allows, onEdit: (row) => setForm({ id: row.id }) }}
          hasSaved
          actions={listActions}
          extraColumns={extraColumns}
          filledBy={filledBy}
          isReadOnly={isReadOnly}
        />,
      )}
      <RecordDrawer
        view={view}
        id={form ? undefined : state.open}
        onClose={() => change({ open: undefined })}
        onEdit={(row) => setForm({ id: row.id })}
        order={order}
        more={more}
        actions={rowActions}
        allows={allows}
      />
      <FormDrawer
        view={view}
        isOpen={form !== undefined}
        id={form?.id}
        initial={initial}
        extra={extra}
        isBroad={hasBroadForm}
        width={formWidth}
        onClose={() => setForm(undefined)}
        onSaved={onSaved}
      />
    </>
  )
}
