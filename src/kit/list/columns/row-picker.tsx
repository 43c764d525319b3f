import { Alert, Button } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { inSentence } from '#contract/kit/words.ts'
import { fetchAll, type Row, useList } from '#src/data/hooks.ts'
import { useView } from '#src/data/view.ts'
import { Dialog } from '#src/kit/dialog/dialog.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { criteriaOf, queryOf } from '../list-state.ts'
import { ListTable } from '../list-table.tsx'
import { useDensity } from '../preferences.ts'
import { Toolbar } from '../toolbar.tsx'
import { useListState } from '../use-list-state.ts'
import { usualChoice } from './columns.tsx'

interface Props {
  readonly of: Entity
  readonly isOpen: boolean
  /** Several rows may be chosen (default); when false, the first click picks. */
  readonly isMany?: boolean
  readonly onClose: () => void
  readonly onPick: (rows: readonly Row[]) => void
}

/** Most rows that can be picked with "all found". */
const mostAtOnce = 5000

/** A dialog to pick rows of an entity from its list, or all rows that a search finds. */
export function RowPicker({ of, isOpen, isMany = true, onClose, onPick }: Props): ReactNode {
  const { word, say } = useWords()
  const { view, error, retry } = useView(of)
  return (
    <Dialog open={isOpen} onCancel={onClose} footer={null} title={word('pick.title', { what: inSentence(say(of)) })} destroyOnHidden>
      {view ? (
        <PickList
          view={view}
          isMany={isMany}
          onPick={(rows) => {
            onPick(rows)
            onClose()
          }}
        />
      ) : (
        <Outcome isLoading={!error} error={error} onRetry={() => void retry()} />
      )}
    </Dialog>
  )
}

function PickList({
  view,
  isMany,
  onPick,
}: {
  readonly view: View
  readonly isMany: boolean
  readonly onPick: Props['onPick']
}): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const of = view.entity
  const [state, change] = useListState(view, false)
  const [selected, setSelected] = useState<readonly Row[]>([])
  const [choice, setChoice] = useState(() => usualChoice(view))
  const [density, setDensity] = useDensity()
  const [isBusy, setBusy] = useState(false)
  const page = useList(of, queryOf(state, view))
  const total = page.data?.total ?? 0
  // Picks nothing after the dialog was closed.
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const pickAll = async (): Promise<void> => {
    setBusy(true)
    stop.current = new AbortController()
    const { signal } = stop.current
    try {
      const found = await fetchAll(of, criteriaOf(state, view), signal)
      if (!signal.aborted) onPick(found)
    } catch (thrown) {
      if (!signal.aborted) notice.failed(thrown)
    } finally {
      setBusy(false)
    }
  }
  const pick = (): void => {
    if (selected.length === 0) notice.warn(word('list.chooseFirst'))
    else onPick(selected)
  }
  return (
    <div className="eam-list">
      <Toolbar
        view={view}
        state={state}
        change={change}
        choice={choice}
        onChoose={setChoice}
        onRefresh={() => void page.refetch()}
        isBusy={page.isFetching && !page.isPending}
        density={density}
        onDensity={setDensity}
        views={[]}
        fixed={{}}
        actions={
          isMany && (
            <>
              <Button loading={isBusy} disabled={total === 0 || total > mostAtOnce} onClick={() => void pickAll()}>
                {word('pick.all', { total })}
              </Button>
              <Button type="primary" onClick={pick}>
                {word('pick.chosen', { count: selected.length })}
              </Button>
            </>
          )
        }
      />
      {page.error && <Alert type="error" showIcon role="alert" title={page.error.message} />}
      <ListTable
        view={view}
        state={state}
        change={change}
        page={page.data}
        isLoading={page.isFetching}
        choice={choice}
        onChoose={setChoice}
        density={density}
        selected={selected}
        onSelect={isMany ? setSelected : undefined}
        onOpen={(row) =>
          isMany
            ? setSelected((known) =>
                known.some((other) => other.id === row.id) ? known.filter((other) => other.id !== row.id) : [...known, row],
              )
            : onPick([row])
        }
        empty={word('list.noneFound', { what: inSentence(say(of)) })}
      />
    </div>
  )
}
