import { UnorderedListOutlined } from '@ant-design/icons'
import { Button, Select, Space } from 'antd'
import { useState } from 'react'
import { type Entity, rightOf } from '#contract/kit/entity/entity.ts'
import { inSentence } from '#contract/kit/words.ts'
import { type Row, useOptions } from '#src/data/hooks.ts'
import { noteLately } from '#src/data/lately.ts'
import { useRight } from '#src/data/session.ts'
import { pickRow } from '#src/kit/dialog/ask.ts'
import { useDebounced } from '#src/kit/use-debounced.ts'
import { useNameOf } from '#src/kit/use-name-of.ts'
import { offered } from '#src/kit/widgets/desk/offered.ts'
import { ChosenLine, OptionLine, widePopup } from '#src/kit/widgets/desk/option-line.tsx'
import { useLatelyOptions } from '#src/kit/widgets/desk/use-lately-options.ts'
import { useChosenOption, useOptionLabel } from '#src/kit/widgets/desk/use-option-label.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly of: Entity
  /** URL that returns the selectable rows; all rows that the person sees when absent. */
  readonly from?: string
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (value: string | null, name?: string) => void
  readonly onBlur?: () => void
  /** The title of the initial value, shown until options are loaded. */
  readonly shownName?: string | null
  readonly disabled?: boolean
  /** Offers retired rows too, as a filter does. */
  readonly past?: boolean
}

/** Picks one row of another entity by a part of its name. */
export function LinkPicker({ of, from, id, value, onChange, onBlur, shownName, disabled, past }: Props) {
  const { word, say } = useWords()
  const [keyword, setKeyword] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [picked, setPicked] = useState<{ id: string; name: string }>()
  const asked = useDebounced(keyword, 250)
  const labelOf = useOptionLabel()
  const found = useOptions(of, asked, isOpen, from, past)
  const lately = useLatelyOptions(of, isOpen && from === undefined && !past)
  const chosen = useChosenOption(of, value)
  const now = offered(found, asked, keyword)
  const first = keyword === '' ? lately : []
  const shown = [...first, ...now.filter(({ id }) => !first.some((one) => one.id === id))]
  const byId = new Map(shown.map((option) => [option.id, option]))
  const options = shown.map((option) => ({ value: option.id, label: labelOf(option) }))
  const retired = chosen?.retired ? labelOf(chosen) : undefined
  const known = useNameOf(of, value, picked?.id === value ? picked?.name : shownName)
  if (value && !options.some((option) => option.value === value))
    options.unshift({ value, label: retired ?? known ?? word('common.loading') })
  const mayList = useRight(rightOf(of, 'list'))
  const choose = (next: Row | undefined): void => {
    if (!next) return
    const name = String(next[of.title] ?? '')
    setPicked({ id: next.id, name })
    noteLately(of.name, next.id)
    onChange?.(next.id, name)
  }
  const select = (
    <Select
      id={id}
      value={value ?? undefined}
      options={options}
      popupMatchSelectWidth={of.about ? widePopup : true}
      optionRender={({ value: key, label }) => <OptionLine label={label} option={byId.get(String(key))} />}
      labelRender={({ value: key, label }) => <ChosenLine label={label} option={chosen?.id === key ? chosen : byId.get(String(key))} />}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      allowClear
      disabled={disabled}
      loading={found.isFetching}
      placeholder={word('pick.one', { what: inSentence(say(of)) })}
      notFoundContent={found.isFetching || asked !== keyword ? word('common.loading') : word('pick.nothing')}
      onOpenChange={setOpen}
      onBlur={onBlur}
      onChange={(next: string | undefined, option) => {
        const label = option && !Array.isArray(option) ? String(option.label) : undefined
        setPicked(next && label ? { id: next, name: label } : undefined)
        if (next) noteLately(of.name, next)
        onChange?.(next ?? null, label)
      }}
      style={{ width: '100%' }}
    />
  )
  // Rows of a large register often have similar names, so offer the list with its filters too.
  if (!of.large || from !== undefined || !mayList) return select
  return (
    <Space.Compact block>
      {select}
      <Button
        icon={<UnorderedListOutlined />}
        disabled={disabled}
        aria-label={word('dialog.choose')}
        onClick={() => void pickRow(of).then(choose)}
      />
    </Space.Compact>
  )
}
