import { DeleteOutlined, EditOutlined, PushpinFilled, PushpinOutlined, StarOutlined } from '@ant-design/icons'
import { App, Button, Popover, Tag, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { savedFilterDefault, savedFilterRemove } from '#contract/calls/settings/saved-filter.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { useAction } from '#src/data/hooks.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { type ListState, searchOf } from '../list-state.ts'
import type { Change } from '../use-list-state.ts'
import { SaveFilter } from './save-filter.tsx'
import { type SavedFilter, shownFilter, stateOf, useSavedFilters } from './use-saved-filters.ts'

interface Props {
  readonly view: View
  readonly state: ListState
  readonly change: Change
}

/** The person's saved searches of a list and those shared with them: to choose, save, edit, remove or make the default. */
export function SavedFilters({ view, state, change }: Props): ReactNode {
  const { word } = useWords()
  const { saved, again } = useSavedFilters(view, true)
  const [isOpen, setOpen] = useState(false)
  const [edited, setEdited] = useState<SavedFilter | 'new'>()
  const shown = shownFilter(saved, state, view)
  const edit = (one: SavedFilter | 'new'): void => {
    setOpen(false)
    setEdited(one)
  }
  const title = shown?.name ?? word('filters.saved')
  return (
    <>
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={isOpen}
        onOpenChange={setOpen}
        destroyOnHidden
        content={
          <div className="eam-saved">
            {saved.length === 0 && <p className="eam-hint">{word('filters.none')}</p>}
            <ul>
              {saved.map((one) => (
                <FilterLine
                  key={one.id}
                  of={view.entity.name}
                  filter={one}
                  isShown={one === shown}
                  again={again}
                  onEdit={() => edit(one)}
                  onChoose={() => {
                    setOpen(false)
                    change(stateOf(one, view))
                  }}
                />
              ))}
            </ul>
            <Button block disabled={searchOf(state) === '' || shown !== undefined} onClick={() => edit('new')}>
              {word('filters.keep')}
            </Button>
          </div>
        }
      >
        <Button className={shown ? 'eam-filter-shown' : 'eam-folds-next'} title={title} icon={<StarOutlined />} aria-haspopup="dialog">
          {title}
        </Button>
      </Popover>
      {edited && (
        <SaveFilter
          of={view.entity.name}
          filter={edited === 'new' ? undefined : edited}
          search={edited === 'new' ? searchOf(state) : edited.search}
          onClose={() => setEdited(undefined)}
          onSaved={again}
        />
      )}
    </>
  )
}

interface LineProps {
  readonly of: string
  readonly filter: SavedFilter
  readonly isShown: boolean
  readonly again: () => void
  readonly onChoose: () => void
  readonly onEdit: () => void
}

function FilterLine({ of, filter, isShown, again, onChoose, onEdit }: LineProps): ReactNode {
  const { word } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const setDefault = useAction(savedFilterDefault)
  const remove = useAction(savedFilterRemove)
  const what = filter.name
  const pin = (): void =>
    setDefault.mutate(
      { body: { entity: of, ...(filter.isDefault ? {} : { id: filter.id }) } },
      { onSuccess: again, onError: notice.failed },
    )
  const askRemove = (): void =>
    void modal.confirm({
      title: word('list.removeOne', { what }),
      content: filter.roleName ? word('filters.removeShared', { role: filter.roleName }) : undefined,
      okButtonProps: { danger: true },
      onOk: () => remove.mutateAsync({ body: { id: filter.id } }).then(again, notice.failed),
    })
  const tool = (name: string, icon: ReactNode, run: () => void, isPressed?: boolean): ReactNode => (
    <Tooltip title={name}>
      <Button type="text" size="small" icon={icon} aria-label={`${name} ${what}`} aria-pressed={isPressed} onClick={run} />
    </Tooltip>
  )
  return (
    <li>
      <Button type="text" size="small" className="eam-filter-name" aria-current={isShown || undefined} title={what} onClick={onChoose}>
        {what}
      </Button>
      {filter.roleName && (
        <Tag title={filter.isOwn ? undefined : word('filters.from', { who: filter.ownerName ?? '' })} variant="filled">
          {filter.roleName}
        </Tag>
      )}
      {tool(
        word(filter.isDefault ? 'filters.isDefault' : 'filters.setDefault'),
        filter.isDefault ? <PushpinFilled /> : <PushpinOutlined />,
        pin,
        filter.isDefault,
      )}
      {filter.isOwn && tool(word('record.edit'), <EditOutlined />, onEdit)}
      {filter.canRemove && tool(word('list.remove'), <DeleteOutlined />, askRemove)}
    </li>
  )
}
