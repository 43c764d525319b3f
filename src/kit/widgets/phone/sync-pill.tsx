import { Link } from 'react-router-dom'
import type { Tone } from '#contract/kit/fields/field.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { useWords } from '#src/words/words.ts'
import './phone-page.css'
import './phone-parts.css'

/** Connection state, number of waiting records and time of the last sync, on every page; opens the queue. */
export function SyncPill() {
  const { word, language } = useWords()
  const sync = useSync()
  const tone: Tone = sync.attention > 0 || sync.loginNeeded ? 'bad' : sync.online ? (sync.waiting > 0 ? 'busy' : 'good') : 'warn'
  const connection = word(sync.online ? 'pill.online' : 'pill.offline')
  const news = sync.loginNeeded
    ? word('pill.signIn')
    : sync.attention > 0
      ? word('pill.attention', { n: sync.attention })
      : sync.waiting > 0
        ? word('pill.waiting', { n: sync.waiting })
        : ''
  const last = sync.lastSync > 0 ? word('pill.last', { time: shortTime(sync.lastSync, language) }) : word('pill.never')
  const icon = tone === 'bad' ? icons.warning : sync.online ? icons.online : icons.offline
  const shown = `${connection} · ${news || (sync.lastSync > 0 ? shortTime(sync.lastSync, language) : word('pill.never'))}`
  return (
    // The accessible name begins with the visible text, for voice control.
    <Link className="ph-pill" to="/queue" aria-label={[shown, ...(shown.endsWith(last) ? [] : [last]), word('pill.open')].join(', ')}>
      <span className={`ph-tag ph-tag-${tone}`}>
        {icon}
        {shown}
      </span>
    </Link>
  )
}
