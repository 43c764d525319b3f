import { useMemo, useState } from 'react'
import { readCode } from '#contract/codes/scanned-code.ts'
import { byName } from '#contract/kit/text/by-name.ts'
import { searchForm } from '#contract/kit/text/one-writing.ts'
import { isClosed, namesAbove, placeOfCode, usePlaces } from '#src/features/place/public/places.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { soundOf } from '#src/kit/phone/sounds.ts'
import type { Hit } from '#src/kit/scan/hit.ts'
import { ScanView } from '#src/kit/scan/scan-view.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { ActionRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { captureWords as words } from './capture-words.ts'

const SHOWN = 80

/** The room that a walk begins in: its label, or one of the list. */
export function RoomChoice({ onChoose }: { onChoose: (id: string) => void }) {
  const { word, say } = useWords()
  const places = usePlaces()
  const [text, setText] = useState('')
  const [isUnknown, setUnknown] = useState(false)
  const rooms = useMemo(() => {
    if (!places) return undefined
    const parents = new Set([...places.values()].map((row) => row.parentId))
    return [...places.values()]
      .filter((row) => (row.level === 'room' || !parents.has(row.id)) && !isClosed(row.id, places))
      .map((row) => ({ id: row.id, name: row.locationName, path: namesAbove(row.id, places).join(' › ') }))
      .sort((a, b) => byName(a.path, b.path) || byName(a.name, b.name))
  }, [places])
  const take = async ({ text: read }: Hit): Promise<void> => {
    const place = await placeOfCode(readCode(read).code)
    setUnknown(!place)
    soundOf(place ? 'good' : 'bad')
    if (place) onChoose(place.id)
  }
  if (!rooms) return <PageLoading label={word('common.loading')} />
  const wanted = searchForm(text).trim()
  const found = rooms.filter((room) => searchForm(`${room.path} ${room.name}`).includes(wanted))
  return (
    <>
      <ScanView active isSilent hint={say(words.scanRoom)} onHit={(hit) => void take(hit)} />
      {isUnknown ? (
        <p className="ph-alert" role="alert">
          {say(words.notRoom)}
        </p>
      ) : null}
      <search className="ph-capture">
        <div className="ph-field">
          {icons.search}
          <input
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder={say(words.search)}
            aria-label={say(words.search)}
          />
        </div>
      </search>
      <ul className="ph-rows" aria-label={say(words.chooseRoom)}>
        {found.slice(0, SHOWN).map((room) => (
          <ActionRow key={room.id} title={room.name} onPress={() => onChoose(room.id)}>
            {room.path}
          </ActionRow>
        ))}
      </ul>
      {found.length === 0 ? <PageState title={say(words.noRooms)} /> : null}
    </>
  )
}
