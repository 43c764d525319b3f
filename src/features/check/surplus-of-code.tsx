import { Button } from 'antd-mobile'
import { useState } from 'react'
import { useRight } from '#src/data/session.ts'
import { whyNotKept } from '#src/kit/phone-kept.ts'
import { soundOf } from '#src/kit/phone-sounds.ts'
import { useWords } from '#src/words/words.ts'
import { record } from './record.ts'
import { type OpenCheck, useOpenChecks } from './use-count.ts'

/** For a code that no card carries: recording it in an open check, as found without being on the book. */
export function SurplusOfCode({ code }: { code: string }) {
  const mayCount = useRight('checkLine.scan')
  const checks = useOpenChecks()
  if (!mayCount) return null
  return checks?.map((check) => <SurplusIn key={`${check.id} ${code}`} check={check} code={code} />)
}

function SurplusIn({ check, code }: { check: OpenCheck; code: string }) {
  const { word } = useWords()
  const [told, setTold] = useState('')

  const press = async (): Promise<void> => {
    try {
      await record({ checkId: check.id, code, way: 'camera' })
      soundOf('busy')
      setTold(word('count.recorded', { title: check.title }))
    } catch (error) {
      soundOf('bad')
      setTold(word('check.saveFailed', { why: word(whyNotKept(error)) }))
    }
  }

  if (told) return <p role="status">{told}</p>
  return (
    <Button color="primary" fill="outline" onClick={() => void press()}>
      {word('count.inCheck', { title: check.title })}
    </Button>
  )
}
