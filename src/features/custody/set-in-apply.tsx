import { App, Form, Select } from 'antd'
import { type ReactNode, useId, useRef, useState } from 'react'
import { applySets } from '#contract/calls/custody/custody.ts'
import { othersInSet } from '#contract/entities/asset/sets/set-words.ts'
import { givesOut } from '#contract/entities/custody/apply-kinds.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { invoke } from '#src/data/client.ts'
import { useCall } from '#src/data/hooks.ts'
import type { FormPart } from '#src/kit/form/form-part.ts'
import { useDebounced } from '#src/kit/use-debounced.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { setWords } from './set-words.ts'

type Offer = AnswerOf<typeof applySets>[number]

/**
 * In the form of an application: a set puts its devices on lines of their own, but those that are on lines already; what is missing is named first, and the person
 * decides. Nothing where the hospital has no sets.
 */
export function SetInApply({ row, given, addLines, linesOf }: FormPart): ReactNode {
  const { say } = useWords()
  const id = useId()
  const { modal } = App.useApp()
  const notice = useNotice()
  const kind = row?.type ?? given.type
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const keyword = useDebounced(typed.trim(), 250)
  const isOffered = typeof kind === 'string' && givesOut(kind)
  const any = useCall(applySets, {}, isOffered)
  const { data, isFetching } = useCall(applySets, keyword ? { keyword } : {}, isOffered && isOpen)
  // A scan is answered after further renders: the lines may have changed since.
  const latest = useRef({ addLines, linesOf })
  latest.current = { addLines, linesOf }
  // Enter takes the first option: none until those of the typed text are there.
  const shown = keyword === typed.trim() ? (data ?? []) : []
  if (!isOffered || !any.data?.length) return null
  const take = (set: Offer): void => {
    setTyped('')
    const add = (): void => {
      const there = new Set(latest.current.linesOf('lines').map(({ deviceId }) => deviceId))
      const fresh = set.devices.filter((one) => !there.has(one.id))
      latest.current.addLines(
        'lines',
        fresh.map(({ id: deviceId, name }) => ({ deviceId, deviceName: name })),
      )
      if (fresh.length < set.devices.length) notice.warn(say(setWords.already(set.devices.length - fresh.length)))
    }
    const lacking = set.missing.length + set.others
    if (lacking === 0) {
      add()
      return
    }
    const missing = [
      ...set.missing.map(({ id: one, name, why }) => <li key={one}>{`${name} · ${why}`}</li>),
      ...(set.others > 0 ? [<li key="others">{say(othersInSet(set.others))}</li>] : []),
    ]
    if (set.devices.length === 0) {
      void modal.warning({
        title: say(setWords.noneUsable(set.name)),
        content: <ul>{missing}</ul>,
        okText: say(setWords.understood),
      })
      return
    }
    void modal.confirm({
      title: say(setWords.incomplete(set.name, set.devices.length, lacking)),
      content: <ul>{missing}</ul>,
      okText: say(setWords.takeRest(set.devices.length)),
      cancelText: say(setWords.takeNone),
      onOk: add,
    })
  }
  // A scanner ends with Enter before options come: the one set that it means is taken.
  const scan = (text: string): void => {
    if (text === '' || text === keyword) return
    invoke(applySets, { query: { keyword: text } }).then(([set, ...others]) => {
      if (set && others.length === 0) take(set)
    }, notice.failed)
  }
  return (
    <Form.Item label={say(setWords.bySet)} htmlFor={id}>
      <Select
        id={id}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        value={null}
        placeholder={say(setWords.search)}
        loading={isFetching}
        open={isOpen}
        onOpenChange={setOpen}
        onInputKeyDown={({ key, currentTarget }) => key === 'Enter' && scan(currentTarget.value.trim())}
        onSelect={(value: string | null) => {
          const set = shown.find((one) => one.id === value)
          if (set) take(set)
        }}
        options={shown.map((one) => ({
          value: one.id,
          label: `${one.name} ${one.setNo}${one.deptName ? ` · ${one.deptName}` : ''}`,
        }))}
      />
    </Form.Item>
  )
}
