import { Button } from 'antd-mobile'
import { useState } from 'react'
import { takeBackSet } from '#contract/calls/custody/custody.ts'
import { useRight } from '#src/data/session.ts'
import type { MemberRow, SetRow } from '#src/features/asset/public/sets.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { write } from '#src/kit/phone/store/local-data.ts'
import { usePhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { whyNotKept } from '#src/kit/phone/store/why-not-stored.ts'
import { notice } from '#src/kit/phone/toast.ts'
import type { FormBody } from '#src/kit/widgets/phone/fields/form-body.ts'
import { QueueNotes } from '#src/kit/widgets/phone/queue-notes.tsx'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { TickRow } from '#src/kit/widgets/phone/tick-row.tsx'
import { useWords } from '#src/words/words.ts'
import { setWords } from '../set-words.ts'
import { useWordsOf } from '../use-words.ts'
import { HandOverSheet } from './hand-over-sheet.tsx'
import { type PhoneUse, useUses } from './phone-use.ts'
import './custody-phone.css'

interface Props {
  readonly set: SetRow
  readonly members: readonly MemberRow[]
}

const isLoan = (use: PhoneUse): boolean => use.eventType === 'borrow' && (use.status === 'received' || use.status === 'returning')

/** On the page of a set: what of it is on loan, ticked as it comes back and taken back in one act, offline alike. */
export function SetOnPhone({ set, members }: Props) {
  const { say, word } = useWords()
  const mayTake = useRight(takeBackSet.may)
  const uses = useUses()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setAsking] = useState(false)
  // What was taken back already waits in the queue: taken back twice, it would be refused later.
  const waiting = usePhoneStore(({ queue }) =>
    queue.items
      .filter(({ op, attention }) => op.kind === takeBackSet.name && op.target.id === set.id && !attention)
      .flatMap(({ op }) => (op.body as { readonly devices: readonly string[] }).devices)
      .join(),
  )
  const isMember = (cardId: string): boolean => members.some(({ deviceId }) => deviceId === cardId)
  const out = (uses ?? []).filter((use) => isLoan(use) && isMember(use.cardId) && !waiting.includes(use.cardId))
  const chosen = out.filter(({ cardId }) => ticked.has(cardId))
  if (out.length === 0) return <QueueNotes id={set.id} />
  const tick = (id: string, isOn: boolean): void => {
    const next = new Set(ticked)
    if (isOn) next.add(id)
    else next.delete(id)
    setTicked(next)
  }
  const take = async ({ body, photos }: Pick<FormBody, 'body' | 'photos'>): Promise<void> => {
    try {
      const said = { ...body, deviceSetId: set.id, devices: chosen.map(({ cardId }) => cardId) }
      await write({ kind: takeBackSet.name, target: { type: 'deviceSet', id: set.id }, lane: `use:set:${set.id}`, body: said }, photos)
    } catch (error) {
      soundOf('bad')
      return void notice(word('form.saveFailed', { why: word(whyNotKept(error)) }))
    }
    soundOf('good')
    void notice(say(useWordsOf.saved))
    setTicked(new Set())
    setAsking(false)
  }
  const [first] = chosen
  return (
    <section className="ph-card" aria-label={say(setWords.takeBack)}>
      <h2>{say(setWords.onLoan(out.length))}</h2>
      <QueueNotes id={set.id} />
      {mayTake ? <p className="ph-quiet">{say(setWords.tick)}</p> : null}
      <ul className="ph-rows">
        {out.map((use) =>
          mayTake ? (
            <TickRow
              key={use.id}
              title={use.cardName ?? use.useNo ?? ''}
              isOn={ticked.has(use.cardId)}
              onChange={(isOn) => tick(use.cardId, isOn)}
            >
              {[use.cardCode, use.toDeptName].filter(Boolean).join(' · ')}
            </TickRow>
          ) : (
            <LinkRow key={use.id} to={`/use/${use.id}`} title={use.cardName ?? use.useNo ?? ''}>
              {[use.cardCode, use.toDeptName].filter(Boolean).join(' · ')}
            </LinkRow>
          ),
        )}
      </ul>
      {mayTake ? (
        <>
          <Button block fill="outline" onClick={() => setTicked(new Set(out.map(({ cardId }) => cardId)))}>
            {say(setWords.tickAll(out.length))}
          </Button>
          <Button block color="primary" disabled={chosen.length === 0} onClick={() => setAsking(true)}>
            {say(setWords.takeBack)}
          </Button>
        </>
      ) : null}
      {isAsking && first ? (
        <HandOverSheet
          name="takeBack"
          other={{ id: first.receiverId ?? first.applicantId ?? null, name: first.receiverName ?? first.applicantName ?? '' }}
          isAgreed={chosen.every(({ status }) => status === 'returning')}
          onTake={take}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </section>
  )
}
