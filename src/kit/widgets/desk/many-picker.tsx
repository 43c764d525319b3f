import { useState } from 'react'
import { type Entity, rightOf } from '#contract/kit/entity/entity.ts'
import { inSentence } from '#contract/kit/words.ts'
import { useOptions, useOptionsByIds } from '#src/data/hooks.ts'
import { noteLately } from '#src/data/lately.ts'
import { useRight } from '#src/data/session.ts'
import { useDebounced } from '#src/kit/use-debounced.ts'
import { offered } from '#src/kit/widgets/desk/offered.ts'
import { OptionLine, widePopup } from '#src/kit/widgets/desk/option-line.tsx'
import { useLatelyOptions } from '#src/kit/widgets/desk/use-lately-options.ts'
import { useOptionLabel } from '#src/kit/widgets/desk/use-option-label.ts'
import { useWords } from '#src/words/words.ts'
import { ManySelect } from './many-select.tsx'
import { OrderList } from './order-list.tsx'

interface Props {
  readonly of: Entity
  readonly id?: string
  readonly value?: readonly string[] | null
  readonly onChange?: (value: readonly string[]) => void
  readonly onBlur?: () => void
  readonly disabled?: boolean
  /** Offers retired rows too, as a filter does. */
  readonly past?: boolean
  /** URL that returns the selectable rows; all rows that the person sees when absent. */
  readonly from?: string
  /** The order of the chosen rows means something. */
  readonly inOrder?: boolean
}

/** Picks several rows of another entity by parts of their names. */
export function ManyPicker({ of, id, value, onChange, onBlur, disabled, past, from, inOrder }: Props) {
  const { word, say } = useWords()
  const [keyword, setKeyword] = useState('')
  const [isOpen, setOpen] = useState(false)
  const asked = useDebounced(keyword, 250)
  const labelOf = useOptionLabel()
  const chosen = value ?? []
  // Without the right to the entity the names of chosen rows come with those that may be chosen.
  const mayList = useRight(rightOf(of, 'select'))
  const found = useOptions(of, asked, isOpen || (from !== undefined && !mayList && chosen.length > 0), from, past)
  const known = useOptionsByIds(of, mayList ? chosen : [])
  const lately = useLatelyOptions(of, isOpen && from === undefined && !past)
  const byId = new Map(
    [...(known.data ?? []), ...(keyword === '' ? lately : []), ...offered(found, asked, keyword)].map((option) => [option.id, option]),
  )
  const options = new Map([...byId].map(([key, option]) => [key, labelOf(option)]))
  for (const one of chosen) if (!options.has(one)) options.set(one, word('common.loading'))
  const select = (
    <ManySelect
      id={id}
      value={[...chosen]}
      options={[...options].map(([key, label]) => ({ value: key, label }))}
      popupMatchSelectWidth={of.about ? widePopup : true}
      optionRender={({ value: key, label }) => <OptionLine label={label} option={byId.get(String(key))} />}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      allowClear
      disabled={disabled}
      loading={found.isFetching}
      placeholder={word('pick.one', { what: inSentence(say(of)) })}
      notFoundContent={found.isFetching || asked !== keyword ? word('common.loading') : word('pick.nothing')}
      onOpenChange={setOpen}
      onBlur={onBlur}
      onChange={(next: string[]) => {
        for (const one of next) if (!chosen.includes(one)) noteLately(of.name, one)
        onChange?.(next)
      }}
      style={{ width: '100%' }}
    />
  )
  if (!inOrder || chosen.length < 2) return select
  return (
    <>
      {select}
      <OrderList ids={chosen} names={options} disabled={disabled} onChange={onChange} />
    </>
  )
}
