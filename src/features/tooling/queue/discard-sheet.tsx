import { Button } from 'antd-mobile'
import { type FormEvent, useState } from 'react'
import { useDirtyMark } from '#src/kit/phone/dirty-forms.ts'
import { Sheet } from '#src/kit/widgets/phone/sheet.tsx'
import { useWords } from '#src/words/words.ts'
import { discardWords } from './discard-words.ts'
import './queue-phone.css'

export interface DiscardSheetProps {
  /** The records to be discarded, in words. */
  readonly what: string
  /** How many others go with it. */
  readonly others: number
  /** What waits for it and goes on without it, in words. */
  readonly goOn: readonly string[]
  readonly onDiscard: (reason: string) => void
  readonly onClose: () => void
}

/** Discarding a record: a reason first, then a confirmation. */
export function DiscardSheet({ what, others, goOn, onDiscard, onClose }: DiscardSheetProps) {
  const { word, say } = useWords()
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [problem, setProblem] = useState('')
  useDirtyMark(reason !== '')

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const isGiven = reason.trim() !== ''
    setProblem(isGiven ? '' : say(discardWords.reasonNeed))
    if (isGiven && isAsked) onDiscard(reason.trim())
    else setAsked(isGiven)
  }

  return (
    <Sheet label={say(discardWords.discardAsk)} onClose={onClose}>
      <form className="ph-sheet-form" onSubmit={submit} noValidate>
        <h2>{say(isAsked ? discardWords.discardAgain : discardWords.discardAsk)}</h2>
        <p>{say(discardWords.discardText(what))}</p>
        {others > 0 ? <p>{say(discardWords.discardChain(others))}</p> : null}
        {goOn.map((one) => (
          <p key={one}>{say(discardWords.discardStays(one))}</p>
        ))}
        <label>
          {say(discardWords.reason)}
          <textarea
            className="ph-reason"
            value={reason}
            maxLength={200}
            readOnly={isAsked}
            onChange={(event) => {
              setReason(event.target.value)
              setProblem('')
            }}
          />
        </label>
        {problem ? (
          <p className="ph-alert" role="alert">
            {problem}
          </p>
        ) : null}
        <Button block type="submit" color={isAsked ? 'danger' : 'primary'} fill={isAsked ? 'solid' : 'outline'}>
          {isAsked ? say(discardWords.discardYes) : word('queue.discard')}
        </Button>
        <Button block type="button" onClick={onClose}>
          {say(discardWords.keep)}
        </Button>
      </form>
    </Sheet>
  )
}
