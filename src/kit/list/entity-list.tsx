import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Empty } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { neededToImport } from '#contract/imports.ts'
import { rightOf, verbsOf } from '#contract/kit/entity/entity.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { inSentence } from '#contract/kit/words.ts'
import { calendarOf, machinesOf } from '#contract/registry.ts'
import { type Row, useList } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CalendarView } from '#src/kit/calendar/calendar-view.tsx'
import { StateBoard } from '#src/kit/kanban/state-board.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { usePageKey } from '#src/kit/page-keys.ts'
import { useWords } from '#src/words/words.ts'
import { chosen } from './columns/column-choice.ts'
import { columnsQuery, listFields } from './columns/columns.tsx'
import { type RowMenuFacts, useRowMenu } from './columns/row-menu.tsx'
import { useColumnChoice } from './columns/use-column-choice.ts'
import { ListActs, type MoreAct } from './list-acts.tsx'
import type { ListState } from './list-state.ts'
import { criteriaOf, queryOf } from './list-state.ts'
import { type ExtraColumns, ListTable } from './list-table.tsx'
import { useDensity } from './preferences.ts'
import { SavedFilters } from './search/saved-filters.tsx'
import { useDefaultFilter } from './search/use-saved-filters.ts'
import { SelectionActs, SelectionCount } from './selection-bar.tsx'
import { Toolbar } from './toolbar.tsx'
import type { Change } from './use-list-state.ts'
import { useListSums } from './use-list-sums.ts'
import { useRemoveChosen } from './use-remove-chosen.ts'

interface Props {
  readonly view: View
  readonly state: ListState
  readonly change: Change
  /** Query parameters set by the page in addition to the person's search, by wire name. */
  readonly fixed?: Readonly<Record<string, string>>
  readonly onOpen: (row: Row) => void
  readonly onAdd?: () => void
  /** Actions of the page under 更多. */
  readonly more?: readonly MoreAct[]
  /** Extra context for row menus. */
  readonly rowActs?: RowMenuFacts
  /** Offers the person's saved searches; the list may start with their default one. */
  readonly hasSaved?: boolean
  /** More buttons of the page, for the list or the selected rows. */
  readonly actions?: (selected: readonly Row[], deselect: () => void) => ReactNode
  readonly extraColumns?: ExtraColumns
  /** Text of an empty list whose rows come from elsewhere. */
  readonly filledBy?: string
  /** Shows rows and exports them, and offers no act on them but those of the page. */
  readonly isReadOnly?: boolean
}

