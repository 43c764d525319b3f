import { useState } from 'react'
import { checkResults } from '#contract/entities/check/check-results.ts'
import { useRight } from '#src/data/session.ts'
import type { PhoneDevice } from '#src/kit/phone/device.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { whyNotKept } from '#src/kit/phone/why-not-stored.ts'
import { BigButton, BigLink } from '#src/kit/widgets/phone/big-action.tsx'
import { useWords } from '#src/words/words.ts'
import { type Counted, plainCode } from './count-model.ts'
import { record, type Seen } from './record.ts'
import { type OpenCheck, useChecksOfDevice } from './use-count.ts'

/** On a card: recording it in the open checks that have it on their book, and in those that show none. */
export function RecordOnCard({ row }: { row: PhoneDevice }) {
  const mayCount = useRight('checkLine.scan')
  const checks = useChecksOfDevice(row.id)
  const { word } = useWords()
  if (!mayCount) return null
  if (checks.length === 0) return <BigLink to="/check" icon={icons.check} label={word('tab.check')} />
  return checks.map(({ check, line }) =>
    line ? (
      <RecordInCheck key={check.id} check={check} line={line} code={row.qrToken ?? row.deviceCode ?? ''} />
    ) : (
      <RecordBlind key={check.id} check={check} row={row} />
    ),
  )
}

/** In a blind check: offered for every card until this phone has seen it there. */
function RecordBlind({ check, row }: { check: OpenCheck; row: PhoneDevice }) {
  const { word } = useWords()
  const code = row.deviceCode ?? row.qrToken
  if (!code) return null
  const codes = [row.deviceCode, row.qrToken].flatMap((one) => (one ? [plainCode(one)] : []))
  const isSeen = check.board.surplus().some((one) => codes.includes(plainCode(one.code)))
  return <RecordButton check={check} said={{ code, way: 'camera' }} isOpen={!isSeen} seen={word('count.againMine')} />
}

function RecordInCheck({ check, line, code }: { check: OpenCheck; line: Counted; code: string }) {
  const { say } = useWords()
  const result = checkResults[line.result]
  const said = { ...(code ? { code } : {}), lineId: line.id, way: code ? ('camera' as const) : ('list' as const) }
  return <RecordButton check={check} said={said} isOpen={line.result === 'pending'} seen={say(result)} />
}

interface RecordButtonProps {
  readonly check: OpenCheck
  readonly said: Omit<Seen, 'checkId'>
  /** Not seen yet. */
  readonly isOpen: boolean
  /** What the act says afterwards; it leads to the check then. */
  readonly seen: string
}

function RecordButton({ check, said, isOpen, seen }: RecordButtonProps) {
  const { word } = useWords()
  const [problem, setProblem] = useState('')
  const [saved, setSaved] = useState(false)

  const press = async (): Promise<void> => {
    setProblem('')
    try {
      await record({ checkId: check.id, ...said })
      setSaved(true)
      soundOf('good')
    } catch (error) {
      setProblem(word('check.saveFailed', { why: word(whyNotKept(error)) }))
    }
  }

  return (
    <>
      {isOpen ? (
        <BigButton icon={icons.check} label={word('card.record')} more={check.title} onPress={() => void press()} />
      ) : (
        <BigLink to={`/check/${check.id}`} icon={icons.check} label={seen} more={check.title} />
      )}
      <p role="status" className="ph-quiet">
        {saved ? word('check.saved') : ''}
      </p>
      {problem ? <p role="alert">{problem}</p> : null}
    </>
  )
}
