import { useRight } from '#src/data/session.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { captureWords as words } from './capture-words.ts'

// What the walk needs is named here, not in the first load of the phone.
const Walk = later(() => import('./capture-phone.tsx').then((part) => part.CapturePhone))

/** The walk in which devices are captured. */
export const CapturePhone = () => <Walk />

/** Among the pages of the person: capturing devices. */
export function CaptureLink() {
  const { say } = useWords()
  return useRight('deviceDraft.submit') ? <LinkRow to="/capture" title={say(words.title)} /> : null
}
