import { useParams } from 'react-router-dom'
import { deviceState } from '#contract/entities/asset/device/device-states.ts'
import { useDevicesAt } from '#src/features/asset/public/devices-at.ts'
import { namesAbove, usePlaces } from '#src/features/place/public/places.ts'
import { Parts } from '#src/kit/parts.tsx'
import { LongList } from '#src/kit/widgets/phone/long-list.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'

/** A room and the devices that the book has in it. */
export function RoomPhone() {
  const { word, say } = useWords()
  const { id = '' } = useParams()
  const places = usePlaces()
  const rows = useDevicesAt(id)
  const place = places?.get(id)
  const above = places && place ? namesAbove(id, places).join(' › ') : ''
  return (
    <PhonePage title={place?.locationName ?? word('card.where')} back="/">
      {above ? <p className="ph-quiet ph-page-note">{above}</p> : null}
      {place?.level === 'room' ? <Parts at="room.more" given={{ id }} /> : null}
      {rows === undefined ? (
        <PageLoading label={word('find.loading')} />
      ) : rows.length === 0 ? (
        <PageState title={word('room.empty')} help={word('room.emptyHelp')} />
      ) : (
        <>
          <h2 className="ph-heading">{word('room.devices', { n: rows.length })}</h2>
          <LongList label={word('room.devices', { n: rows.length })} items={rows} keyOf={(row) => row.id}>
            {(row) => (
              <LinkRow
                to={`/device/${row.id}`}
                title={row.deviceName}
                tag={<ToneTag tone={deviceState(row.eamStatus).tone}>{say(deviceState(row.eamStatus))}</ToneTag>}
              >
                {[row.deviceModel, row.deviceCode].filter(Boolean).join(' · ')}
              </LinkRow>
            )}
          </LongList>
        </>
      )}
    </PhonePage>
  )
}
