import { Alert, Button, Checkbox, Form, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { scanIds } from '#contract/calls/check/check.ts'
import { deviceSet } from '#contract/entities/asset/sets/device-set.ts'
import { deviceSetMember } from '#contract/entities/asset/sets/device-set-member.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { useList, useOptions } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { useWords } from '#src/words/words.ts'
import { countBySet as words } from './count-by-set-words.ts'

interface Props {
  readonly checkId: string
}

/** In a check on the desk: the devices of a set, each ticked by who has seen it, counted in one act. */
export function CountBySet({ checkId }: Props): ReactNode {
  const { say } = useWords()
  const [mayCount, maySee] = [useRight(scanIds.may), useRight('deviceSet.list')]
  const [isOpen, setOpen] = useState(false)
  const isOffered = mayCount && maySee
  // A hospital without sets is not asked to choose one.
  const any = useOptions(deviceSet, '', isOffered)
  if (!isOffered || !any.data?.length) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say(words.title)}</Button>
      {isOpen && <CountSet checkId={checkId} onClose={() => setOpen(false)} />}
    </>
  )
}

function CountSet({ checkId, onClose }: Props & { readonly onClose: () => void }): ReactNode {
  const { say } = useWords()
  const [keyword, setKeyword] = useState('')
  const [setId, setSetId] = useState<string>()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const sets = useOptions(deviceSet, keyword, true)
  const members = useList(deviceSetMember, setId ? { deviceSetId: setId, size: '100' } : undefined)
  // A list shows the answer before until its own comes: the devices of another set are not counted for those of this one.
  const held = members.isPlaceholderData ? undefined : members.data?.records
  const ids = (held ?? []).map((one) => String(one.deviceId))
  const lines = useList(checkLine, ids.length > 0 ? { checkId, deviceId: ids.join(), size: '100' } : undefined)
  const found = lines.isPlaceholderData ? undefined : lines.data?.records
  const open = (ids.length > 0 && found ? found : []).filter((line) => line.result === 'pending')
  const chosen = open.flatMap(({ id }) => (ticked.includes(id) ? [id] : []))
  const above = (
    <>
      <Form.Item label={say(words.choose)} htmlFor="count-by-set">
        <Select
          id="count-by-set"
          showSearch={{ filterOption: false, onSearch: setKeyword }}
          value={setId}
          onChange={(next: string) => {
            setSetId(next)
            setTicked([])
          }}
          options={(sets.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
        />
      </Form.Item>
      {held && (ids.length === 0 || found) && open.length === 0 && <Alert type="info" title={say(words.none)} />}
      {open.length > 0 && (
        <fieldset>
          <legend>{say(words.hint)}</legend>
          {open.map((line) => (
            <p key={line.id}>
              <Checkbox
                checked={ticked.includes(line.id)}
                onChange={({ target }) => setTicked(target.checked ? [...ticked, line.id] : ticked.filter((one) => one !== line.id))}
              >
                {[line.deviceName, line.deviceCode, line.bookLocationName].filter(Boolean).join(' · ')}
              </Checkbox>
            </p>
          ))}
          <Button type="link" onClick={() => setTicked(open.map(({ id }) => id))}>
            {say(words.all(open.length))}
          </Button>
        </fieldset>
      )}
    </>
  )
  return <CallDialog of={scanIds} act={words.title} given={{ checkId, ids: chosen }} above={above} onClose={onClose} />
}
