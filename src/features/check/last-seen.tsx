import { checkResults } from '#contract/entities/check/check-results.ts'
import type { Tone } from '#contract/kit/field.ts'
import type { Words } from '#contract/kit/words.ts'
import { useWords, type WordKey } from '#src/words/words.ts'
import { entryOf, resultAt } from './count-model.ts'
import type { OpenCheck } from './use-count.ts'

/** What is told of the latest code: in colour, in words and, by its tone, in sound. */
export interface LastSeenFacts {
  readonly tone: Tone
  readonly title: string | Words
  readonly detail: string
  readonly hint?: WordKey | { readonly word: WordKey; readonly place: string }
}

/** What a code means in a check, seen at a place. `check` is as it was before. */
export function seenFacts(check: OpenCheck, code: string, locationId: string | undefined): LastSeenFacts {
  const line = check.lines.find((one) => one.id === entryOf(code, check.book)?.lineId)
  if (!line) return { ...toneOf('surplus'), detail: code, hint: 'check.unknownHint' }
  if (line.result !== 'pending') return { ...toneOf(line.result), detail: line.deviceName, hint: 'check.again' }
  const result = resultAt(line, locationId ?? null)
  const place = line.bookLocationName ?? ''
  return { ...toneOf(result), detail: line.deviceName, hint: result === 'misplaced' ? { word: 'check.bookAt', place } : 'check.saved' }
}

const toneOf = (result: keyof typeof checkResults): { tone: Tone; title: Words } => ({
  tone: checkResults[result].tone,
  title: checkResults[result],
})

/** The result of the latest code, large enough to be seen from the shelf. */
export function LastSeen({ facts }: { facts: LastSeenFacts | undefined }) {
  const { word, say } = useWords()
  const hint = facts?.hint
  return (
    <div role="status" aria-live="assertive" className={facts ? `ph-last ph-last-${facts.tone}` : 'ph-last'}>
      {facts ? (
        <>
          <strong>{typeof facts.title === 'string' ? facts.title : say(facts.title)}</strong>
          <span>
            {facts.detail}
            {hint ? <small>{typeof hint === 'string' ? word(hint) : word(hint.word, { place: hint.place })}</small> : null}
          </span>
        </>
      ) : (
        <span>{word('check.seenNone')}</span>
      )}
    </div>
  )
}
