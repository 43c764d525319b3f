import { Button } from 'antd-mobile'
import { useRef, useState } from 'react'
import { v7 } from 'uuid'
import { memberTrouble } from '#contract/entities/asset/sets/set-words.ts'
import { checkResults } from '#contract/entities/check/check-results.ts'
import { type MemberRow, type SetRow, useSet } from '#src/features/asset/public/sets.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { whyNotKept } from '#src/kit/phone/store/why-not-stored.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { PageLoading } from '#src/kit/widgets/phone/page-state.tsx'
import { Row } from '#src/kit/widgets/phone/row.tsx'
import { Sheet } from '#src/kit/widgets/phone/sheet.tsx'
import { TickRow } from '#src/kit/widgets/phone/tick-row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import type { Counted } from '../phone/count-model.ts'
import { record } from '../phone/record.ts'
import type { OpenCheck } from '../phone/use-count.ts'
import { countBySet as words } from './count-by-set-words.ts'
import '#src/kit/widgets/phone/fields/phone-fields.css'

interface Props {
  readonly check: OpenCheck
  readonly set: SetRow
  readonly locationId: string | undefined
  /** What was counted: the line and its observation. */
  readonly onCounted: (counted: readonly { readonly lineId: string; readonly id: string }[]) => void
  readonly onClose: () => void
}

/** The devices of a scanned set in a check: each is ticked by who sees it, all at once only below the list of them; what is not ticked is not counted. */
export function SetSheet({ check, set, locationId, onCounted, onClose }: Props) {
  const { word, say } = useWords()
  const members = useSet(set.id)?.members
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState('')
  // Lines follow the store: a second tap before would count each device once more.
  const isKeeping = useRef(false)
  const lines = (members ?? []).flatMap((member) => {
    const line = check.board.lineOfDevice(member.deviceId)
    return line?.result === 'pending' ? [line] : []
  })
  const tick = (id: string, isOn: boolean): void => {
    const next = new Set(ticked)
    if (isOn) next.add(id)
    else next.delete(id)
    setTicked(next)
  }
  const keep = async (): Promise<void> => {
    if (isKeeping.current) return
    isKeeping.current = true
    const seen = lines.filter((line) => ticked.has(line.id)).map((line) => ({ lineId: line.id, id: v7() }))
    try {
      await Promise.all(seen.map(({ lineId, id }) => record({ checkId: check.id, lineId, locationId, way: 'list' }, id)))
    } catch (error) {
      soundOf('bad')
      isKeeping.current = false
      return setFailure(word('form.saveFailed', { why: word(whyNotKept(error)) }))
    }
    soundOf('good')
    void notice(say(words.counted(seen.length)))
    onCounted(seen)
    onClose()
  }
  const count = lines.filter((line) => ticked.has(line.id)).length
  return (
    <Sheet label={String(set.setName)} onClose={onClose}>
      <div className="ph-form ph-sheet-scroll">
        <h2>{set.setName}</h2>
        {check.isBlind ? (
          <p className="ph-alert ph-alert-calm">{say(words.blind)}</p>
        ) : members === undefined ? (
          <PageLoading label={word('common.loading')} />
        ) : (
          <>
            <p className="ph-quiet">{say(words.hint)}</p>
            <ul className="ph-rows" aria-label={say(words.devices)}>
              {members.map((member) => (
                <Member
                  key={member.id}
                  member={member}
                  line={check.board.lineOfDevice(member.deviceId)}
                  isTicked={(id) => ticked.has(id)}
                  onTick={tick}
                />
              ))}
            </ul>
            {lines.length > 0 ? (
              <Button block fill="outline" onClick={() => setTicked(new Set(lines.map(({ id }) => id)))}>
                {say(words.all(lines.length))}
              </Button>
            ) : null}
          </>
        )}
        {failure ? (
          <p className="ph-alert" role="alert">
            {failure}
          </p>
        ) : null}
        <ActBar>
          {check.isBlind || lines.length === 0 ? null : (
            <Button block color="primary" size="large" disabled={count === 0} onClick={() => void keep()}>
              {say(words.count(count))}
            </Button>
          )}
          <Button block onClick={onClose}>
            {word('common.close')}
          </Button>
        </ActBar>
      </div>
    </Sheet>
  )
}

interface MemberProps {
  readonly member: MemberRow
  readonly line: Counted | undefined
  readonly isTicked: (lineId: string) => boolean
  readonly onTick: (lineId: string, isOn: boolean) => void
}

function Member({ member, line, isTicked, onTick }: MemberProps) {
  const { say } = useWords()
  const { card } = member
  const name = card?.deviceName ?? member.deviceName ?? ''
  const trouble = card && memberTrouble(card)
  const state = line && line.result !== 'pending' ? checkResults[line.result] : undefined
  const tag = trouble ? (
    <ToneTag tone="warn">{say(trouble)}</ToneTag>
  ) : state ? (
    <ToneTag tone={state.tone}>{say(state)}</ToneTag>
  ) : undefined
  if (line?.result === 'pending')
    return (
      <TickRow title={name} tag={tag} isOn={isTicked(line.id)} onChange={(isOn) => onTick(line.id, isOn)}>
        {member.deviceCode}
      </TickRow>
    )
  return (
    <Row title={name} tag={tag}>
      {[member.deviceCode, line ? '' : say(words.notInCheck)].filter(Boolean).join(' · ')}
    </Row>
  )
}
