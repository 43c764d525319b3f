import { Fragment, useState } from 'react'
import { device } from '#contract/entities/asset/device/device.ts'
import { filingStates } from '#contract/entities/asset/device/device-states.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { namesAbove, usePlaces } from '#src/features/place/public/places.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { useFieldView } from '#src/kit/phone/field-view.ts'
import { PhoneQueries } from '#src/kit/phone/queries.tsx'
import { useKeptFiles } from '#src/kit/phone/store/kept-files.ts'
import { dayText } from '#src/kit/value-text.ts'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { useCardFiles, useWaitingFiles } from '../card-files.ts'
import type { PhoneDevice } from '../public/device.ts'
import { overdue } from './server-facts-phone.tsx'

const isPastDay = (day: string): boolean => day < homeDay(new Date())

/** Model and asset number of a card, its filing and until when it is under warranty, as far as the hospital shows them. */
export function CardIdentity({ row }: { row: PhoneDevice }) {
  const { fields } = useFieldView(device)
  const { say, language } = useWords()
  const filing = row.filingStatus && fields.filingStatus ? filingStates[row.filingStatus as keyof typeof filingStates] : undefined
  return (
    <>
      <p className="ph-quiet">
        {(['deviceModel', 'deviceCode'] as const).flatMap((name) => (fields[name] && row[name]) || []).join(' · ')}
      </p>
      <p className="ph-quiet ph-device-dues">
        {filing ? <ToneTag tone={filing.tone}>{say(filing)}</ToneTag> : null}
        {fields.warrantyEnd && row.warrantyEnd ? (
          <span className={isPastDay(row.warrantyEnd) ? 'ph-past' : undefined}>
            {`${say(fields.warrantyEnd)} ${dayText(row.warrantyEnd, language)}${isPastDay(row.warrantyEnd) ? ` · ${say(overdue)}` : ''}`}
          </span>
        ) : null}
      </p>
    </>
  )
}

const places = ['location', 'useDept', 'keeper'] as const

/** Where a device is and who answers for it: the facts that the hospital shows, under its names and in its order. */
export function CardPlace({ row }: { row: PhoneDevice }) {
  const { word, say } = useWords()
  const { fields } = useFieldView(device)
  const known = usePlaces()
  // A tenant may have its places named with what they lie in.
  const above = known && row.locationId ? namesAbove(row.locationId, known).filter((name) => !row.locationName?.includes(name)) : []
  return (
    <dl className="ph-facts">
      {Object.entries(fields).map(([name, field]) => {
        const shown = places.find((one) => one === name)
        const value = shown && (row[`${shown}Name`] ?? word('card.none'))
        return shown ? (
          <Fragment key={name}>
            <dt>{say(field)}</dt>
            <dd>
              {shown === 'location' ? <strong>{value}</strong> : value}
              {shown === 'location' && above.length > 0 ? <span className="ph-quiet ph-above">{above.join(' › ')}</span> : null}
            </dd>
          </Fragment>
        ) : null
      })}
    </dl>
  )
}

const words = { zh: '设备照片', en: 'Device photo' } as const

/** The newest photo of a card: one that waits on this phone, else the server's; nothing where there is none. */
export function CardPhoto({ id }: { id: string }) {
  return (
    <PhoneQueries>
      <Photo id={id} />
    </PhoneQueries>
  )
}

function Photo({ id }: { id: string }) {
  const { say } = useWords()
  const [broken, setBroken] = useState<readonly string[]>([])
  const waiting = useKeptFiles(useWaitingFiles(id, 'photo')) ?? []
  const pictures = waiting.flatMap(({ isPicture, url }) => (isPicture ? [url] : []))
  const file = useCardFiles(id)?.find(({ attachType, files }) => attachType === 'photo' && files?.[0])?.files?.[0]
  const address = [...pictures.reverse(), file && fileAddress(file, 'thumb')].find((one) => one && !broken.includes(one))
  if (!address) return null
  return <img className="ph-device-photo" src={address} alt={say(words)} onError={() => setBroken([...broken, address])} />
}
