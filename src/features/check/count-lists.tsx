import { Button } from 'antd-mobile'
import { useState } from 'react'
import { checkResults } from '#contract/entities/check/check-results.ts'
import { shortTime } from '#src/kit/phone-time.ts'
import { ChoiceBar } from '#src/kit/widgets/phone/choice-bar.tsx'
import { PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { Row } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { type Counted, missingOf, seenOf } from './count-model.ts'
import type { OpenCheck } from './use-count.ts'
import type { Room } from './use-rooms.ts'

const SHOWN = 100

/** What is still missing, of the room or of all, and what has been seen. */
export function CountLists({ check, room, onFound }: { check: OpenCheck; room: Room | undefined; onFound: (code: string) => void }) {
  const { word } = useWords()
  const [view, setView] = useState<'missing' | 'seen'>('missing')
  const missing = missingOf(check.lines, room?.id)
  const seen = seenOf(check.lines)
  const options = [
    { value: 'missing' as const, label: word('check.missing', { n: missing.length }) },
    { value: 'seen' as const, label: word('check.seen', { n: seen.length + check.surplus.length }) },
  ]
  return (
    <>
      <div className="ph-count-choice">
        <ChoiceBar label={word('check.result')} value={view} options={options} onChange={setView} />
      </div>
      {view === 'missing' ? <Missing lines={missing} onFound={onFound} /> : <Seen check={check} lines={seen} />}
    </>
  )
}

function Rest({ of }: { of: number }) {
  const { word } = useWords()
  return of > SHOWN ? <p className="ph-quiet ph-more">{word('check.moreRows', { n: of - SHOWN })}</p> : null
}

function Missing({ lines, onFound }: { lines: readonly Counted[]; onFound: (code: string) => void }) {
  const { word } = useWords()
  if (lines.length === 0) return <PageState title={word('check.missingNone')} />
  return (
    <>
      <ul className="ph-rows">
        {lines.slice(0, SHOWN).map((line) => (
          <Row
            key={line.id}
            title={line.deviceName}
            side={
              line.deviceCode ? (
                <Button
                  fill="outline"
                  onClick={() => onFound(line.deviceCode ?? '')}
                  aria-label={`${word('check.found')} ${line.deviceName}`}
                >
                  {word('check.found')}
                </Button>
              ) : null
            }
          >
            {line.deviceCode}
            <br />
            {line.bookLocationName ?? word('check.noPlace')}
          </Row>
        ))}
      </ul>
      <Rest of={lines.length} />
    </>
  )
}

function Seen({ check, lines }: { check: OpenCheck; lines: readonly Counted[] }) {
  const { word, say, language } = useWords()
  if (lines.length + check.surplus.length === 0) return <PageState title={word('check.seenNone')} />
  return (
    <>
      <ul className="ph-rows">
        {check.surplus.map((one) => (
          <Row key={one.opId} title={one.code} tag={<ToneTag tone={checkResults.surplus.tone}>{say(checkResults.surplus)}</ToneTag>}>
            {shortTime(one.at, language)}
            {one.isWaiting ? ` · ${word('check.saved')}` : ''}
          </Row>
        ))}
        {lines.slice(0, SHOWN).map((line) => (
          <Row
            key={line.id}
            title={line.deviceName}
            tag={<ToneTag tone={checkResults[line.result].tone}>{say(checkResults[line.result])}</ToneTag>}
          >
            {line.seenAt ? shortTime(line.seenAt, language) : ''}
            {line.isWaiting ? ` · ${word('check.saved')}` : ''}
          </Row>
        ))}
      </ul>
      <Rest of={lines.length} />
    </>
  )
}
