import { Alert, Button, Empty } from 'antd'
import { type ReactNode, useState } from 'react'
import { rightOf, verbsOf } from '#contract/kit/entity.ts'
import type { View } from '#contract/kit/view.ts'
import { inSentence } from '#contract/kit/words.ts'
import { machinesOf } from '#contract/registry.ts'
import { type Row, useList } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import { BulkActions } from './bulk-actions.tsx'
import { chosen } from './column-choice.ts'
import { columnsQuery, listFields } from './columns.tsx'
import type { ListState } from './list-state.ts'
import { criteriaOf, queryOf } from './list-state.ts'
import { type ExtraColumns, ListTable } from './list-table.tsx'
import { StateBoard } from './state-board.tsx'
import { Toolbar } from './toolbar.tsx'
import { useColumnChoice } from './use-column-choice.ts'
import type { Change } from './use-list-state.ts'

interface Props {
  readonly view: View
  readonly state: ListState
  readonly change: Change
  /** Parameters that the page sets beside the person's search, by wire name. */
  readonly fixed?: Readonly<Record<string, string>>
  readonly onOpen: (row: Row) => void
  readonly onAdd?: () => void
  /** More buttons before the others. */
  readonly actions?: (selected: readonly Row[]) => ReactNode
  readonly extraColumns?: ExtraColumns
}

/** A whole list of an entity: search, table or board, bulk actions, and the empty state. */
export function EntityList({ view, state, change, fixed = {}, onOpen, onAdd, actions, extraColumns }: Props): ReactNode {
  const { word, say } = useWords()
  const of = view.entity
  const [choice, setChoice] = useColumnChoice(view)
  const [selected, setSelected] = useState<readonly Row[]>([])
  const criteria = { ...criteriaOf(state, view), ...fixed }
  const hasBoard = machinesOf(of).length > 0
  const isBoard = hasBoard && state.isBoard
  const columns = columnsQuery(view, chosen(Object.keys(listFields(view)), choice))
  const page = useList(of, { ...queryOf(state, view), ...fixed, columns })
  const mayAdd = useRight(rightOf(of, 'submit')) && verbsOf(of).includes('submit') && onAdd !== undefined
  const isSearched = state.keyword !== '' || Object.keys(state.filters).length > 0
  const empty = (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        isSearched
          ? word('list.noneFound', { what: inSentence(say(of)) })
          : word(mayAdd ? 'list.noneYetAdd' : 'list.noneYet', { what: inSentence(say(of)) })
      }
    >
      {isSearched && <Button onClick={() => change({ keyword: '', filters: {} })}>{word('list.clearSearch')}</Button>}
      {!isSearched && mayAdd && (
        <Button type="primary" onClick={onAdd}>
          {word('list.add')}
        </Button>
      )}
    </Empty>
  )
  const mayChoose = verbsOf(of).includes('remove') || actions !== undefined
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
        hasBoard={hasBoard}
        fixed={fixed}
        actions={
          <>
            {actions?.(selected)}
            <BulkActions of={of} selected={selected} onSelect={setSelected} onAdd={onAdd} criteria={{ ...criteria, columns }} />
          </>
        }
      />
      {page.error && page.data && (
        <Alert
          type="error"
          showIcon
          title={page.error.message}
          action={<Button onClick={() => void page.refetch()}>{word('common.retry')}</Button>}
        />
      )}
      {isBoard ? (
        <StateBoard
          view={view}
          criteria={criteria}
          onOpen={onOpen}
          onMore={(field, value) => change({ isBoard: false, filters: { ...state.filters, [field]: value } })}
        />
      ) : page.data ? (
        <ListTable
          view={view}
          state={state}
          change={change}
          page={page.data}
          isLoading={page.isPlaceholderData}
          choice={choice}
          onChoose={setChoice}
          selected={selected}
          onSelect={mayChoose ? setSelected : undefined}
          onOpen={onOpen}
          empty={empty}
          extraColumns={extraColumns}
        />
      ) : (
        <Outcome isLoading={page.isPending} error={page.error} onRetry={() => void page.refetch()} />
      )}
    </div>
  )
}
