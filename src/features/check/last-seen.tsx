import { Fragment } from 'react'
import { checkResults } from '#contract/entities/check/check-results.ts'
import type { Tone } from '#contract/kit/fields/field.ts'
import type { Words } from '#contract/kit/words.ts'
import { useWords, type WordKey, type WordValues } from '#src/words/words.ts'
import { type Counted, resultAt } from './phone/count-model.ts'

/** Feedback on the latest code: in colour, in words and, by its tone, in sound. */
export interface LastSeenFacts {
  readonly tone: Tone
  readonly title: Words | WordKey
  readonly detail: string
  readonly hint?: { readonly word: WordKey; readonly values?: WordValues }
  /** The observation; it can be withdrawn once it is stored. */
  readonly scan?: { readonly id: string; readonly lineOrCode: string; readonly isStored: boolean }
}

interface Place {
  readonly locationId: string | undefined
  readonly userId: string
  /** The department of the line does not count any more. */
  readonly isLate: boolean
  /** What others found stays hidden. */
  readonly isBlind: boolean
  /** All lines and codes of the check are on this phone. */
  readonly isWhole: boolean
  /** Without a line: this phone has recorded the thing before. */
  readonly isAgain?: boolean
  /** In a blind check: no card of the hospital carries the code, as far as this phone knows. */
  readonly isOnNoCard?: boolean
}

/** What a code means in a check, seen at a place. `line` is as it was before; undefined: it is not on the book, as far as this phone holds it. */
export function seenFacts(
  line: Counted | undefined,
  code: string,
  { locationId, userId, isLate, isBlind, isWhole, isAgain, isOnNoCard }: Place,
): LastSeenFacts {
  // Whether it is on the book stays hidden.
  if (isBlind && !line) {
    const said = { tone: checkResults.match.tone, title: 'check.saved', detail: code } as const
    if (isAgain) return { ...said, hint: { word: 'count.againMine' } }
    // The list is made of the register, so that it reveals nothing of the book.
    return isOnNoCard ? { ...said, tone: checkResults.surplus.tone, hint: { word: 'count.onNoCard' } } : said
  }
  if (!line && !isWhole) return { tone: 'warn', title: 'count.notWhole', detail: code, hint: { word: 'count.notWholeHint' } }
  if (!line)
    return {
      tone: checkResults.surplus.tone,
      title: 'count.unknown',
      detail: code,
      hint: { word: isAgain ? 'count.againMine' : 'count.unknownHint' },
    }
  const detail = line.deviceName
  const isMine = line.own !== undefined || line.seenById === userId
  if (line.result !== 'pending' && (isMine || !isBlind)) {
    const hint = isMine
      ? ({ word: 'count.againMine' } as const)
      : ({ word: 'count.again', values: { name: line.seenByName ?? '—' } } as const)
    return { tone: 'plain', title: checkResults[line.result], detail, hint }
  }
  const result = resultAt(line, locationId ?? null)
  const { tone } = checkResults[result]
  if (isLate) return { tone: 'warn', title: checkResults[result], detail, hint: { word: 'count.late' } }
  if (result === 'misplaced')
    return { tone, title: checkResults[result], detail, hint: { word: 'check.bookAt', values: { place: line.bookLocationName ?? '' } } }
  return { tone, title: checkResults[result], detail, hint: { word: 'check.saved' } }
}

/** The result of the latest code, large enough to be seen from the shelf. */
export function LastSeen({ facts, onUndo }: { facts: LastSeenFacts | undefined; onUndo: () => void }) {
  const { word, say } = useWords()
  const hint = facts?.hint
  const isSaving = facts?.scan?.isStored === false
  const wordOf = (key: WordKey, values?: WordValues): string =>
    isSaving && key === 'check.saved' ? word('count.saving') : word(key, values)
  return (
    <div className={facts ? `ph-last ph-last-${facts.tone}` : 'ph-last'}>
      <div role="status" aria-live="assertive">
        {facts ? (
          // A screen reader announces the next device even when it has the same name.
          <Fragment key={facts.scan?.id ?? facts.detail}>
            <strong>{typeof facts.title === 'string' ? wordOf(facts.title) : say(facts.title)}</strong>
            <span>
              {facts.detail}
              {hint ? <small>{wordOf(hint.word, hint.values)}</small> : null}
            </span>
          </Fragment>
        ) : (
          <span>{word('check.seenNone')}</span>
        )}
      </div>
      {facts?.scan?.isStored ? (
        <button type="button" className="ph-undo" onClick={onUndo}>
          {word('count.undo')}
        </button>
      ) : null}
    </div>
  )
}