/** The full list of an entity: search, table or board, bulk actions, and the empty state. */
export function EntityList(props: Props): ReactNode {
  const {
    view,
    state,
    change,
    fixed = {},
    onOpen,
    onAdd,
    more,
    rowActs = {},
    hasSaved = false,
    actions,
    extraColumns,
    filledBy,
    isReadOnly,
  } = props
  const { word, say } = useWords()
  const of = view.entity
  const [choice, setChoice] = useColumnChoice(view)
  const [density, setDensity] = useDensity()
  const [selected, setSelected] = useState<readonly Row[]>([])
  const clear = (): void => setSelected([])
  const removal = useRemoveChosen(of, selected, clear)
  const remove = isReadOnly ? undefined : removal
  // The row has changed; deselect it.
  const drop = (row: Row): void => setSelected((known) => known.filter((other) => other.id !== row.id))
  const rowMenu = useRowMenu(of, rowActs, drop)
  const onActs = isReadOnly ? undefined : rowMenu.open
  // Filters set by the page override the saved default.
  const isWaiting = useDefaultFilter(view, state, change, hasSaved && props.fixed === undefined)
  const criteria = { ...criteriaOf(state, view), ...fixed }
  const facts = calendarOf(of)
  // An entry of the calendar can be moved to another day.
  const dated = facts && !isReadOnly && view.fields[facts.by] ? facts : undefined
  // A card of the board is moved by its steps.
  const views = [...(machinesOf(of).length > 0 && !isReadOnly ? (['board'] as const) : []), ...(dated ? (['calendar'] as const) : [])]
  const shows = views.find((one) => one === state.shows) ?? 'table'
  const isTable = shows === 'table'
  const columns = columnsQuery(view, chosen(Object.keys(listFields(view)), choice))
  // With what an import of the file needs.
  const exported = [...new Set([...columns.split(','), ...columnsQuery(view, neededToImport(view)).split(',')])].filter(Boolean).join(',')
  const client = useQueryClient()
  const page = useList(of, isWaiting || !isTable ? undefined : { ...queryOf(state, view), ...fixed, columns })
  const sums = useListSums(view, criteria, isTable && !isWaiting)
  const mayAdd = useRight(rightOf(of, 'submit')) && verbsOf(of).includes('submit') && onAdd !== undefined
  // Lists within a record have the same button, but the key means the page.
  usePageKey('n', hasSaved && mayAdd && !of.append ? onAdd : undefined)
  const isSearched = state.keyword !== '' || Object.keys(state.filters).length > 0
  const advice = filledBy ?? (of.emptyAdvice && say(of.emptyAdvice))
  const empty = (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        <>
          {word(isSearched ? 'list.noneFound' : mayAdd ? 'list.noneYetAdd' : 'list.noneYet', { what: inSentence(say(of)) })}
          {!isSearched && advice && <div className="eam-empty-advice">{advice}</div>}
        </>
      }
    >
      {isSearched && <Button onClick={() => change({ keyword: '', filters: {} })}>{word('list.clearSearch')}</Button>}
      {!isSearched && mayAdd && (
        <Button type={hasSaved ? 'primary' : 'default'} onClick={onAdd}>
          {word('list.add')}
        </Button>
      )}
    </Empty>
  )
  const hasBulk = machinesOf(of).some((on) => Object.values(on.steps).some((step) => step.many && !step.inner))
  const mayChoose = actions !== undefined || (!isReadOnly && (remove !== undefined || hasBulk))
  return (
    <div className={hasSaved ? 'eam-list eam-list-page' : 'eam-list'}>
      <Toolbar
        view={view}
        state={{ ...state, shows }}
        change={change}
        choice={choice}
        onChoose={setChoice}
        onRefresh={() => void (!isTable ? client.invalidateQueries({ queryKey: ['entity', of.name] }) : page.refetch())}
        isBusy={page.isFetching && !page.isPending}
        density={density}
        onDensity={setDensity}
        views={views.length > 0 ? ['table', ...views] : []}
        saved={hasSaved && <SavedFilters view={view} state={state} change={change} />}
        fixed={fixed}
        chosen={selected.length > 0 ? <SelectionCount selected={selected} onClear={clear} /> : undefined}
        actions={
          <>
            {selected.length === 0 && (
              <ListActs of={of} onAdd={onAdd} hasKey={hasSaved} criteria={{ ...criteria, columns: exported }} onRemove={remove} more={more}>
                {actions?.(selected, clear)}
              </ListActs>
            )}
            {selected.length > 0 && (
              // A row may be chosen before the code of the acts has arrived: the list stays in view until it does.
              <Suspense>
                {actions?.(selected, clear)}
                {!isReadOnly && <SelectionActs of={of} selected={selected} onClear={clear} onRemove={remove} />}
              </Suspense>
            )}
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
      {shows === 'calendar' && dated ? (
        <CalendarView view={view} facts={dated} list={state} change={change} criteria={criteria} isOn={!isWaiting} onOpen={onOpen} />
      ) : shows === 'board' ? (
        <StateBoard
          view={view}
          list={state}
          change={change}
          criteria={criteria}
          isOn={!isWaiting}
          onOpen={onOpen}
          onActs={onActs}
          allows={rowActs.allows}
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
          density={density}
          onRemove={remove}
          onActs={onActs}
          sums={sums}
          hasWindow={hasSaved}
        />
      ) : (
        <Outcome isLoading={page.isPending} error={page.error} onRetry={() => void page.refetch()} />
      )}
      {rowMenu.node}
    </div>
  )
}
