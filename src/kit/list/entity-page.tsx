import { type ReactNode, useState } from 'react'
import { type Entity, verbsOf } from '#contract/kit/entity.ts'
import type { View } from '#contract/kit/view.ts'
import type { Row, Saved } from '#src/data/hooks.ts'
import { useView } from '#src/data/view.ts'
import type { FormExtra } from '#src/kit/form/entity-form.tsx'
import { FormDrawer } from '#src/kit/form/form-drawer.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import type { ActOrder, Allows } from '#src/kit/record/act-bar.tsx'
import { RecordDrawer } from '#src/kit/record/record-drawer.tsx'
import type { FilterTrees } from '#src/kit/tree/filter-tree.tsx'
import { useSideTree } from '#src/kit/tree/use-side-tree.tsx'
import { EntityList } from './entity-list.tsx'
import type { MoreAct } from './list-acts.tsx'
import type { ExtraColumns } from './list-table.tsx'
import { useListState } from './use-list-state.ts'

export interface PageOptions {
  /** Parameters of the list that the page sets, by wire name. */
  readonly fixed?: Readonly<Record<string, string>>
  /** What a new row starts with, by wire name, with the names of its links. */
  readonly initial?: Readonly<Record<string, unknown>>
  /** Opens a record elsewhere than in the drawer. */
  readonly onOpen?: (row: Row) => void
  readonly onSaved?: (saved: Saved) => void
  readonly extra?: FormExtra
  /** The form has room for something beside its fields. */
  readonly hasBroadForm?: boolean
  /** Width of the form in pixels, where it is not the usual one. */
  readonly formWidth?: number
  readonly more?: (row: Row) => ReactNode
  readonly rowActions?: (row: Row) => ReactNode
  /** The next step of a row stands first in its menu and rare ones apart, as on its record page. */
  readonly order?: ActOrder
  /** Hides acts of a row that are not this person's to take, in addition to the server's rights and states. */
  readonly allows?: Allows
  /** Acts of the page under 更多 of the list. */
  readonly listMore?: readonly MoreAct[]
  readonly listActions?: (selected: readonly Row[]) => ReactNode
  /** Columns of the list beside the fields, for the rows of the page shown. */
  readonly extraColumns?: ExtraColumns
  /** Trees beside the list that narrow it. */
  readonly trees?: FilterTrees
  /** Rows come to this page from elsewhere: it adds none, and says this while it is empty. */
  readonly filledBy?: string
}

/** A plain family as a whole page: list, record and form. */
export function EntityPage({ of, ...options }: PageOptions & { readonly of: Entity }): ReactNode {
  const { view, error, retry } = useView(of)
  if (!view) return <Outcome isLoading={!error} error={error} onRetry={() => void retry()} />
  return <ViewPage view={view} {...options} />
}

function ViewPage(props: PageOptions & { readonly view: View }): ReactNode {
  const {
    view,
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
    allows,
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
          onAdd={filledBy === undefined ? () => setForm({}) : undefined}
          more={[...(listMore ?? []), ...side.acts]}
          rowActs={{ order, allows, onEdit: (row) => setForm({ id: row.id }) }}
          hasSaved
          actions={listActions}
          extraColumns={extraColumns}
          filledBy={filledBy}
        />,
      )}
      <RecordDrawer
        view={view}
        id={form ? undefined : state.open}
        onClose={() => change({ open: undefined })}
        onEdit={(row) => setForm({ id: row.id })}
        more={more}
        actions={rowActions}
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
