import { useState } from 'react'
import { checkResults } from '#contract/entities/check/check-results.ts'
import { useRight } from '#src/data/session.ts'
import type { PhoneDevice } from '#src/kit/phone-device.ts'
import { icons } from '#src/kit/phone-icons.tsx'
import { whyNotKept } from '#src/kit/phone-kept.ts'
import { soundOf } from '#src/kit/phone-sounds.ts'
import { BigButton } from '#src/kit/widgets/phone/big-action.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { record } from './record.ts'
import { type CardInCheck, useChecksOfDevice } from './use-count.ts'

/** On a card: recording it in the open checks that have it on their book. */
export function RecordOnCard({ row }: { row: PhoneDevice }) {
  const mayCount = useRight('checkLine.scan')
  const checks = useChecksOfDevice(row.id)
  if (!mayCount) return null
  return checks.map((one) => <RecordInCheck key={one.check.id} {...one} code={row.qrToken ?? row.deviceCode ?? ''} />)
}

function RecordInCheck({ check, line, code }: CardInCheck & { code: string }) {
  const { word, say } = useWords()
  const [problem, setProblem] = useState('')
  const [saved, setSaved] = useState(false)
  const result = checkResults[line.result]

  const press = async (): Promise<void> => {
    setProblem('')
    try {
      await record({ checkId: check.id, ...(code ? { code } : {}), lineId: line.id, way: code ? 'camera' : 'list' })
      setSaved(true)
      soundOf('good')
    } catch (error) {
      setProblem(word('check.saveFailed', { why: word(whyNotKept(error)) }))
    }
  }

  return (
    <>
      {line.result === 'pending' ? (
        <BigButton icon={icons.check} label={word('card.record')} more={check.title} onPress={() => void press()} />
      ) : (
        <p>
          <ToneTag tone={result.tone}>{say(result)}</ToneTag>
          <span className="ph-quiet">{check.title}</span>
        </p>
      )}
      <p role="status" className="ph-quiet">
        {saved ? word('check.saved') : ''}
      </p>
      {problem ? <p role="alert">{problem}</p> : null}
    </>
  )
}
