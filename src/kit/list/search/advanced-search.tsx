import { FilterOutlined } from '@ant-design/icons'
import { Button, Grid, Popover } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { askSearch, useDialogs } from '#src/kit/dialog/ask.ts'
import { useWords } from '#src/words/words.ts'
import { SearchForm, type SearchProps } from './search-form.tsx'

/** The form of 高级搜索, as a popover; as a dialog on narrow pages. */
export function AdvancedSearch({ of, offered, filters, onSearch }: SearchProps & { readonly of: Entity }): ReactNode {
  const { word } = useWords()
  const [isOpen, setOpen] = useState(false)
  const { lg = true } = Grid.useBreakpoint()
  const button = (
    <Button
      className="eam-folds-last"
      title={word('tool.advanced')}
      icon={<FilterOutlined />}
      onClick={lg ? undefined : () => void askSearch(of, offered, filters).then((next) => next && onSearch({ ...next }))}
    >
      {word('tool.advanced')}
    </Button>
  )
  if (!lg) return button
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={isOpen}
      // Keep the popover open for clicks in the dialog that picks a row for a filter.
      onOpenChange={(next) => {
        if (next || useDialogs.getState().open.length === 0) setOpen(next)
      }}
      destroyOnHidden
      content={
        <SearchForm
          offered={offered}
          filters={filters}
          onSearch={(next) => {
            setOpen(false)
            onSearch(next)
          }}
        />
      }
    >
      {button}
    </Popover>
  )
}
