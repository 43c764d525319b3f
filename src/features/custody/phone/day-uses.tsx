import { useSession } from '#src/data/session.ts'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { daysOverdue } from '../overdue.ts'
import { filled, useWordsOf } from '../use-words.ts'
import { useUses } from './phone-use.ts'

/** Borrowed devices and hand-overs of the day, from what the phone holds. */
export function DayUses() {
  const { say } = useWords()
  const userId = useSession((state) => state.person?.user_id ?? '')
  const uses = (useUses() ?? []).filter(({ status, eventType }) => status !== 'received' || eventType === 'borrow')
  if (uses.length === 0) return null
  const late = Math.max(...uses.map((use) => daysOverdue(use, Date.now())))
  const isBorrower = uses.some((use) => use.receiverId === userId)
  return (
    <ul className="ph-rows" aria-label={say(useWordsOf.title)}>
      <LinkRow
        to="/use"
        title={say(isBorrower ? useWordsOf.mine : useWordsOf.title)}
        tag={late > 0 ? <ToneTag tone="bad">{filled(say(useWordsOf.overdue), late)}</ToneTag> : undefined}
        side={<strong>{uses.length}</strong>}
      />
    </ul>
  )
}
