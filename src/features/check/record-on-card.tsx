import { Button } from 'antd-mobile'
import { useState } from 'react'
import { checkResults } from '#contract/entities/check/check-results.ts'
import type { PhoneDevice } from '#src/kit/phone-device.ts'
import { soundOf } from '#src/kit/phone-sounds.ts'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { record, whyNotKept } from './record.ts'
import { type CardInCheck, useChecksOfDevice } from './use-count.ts'

/** On a card: recording it in the open checks that have it on their book. */
export function RecordOnCard({ row }: { row: PhoneDevice }) {
  const checks = useChecksOfDevice(row.id)
  if (checks.length === 0) return null
  return (
    <section className="ph-actions">
      {checks.map((check) => (
        <RecordInCheck key={check.id} check={check} code={row.qrToken ?? row.deviceCode ?? row.id} />
      ))}
    </section>
  )
}

function RecordInCheck({ check, code }: { check: CardInCheck; code: string }) {
  const { word, say } = useWords()
  const [problem, setProblem] = useState('')
  const [saved, setSaved] = useState(false)
  const result = checkResults[check.result]

  const press = async (): Promise<void> => {
    setProblem('')
    try {
      await record({ checkId: check.id, code })
      setSaved(true)
      soundOf('good')
    } catch (error) {
      setProblem(word('check.saveFailed', { why: word(whyNotKept(error)) }))
    }
  }

  return (
    <>
      {check.result === 'pending' ? (
        <Button block color="primary" size="large" onClick={() => void press()}>
          {word('card.record')}
          <small className="ph-button-more">{check.title}</small>
        </Button>
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
