import { useEffect, useState } from 'react'
import { encode } from 'uqr'
import { handOverCode } from '#contract/calls/custody/custody.ts'
import { invoke } from '#src/data/client.ts'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { useWords } from '#src/words/words.ts'
import { useWordsOf } from '../use-words.ts'
import './custody-phone.css'

/** A new code comes before the old one ends, milliseconds. */
const freshMs = 45_000

/** The code by which this person stands for a hand-over; undefined while it comes, null without a network. */
function useCode(): string | null | undefined {
  const [code, setCode] = useState<string | null>()
  useEffect(() => {
    const controller = new AbortController()
    const ask = (): void => {
      invoke(handOverCode, { signal: controller.signal }).then(
        (found) => setCode(found.code),
        () => controller.signal.aborted || setCode(null),
      )
    }
    ask()
    const timer = setInterval(ask, freshMs)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [])
  return code
}

/** The person's own hand-over code, for a colleague's phone. */
export function CodePhone() {
  const { word, say } = useWords()
  const code = useCode()
  return (
    <PhonePage title={say(useWordsOf.code)} back="/use">
      {code === undefined ? (
        <PageLoading label={word('common.loading')} />
      ) : code === null ? (
        <PageState title={say(useWordsOf.codeOffline)} />
      ) : (
        <figure className="ph-hand-code">
          <Squares text={code} label={say(useWordsOf.code)} />
          <figcaption className="ph-quiet">{say(useWordsOf.codeHelp)}</figcaption>
        </figure>
      )}
    </PhonePage>
  )
}

function Squares({ text, label }: { text: string; label: string }) {
  const squares = encode(text, { ecc: 'M', border: 0 }).data
  const dark = squares.flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg viewBox={`-2 -2 ${squares.length + 4} ${squares.length + 4}`} role="img" aria-label={label} data-code={text}>
      <path d={dark.join('')} />
    </svg>
  )
}
