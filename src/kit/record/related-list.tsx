import { type ReactNode, useMemo, useState } from 'react'
import { type Entity, headingOf } from '#contract/kit/entity/entity.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Row } from '#src/data/hooks.ts'
import { useView } from '#src/data/view.ts'
import { FormDrawer } from '#src/kit/form/form-drawer.tsx'
import { EntityList } from '#src/kit/list/entity-list.tsx'
import type { ExtraColumns } from '#src/kit/list/list-table.tsx'
import { useListState } from '#src/kit/list/use-list-state.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import { RecordDrawer } from './record-drawer.tsx'

interface Props {
  readonly of: Entity
  /** Query parameters that link the rows to the record, by wire name. */
  readonly fixed: Readonly<Record<string, string>>
  readonly initial?: Readonly<Record<string, unknown>>
  readonly extraColumns?: ExtraColumns
  /** Default columns, if they differ from those of the entity's own list. */
  readonly columns?: readonly string[]
  /** Opens a row; a drawer does by default. */
  readonly onOpen?: (row: Row) => void
}

/** Rows of another entity that belong to a record, as a list on its page. */
export function RelatedList({ title, ...rest }: Props & { readonly title?: Words }): ReactNode {
  const { say } = useWords()
  const heading = say(title ?? headingOf(rest.of))
  return (
    <section className="eam-panel" aria-label={heading}>
      <h2>{heading}</h2>
      <RelatedRows {...rest} />
    </section>
  )
}

/** A view with these columns as the default. */
const withColumns = (view: View, columns: readonly string[]): View => ({
  ...view,
  fields: Object.fromEntries(Object.entries(view.fields).map(([name, field]) => [name, { ...field, list: columns.includes(name) }])),
})

/** The same without a heading, for a tab with its own name. */
export function RelatedRows({ of, columns, ...rest }: Props): ReactNode {
  const { view, error, retry } = useView(of)
  const names = columns?.join()
  const shown = useMemo(() => (view && names !== undefined ? withColumns(view, names.split(',')) : view), [view, names])
  if (!shown) return <Outcome isLoading={!error} error={error} onRetry={() => void retry()} />
  return <Inner view={shown} {...rest} />
}

function Inner({ view, fixed, initial, extraColumns, onOpen }: Omit<Props, 'of' | 'columns'> & { readonly view: View }): ReactNode {
  const [state, change] = useListState(view, false)
  const [open, setOpen] = useState<string>()
  const [form, setForm] = useState<{ id?: string }>()
  return (
    <>
      <EntityList
        view={view}
        state={state}
        change={change}
        fixed={fixed}
        onOpen={onOpen ?? ((row) => setOpen(row.id))}
        onAdd={onOpen ? undefined : () => setForm({})}
        rowActs={onOpen ? {} : { onEdit: (row) => setForm({ id: row.id }) }}
        extraColumns={extraColumns}
      />
      <RecordDrawer view={view} id={form ? undefined : open} onClose={() => setOpen(undefined)} onEdit={(row) => setForm({ id: row.id })} />
      <FormDrawer view={view} isOpen={form !== undefined} id={form?.id} initial={initial} onClose={() => setForm(undefined)} />
    </>
  )
}
