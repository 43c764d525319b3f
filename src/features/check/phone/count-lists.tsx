import { Button } from 'antd-mobile'
import { memo, Suspense, useState } from 'react'
import { checkResults } from '#contract/entities/check/check-results.ts'
import { person } from '#src/data/session.ts'
import { findDevice } from '#src/features/asset/public/devices.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { useStored } from '#src/kit/phone/store/local-data.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { ChoiceBar } from '#src/kit/widgets/phone/choice-bar.tsx'
import { LongList } from '#src/kit/widgets/phone/long-list.tsx'
import { PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { ActionRow, Row } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { countWords } from '../phone-words.ts'
import type { Counted, Observation } from './count-model.ts'
import type { OpenCheck } from './use-count.ts'
import type { Room } from './use-rooms.ts'

const LineSheet = later(() => import('./line-sheet.tsx').then((part) => part.LineSheet))
const SurplusSheet = later(() => import('./surplus-sheet.tsx').then((part) => part.SurplusSheet))

/**
 * What is still missing at the current place, and what has been seen. A blind count shows only what the person has seen. A scanned code redraws it
 * only once the lines have changed: there may be twenty thousand.
 */
export const CountLists = memo(function CountLists({ check, room }: { check: OpenCheck; room: Room | undefined }) {
  const { word, say } = useWords()
  const [chosen, setView] = useState<'missing' | 'seen'>('missing')
  const [line, setLine] = useState<Counted>()
  const [isAdding, setAdding] = useState(false)
  const { board, isBlind, ready } = check
  const view = isBlind ? 'seen' : chosen
  const part = room ? { roomId: room.id } : {}
  const missing = isBlind ? [] : board.missing(part)
  const byId = isBlind ? (person()?.user_id ?? '') : undefined
  const seen = view === 'seen' ? board.seen({}, byId) : []
  const seenCount = view === 'seen' ? seen.length : board.seenCount({}, byId)
  const surplus = board.surplus()
  const isEmpty = board.progress(part).all === 0
  const whole = board.progress({})
  const elsewhere = whole.all - whole.done
  const nothingHere = say(room ? countWords.noneInRoom : countWords.noneHere)
  const nothingMissing = !ready.isWhole ? word('count.notWhole') : isEmpty ? nothingHere : word('check.missingNone')
  const options = [
    { value: 'missing' as const, label: word('check.missing', { n: missing.length }) },
    { value: 'seen' as const, label: word('check.seen', { n: seenCount + surplus.length }) },
  ]
  return (
    <>
      <div className="ph-count-choice">
        {isBlind ? (
          <p className="ph-quiet">{word('count.blind')}</p>
        ) : (
          <ChoiceBar label={word('check.result')} value={view} options={options} onChange={setView} />
        )}
        <Button fill="outline" color="primary" onClick={() => setAdding(true)}>
          {word('count.surplus')}
        </Button>
      </div>
      {view === 'missing' ? (
        missing.length === 0 ? (
          <PageState
            title={nothingMissing}
            help={room && ready.isWhole && elsewhere > 0 ? say(countWords.openElsewhere(elsewhere)) : undefined}
          />
        ) : (
          <LongList key={room?.id ?? ''} label={options[0]?.label ?? ''} items={missing} keyOf={(one) => one.id}>
            {(one) => <MissingRow line={one} isPlaced={room === undefined} onOpen={() => setLine(one)} />}
          </LongList>
        )
      ) : seen.length + surplus.length === 0 ? (
        <PageState title={word('check.seenNone')} />
      ) : (
        <LongList label={options[1]?.label ?? ''} items={[...surplus, ...seen]} keyOf={(one) => ('opId' in one ? one.opId : one.id)}>
          {(one) =>
            'opId' in one ? (
              isBlind ? (
                <BlindRow one={one} />
              ) : (
                <SurplusRow one={one} isWhole={ready.isWhole} />
              )
            ) : (
              <SeenRow line={one} onOpen={() => setLine(one)} />
            )
          }
        </LongList>
      )}
      <Suspense>
        {line ? <LineSheet checkId={check.id} line={line} room={room} isBlind={isBlind} onClose={() => setLine(undefined)} /> : null}
        {isAdding ? <SurplusSheet checkId={check.id} room={room} onClose={() => setAdding(false)} /> : null}
      </Suspense>
    </>
  )
})

function MissingRow({ line, isPlaced, onOpen }: { line: Counted; isPlaced: boolean; onOpen: () => void }) {
  const { word } = useWords()
  return (
    <ActionRow arrow title={line.deviceName} onPress={onOpen}>
      {line.deviceCode}
      {isPlaced ? (
        <>
          <br />
          {line.bookLocationName ?? word('check.noPlace')}
        </>
      ) : null}
    </ActionRow>
  )
}

function SeenRow({ line, onOpen }: { line: Counted; onOpen: () => void }) {
  const { word, say, language } = useWords()
  const result = checkResults[line.result]
  const facts = [line.deviceCode, line.seenAt ? shortTime(line.seenAt, language) : '', line.own ? '' : line.seenByName]
  return (
    <ActionRow arrow title={line.deviceName} tag={<ToneTag tone={result.tone}>{say(result)}</ToneTag>} onPress={onOpen}>
      {facts.filter(Boolean).join(' · ')}
      {line.own?.isWaiting ? ` · ${word('check.saved')}` : ''}
    </ActionRow>
  )
}

/** What was seen and has no line: not on the book, or of a line that has not come to this phone yet. */
function SurplusRow({ one, isWhole }: { one: Observation; isWhole: boolean }) {
  const { word, say, language } = useWords()
  return (
    <Row
      title={one.code}
      tag={
        isWhole || one.isByHand ? (
          <ToneTag tone={checkResults.surplus.tone}>{say(checkResults.surplus)}</ToneTag>
        ) : (
          <ToneTag tone="warn">{say(countWords.toSettle)}</ToneTag>
        )
      }
    >
      {shortTime(one.at, language)}
      {one.isWaiting ? ` · ${word('check.saved')}` : ''}
    </Row>
  )
}

/** Observations in a blind check that are not confirmed yet: with the card's name where this phone knows it, without revealing the book. */
function BlindRow({ one }: { one: Observation }) {
  const { word, language } = useWords()
  const name = useStored(async () => (await findDevice(one.code))?.deviceName, [one.code])
  return (
    <Row title={name ?? one.code}>
      {[name ? one.code : '', shortTime(one.at, language), one.isWaiting ? word('check.saved') : ''].filter(Boolean).join(' · ')}
    </Row>
  )
}
