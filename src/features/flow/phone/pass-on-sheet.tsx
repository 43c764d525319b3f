import { Button } from 'antd-mobile'
import { useEffect, useState } from 'react'
import { passOn, staffList } from '#contract/calls/flow/flow.ts'
import { invoke } from '#src/data/client.ts'
import type { Option } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { ActionRow } from '#src/kit/widgets/phone/row.tsx'
import { Sheet } from '#src/kit/widgets/phone/sheet.tsx'
import { useWords } from '#src/words/words.ts'
import { approvalWords } from '../approval-words.ts'
import '#src/kit/widgets/phone/fields/phone-fields.css'

/** People whose names hold the text, asked for a moment after the last key. */
function usePeople(keyword: string): readonly Option[] | undefined {
  const [found, setFound] = useState<readonly Option[]>()
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      invoke(staffList, { query: { keyword }, signal: controller.signal }).then(setFound, () => controller.signal.aborted || setFound([]))
    }, 250)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [keyword])
  return found
}

interface Props {
  readonly id: string
  readonly taskId: string
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Gives the task of the person to another one. Who takes it is looked up on the server, so that it needs a network. */
export function PassOnSheet({ id, taskId, onClose, onDone }: Props) {
  const { word, say } = useWords()
  const me = useSession((state) => state.person?.user_id)
  const [keyword, setKeyword] = useState('')
  const [to, setTo] = useState<Option>()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const people = usePeople(keyword.trim())?.filter((one) => one.id !== me)
  const send = async (): Promise<void> => {
    if (!to) return
    setBusy(true)
    try {
      await invoke(passOn, { body: { id, taskId, toUserId: to.id } })
    } catch (error) {
      soundOf('bad')
      setBusy(false)
      return setProblem(error instanceof Error ? error.message : String(error))
    }
    soundOf('good')
    void notice(say(approvalWords.passed))
    onDone()
  }
  return (
    <Sheet label={say(approvalWords.passOn)} onClose={onClose}>
      <div className="ph-form ph-sheet-scroll">
        <h2>{say(approvalWords.passOn)}</h2>
        <span className="ph-field">
          <input
            type="search"
            aria-label={say(approvalWords.toPerson)}
            placeholder={say(approvalWords.search)}
            value={keyword}
            onChange={(event) => {
              setKeyword(event.target.value)
              setTo(undefined)
            }}
          />
        </span>
        {to || !people ? null : people.length === 0 ? (
          <p className="ph-quiet">{say(approvalWords.noPerson)}</p>
        ) : (
          <ul className="ph-rows" aria-label={say(approvalWords.toPerson)}>
            {people.slice(0, 6).map((one) => (
              <ActionRow key={one.id} title={one.name} onPress={() => setTo(one)} />
            ))}
          </ul>
        )}
        {to ? (
          <p className="ph-alert ph-alert-calm" role="status">
            {say(approvalWords.toPerson)} {to.name}
          </p>
        ) : null}
        {problem ? (
          <p className="ph-alert" role="alert">
            {problem}
          </p>
        ) : null}
        <ActBar>
          <Button block color="primary" size="large" disabled={!to} loading={busy} onClick={() => void send()}>
            {say(approvalWords.passOn)}
          </Button>
          <Button block onClick={onClose}>
            {word('common.cancel')}
          </Button>
        </ActBar>
      </div>
    </Sheet>
  )
}
