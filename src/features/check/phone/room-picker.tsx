import { useState } from 'react'
import { searchForm } from '#contract/kit/text/one-writing.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { ActionRow } from '#src/kit/widgets/phone/row.tsx'
import { Sheet } from '#src/kit/widgets/phone/sheet.tsx'
import { useWords } from '#src/words/words.ts'
import type { CountIndex } from './count-index.ts'
import type { Room } from './use-rooms.ts'
import './room-picker.css'

const SHOWN = 80

export interface RoomPickerProps {
  readonly rooms: readonly Room[]
  readonly board: CountIndex
  /** What is still to count stays hidden. */
  readonly isBlind: boolean
  /** undefined: any room. */
  readonly onChoose: (room: Room | undefined) => void
  readonly onClose: () => void
}

/** Choosing the current place: rooms with something to count come first. */
export function RoomPicker({ rooms, board, isBlind, onChoose, onClose }: RoomPickerProps) {
  const { word } = useWords()
  const [text, setText] = useState('')
  const progress = new Map(rooms.map((room) => [room.id, isBlind ? { done: 0, all: 0 } : board.progress({ roomId: room.id })]))
  const left = (room: Room): number => (progress.get(room.id)?.all ?? 0) - (progress.get(room.id)?.done ?? 0)
  const wanted = searchForm(text).trim()
  const found = rooms
    .filter((room) => searchForm(`${room.path} ${room.name}`).includes(wanted))
    .sort((a, b) => Number(left(b) > 0) - Number(left(a) > 0))
  return (
    <Sheet label={word('check.chooseRoom')} onClose={onClose}>
      <div className="ph-sheet-inside">
        <header className="ph-sheet-head">
          <h2>{word('check.chooseRoom')}</h2>
          <button type="button" className="ph-icon-button" onClick={onClose} aria-label={word('common.close')}>
            {icons.clear}
          </button>
        </header>
        <div className="ph-field">
          {icons.search}
          <input
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder={word('check.roomSearch')}
            aria-label={word('check.roomSearch')}
          />
        </div>
        <ul className="ph-rows ph-sheet-rows">
          {wanted ? null : <ActionRow title={word('check.anyRoom')} onPress={() => onChoose(undefined)} />}
          {found.slice(0, SHOWN).map((room) => {
            const { done, all } = progress.get(room.id) ?? { done: 0, all: 0 }
            return (
              <ActionRow
                key={room.id}
                title={room.name}
                onPress={() => onChoose(room)}
                side={all > 0 ? <span className="ph-quiet">{word('check.roomLines', { left: all - done, all })}</span> : null}
              >
                {room.path}
              </ActionRow>
            )
          })}
        </ul>
        {found.length === 0 ? <PageState title={word('check.roomNone')} /> : null}
      </div>
    </Sheet>
  )
}
