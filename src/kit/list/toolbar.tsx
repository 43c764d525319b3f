import { AppstoreOutlined, CalendarOutlined, ReloadOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import type { View } from '#contract/kit/entity/view.ts'
import { listed } from '#contract/kit/words.ts'
import { useWords } from '#src/words/words.ts'
import type { ColumnChoice } from './columns/column-choice.ts'
import { ColumnChooser } from './columns/column-chooser.tsx'
import { listFields, usualChoice } from './columns/columns.tsx'
import { DensityButton } from './density-button.tsx'
import type { ListState, Shows } from './list-state.ts'
import type { Density } from './preferences.ts'
import { AdvancedSearch } from './search/advanced-search.tsx'
import { filtersOf } from './search/filters.ts'
import { KeywordSearch } from './search/keyword-search.tsx'
import { SearchTags } from './search/search-tags.tsx'
import type { Change } from './use-list-state.ts'
import './list.css'

interface Props {
  readonly view: View
  readonly state: ListState
  readonly change: Change
  readonly choice: ColumnChoice
  readonly onChoose: (next: ColumnChoice) => void
  readonly density: Density
  readonly onDensity: (next: Density) => void
  readonly onRefresh: () => void
  readonly isBusy: boolean
  /** The views on offer beside the table. */
  readonly views: readonly Shows[]
  /** The button for saved searches. */
  readonly saved?: ReactNode
  /** Filters set by the page; the person cannot change them. */
  readonly fixed: Readonly<Record<string, unknown>>
  /** Replaces the search while rows are selected. */
  readonly chosen?: ReactNode
  /** Actions of the list or the selected rows. */
  readonly actions: ReactNode
}

const viewIcons: Readonly<Record<Shows, ReactNode>> = {
  table: <UnorderedListOutlined />,
  board: <AppstoreOutlined />,
  calendar: <CalendarOutlined />,
}

/** The bar above a list: search or selection count, then the actions and display settings. */
export function Toolbar(props: Props): ReactNode {
  const { view, state, change, choice, onChoose, density, onDensity, onRefresh, isBusy, views, saved, fixed, chosen, actions } = props
  const { word, say, language } = useWords()
  const fields = Object.entries(view.fields)
  const searched = fields.filter(([, field]) => field.search)
  const { searchHint } = view.entity
  const hint = searchHint ? say(searchHint) : searched.map(([, field]) => say(field)).join(' | ')
  // The placeholder names the fields in the form that its document gives; the help is a sentence.
  const fieldNames = hint.split('|').map((name) => name.trim())
  const isByPinyin = searched.some(([, field]) => field.search === 'pinyin')
  const help = word(isByPinyin ? 'list.searchByPinyin' : 'list.searchBy', { fields: listed(fieldNames, language) })
  const offered = filtersOf(view).filter((filter) => filter.wires.every((wire) => wire === undefined || !(wire in fixed)))
  const labels = Object.fromEntries(Object.entries(listFields(view)).map(([name, field]) => [name, say(field)]))
  return (
    <div className="eam-toolbar-frame">
      <div className={`eam-toolbar ${chosen ? 'eam-selecting' : ''}`}>
        {chosen ?? (
          <>
            {searched.length > 0 && (
              <KeywordSearch keyword={state.keyword} hint={hint} help={help} onSearch={(keyword) => change({ keyword })} />
            )}
            <AdvancedSearch of={view.entity} offered={offered} filters={state.filters} onSearch={(filters) => change({ filters })} />
            {saved}
          </>
        )}
        <div className="eam-toolbar-actions">
          {actions}
          <Tooltip title={word('common.refresh')}>
            <Button icon={<ReloadOutlined />} aria-label={word('common.refresh')} loading={isBusy} onClick={onRefresh} />
          </Tooltip>
          {state.shows === 'table' && <DensityButton density={density} onChoose={onDensity} />}
          {state.shows === 'table' && <ColumnChooser labels={labels} choice={choice} usual={usualChoice(view)} onChoose={onChoose} />}
          {views
            .filter((one) => one !== state.shows)
            .map((one) => (
              <Button
                key={one}
                className="eam-folds-first"
                title={word(`tool.${one}`)}
                icon={viewIcons[one]}
                onClick={() => change({ shows: one })}
              >
                {word(`tool.${one}`)}
              </Button>
            ))}
        </div>
      </div>
      <SearchTags offered={offered} filters={state.filters} onChange={(filters) => change({ filters })} />
    </div>
  )
}
