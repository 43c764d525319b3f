import { useRight } from '#src/data/session.ts'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { useWordsOf } from '../use-words.ts'
import { useUses } from './phone-use.ts'

/** Among the pages of the person: hand-overs and loans. */
export function UseLink() {
  const { say } = useWords()
  const mayList = useRight('deviceUse.list')
  const count = (useUses() ?? []).filter(({ status, eventType }) => status !== 'received' || eventType === 'borrow').length
  if (!mayList) return null
  return <LinkRow to="/use" title={say(useWordsOf.title)} side={count > 0 ? <span className="ph-quiet">{count}</span> : null} />
}
