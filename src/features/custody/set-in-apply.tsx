import { App, Form, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { applySets } from '#contract/calls/custody/custody.ts'
import { othersInSet } from '#contract/entities/asset/sets/set-words.ts'
import { givesOut } from '#contract/entities/custody/apply-kinds.ts'
import { useCall } from '#src/data/hooks.ts'
import type { FormPart } from '#src/kit/form/form-part.ts'
import { useDebounced } from '#src/kit/use-debounced.ts'
import { useWords } from '#src/words/words.ts'
import { setWords } from './set-words.ts'

/** In the form of an application: a set puts its devices on lines of their own; what is missing is named first, and the person decides. */
export function SetInApply({ row, given, addLines }: FormPart): ReactNode {
  const { say } = useWords()
  const id = useId()
  const { modal } = App.useApp()
  const kind = row?.type ?? given.type
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const keyword = useDebounced(typed.trim(), 250)
  const { data, isFetching } = useCall(applySets, keyword ? { keyword } : {}, isOpen)
  if (typeof kind !== 'string' || !givesOut(kind)) return null
  const take = (setId: string): void => {
    const set = data?.find((one) => one.id === setId)
    if (!set) return
    setTyped('')
    const add = (): void =>
      addLines(
        'lines',
        set.devices.map(({ id: deviceId, name }) => ({ deviceId, deviceName: name })),
      )
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
        onSelect={(value: string | null) => value && take(value)}
        options={(data ?? []).map((one) => ({
          value: one.id,
          label: `${one.name} ${one.setNo}${one.deptName ? ` · ${one.deptName}` : ''}`,
        }))}
      />
    </Form.Item>
  )
}
