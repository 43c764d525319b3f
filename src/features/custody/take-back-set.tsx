import { App, Button, Checkbox } from 'antd'
import { type ReactNode, useState } from 'react'
import { setLoans, takeBackSet } from '#contract/calls/custody/custody.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type Row, useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { useWords } from '#src/words/words.ts'
import { setWords } from './set-words.ts'

/** On the page of a set: what of it is on loan, ticked as it comes back and taken back in one act; then what is still missing. */
export function TakeBackSet({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  const { modal } = App.useApp()
  const [maySee, mayTake] = [useRight(setLoans.may), useRight(takeBackSet.may)]
  const { data } = useCall(setLoans, { deviceSetId: row.id }, maySee && mayTake)
  const [ticked, setTicked] = useState<readonly string[]>()
  if (!maySee || !mayTake || !data) return null
  const done = ({ returned, missing }: AnswerOf<typeof takeBackSet>): void => {
    const title = say(setWords.returned(returned.length))
    if (missing.length === 0) {
      void modal.success({ title, content: say(setWords.complete), okText: say(setWords.understood) })
      return
    }
    const named = missing.map(({ id, name, why }) => <li key={id}>{`${name} · ${why}`}</li>)
    void modal.warning({
      title,
      okText: say(setWords.understood),
      content: (
        <>
          <p>{say(setWords.stillMissing)}</p>
          <ul>{named}</ul>
        </>
      ),
    })
  }
  const ticks = ticked && (
    <fieldset className="eam-ticks">
      <legend>{say(setWords.tick)}</legend>
      {data.out.map(({ deviceId, name, toDeptName }) => (
        <p key={deviceId}>
          <Checkbox
            checked={ticked.includes(deviceId)}
            onChange={({ target }) => setTicked(target.checked ? [...ticked, deviceId] : ticked.filter((one) => one !== deviceId))}
          >
            {[name, toDeptName].filter(Boolean).join(' · ')}
          </Checkbox>
        </p>
      ))}
      <Button type="link" onClick={() => setTicked(data.out.map(({ deviceId }) => deviceId))}>
        {say(setWords.tickAll(data.out.length))}
      </Button>
    </fieldset>
  )
  return (
    <>
      {data.out.length > 0 && <Button onClick={() => setTicked([])}>{say(setWords.takeBack)}</Button>}
      {ticked && (
        <CallDialog
          of={takeBackSet}
          given={{ deviceSetId: row.id, devices: ticked }}
          above={ticks}
          onDone={done}
          onClose={() => setTicked(undefined)}
        />
      )}
    </>
  )
}
