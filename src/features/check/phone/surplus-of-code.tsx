import { Button } from 'antd-mobile'
import { useState } from 'react'
import { checkResults } from '#contract/entities/check/check-results.ts'
import { useRight } from '#src/data/session.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { whyNotKept } from '#src/kit/phone/store/why-not-stored.ts'
import { useWords } from '#src/words/words.ts'
import { surplusWords } from '../phone-words.ts'
import { record } from './record.ts'
import { type Resolved, resolveCode } from './resolve-code.ts'
import { type OpenCheck, useOpenChecks } from './use-count.ts'

/** For a code that no card of this phone carries: recording it in an open check, whose lines may know it, or as found without being on the book. */
export function SurplusOfCode({ code }: { code: string }) {
  const mayCount = useRight('checkLine.scan')
  const checks = useOpenChecks()
  if (!mayCount) return null
  return checks?.map((check) => <SurplusIn key={`${check.id} ${code}`} check={check} code={code} />)
}

function SurplusIn({ check, code }: { check: OpenCheck; code: string }) {
  const { word, say } = useWords()
  const [message, setMessage] = useState('')
  const { title, isBlind, ready } = check

  const wordsOf = ({ line, name, several }: Resolved): string => {
    // Whether it is on the book of a blind check stays hidden.
    if (isBlind) return say(surplusWords.keptIn(title))
    if (several) return word('count.several')
    if (line) return say(surplusWords.savedIn(name, title))
    return say(ready.isWhole ? surplusWords.recorded(title) : surplusWords.waitsIn(title))
  }

  const press = async (): Promise<void> => {
    try {
      const found = await resolveCode(check.board, code)
      if (!found.several || isBlind) await record({ checkId: check.id, ...found.said, lineId: found.line?.id, way: 'camera' })
      soundOf(checkResults[found.line ? 'match' : 'surplus'].tone)
      setMessage(wordsOf(found))
    } catch (error) {
      soundOf('bad')
      setMessage(word('check.saveFailed', { why: word(whyNotKept(error)) }))
    }
  }

  if (message) return <p role="status">{message}</p>
  return (
    <Button color="primary" fill="outline" onClick={() => void press()}>
      {say(surplusWords.inCheck(title))}
    </Button>
  )
}
