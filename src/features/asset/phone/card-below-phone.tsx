import { useRight } from '#src/data/session.ts'
import { Parts } from '#src/kit/parts.tsx'
import { PhoneQueries } from '#src/kit/phone/queries.tsx'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { useWords } from '#src/words/words.ts'
import type { PhoneDevice } from '../public/device.ts'
import { CardFacts } from './card-facts-phone.tsx'
import { CardFiles } from './card-files-phone.tsx'
import { DeviceHistory } from './device-history-phone.tsx'
import { ServerFacts } from './server-facts-phone.tsx'

/** What stands below the acts of a card: its facts, its photos and documents, and what happened to it. */
export function CardBelow({ row }: { row: PhoneDevice }) {
  const { word } = useWords()
  const { online } = useSync()
  const seesFiles = useRight('deviceAttach.list')
  return (
    <PhoneQueries>
      <section className="ph-card">
        <CardFacts row={row} />
        {online ? <ServerFacts row={row} /> : null}
      </section>
      {seesFiles ? (
        <section className="ph-card" aria-label={word('card.documents')}>
          <h2>{word('card.documents')}</h2>
          <CardFiles id={row.id} />
        </section>
      ) : null}
      <Parts at="card.below" given={{ row }} />
      <section className="ph-card">
        <h2>{word('card.history')}</h2>
        {online ? <DeviceHistory id={row.id} /> : <p className="ph-quiet">{word('card.historyOffline')}</p>}
      </section>
    </PhoneQueries>
  )
}
