import { Button } from 'antd-mobile'
import { type FormEvent, Suspense, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { keep, kept } from '#src/data/stored.ts'
import { readCode } from '#src/kit/phone-code.ts'
import { useDirtyMark } from '#src/kit/phone-dirty.ts'
import { later } from '#src/kit/phone-later.ts'
import { soundOf } from '#src/kit/phone-sounds.ts'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { ActionRow } from '#src/kit/widgets/phone/row.tsx'
import { useWedge } from '#src/kit/widgets/phone/use-wedge.ts'
import { useWords } from '#src/words/words.ts'
import { CountLists } from './count-lists.tsx'
import { entryOf, progressOf } from './count-model.ts'
import { LastSeen, type LastSeenFacts, seenFacts } from './last-seen.tsx'
import { record, whyNotKept } from './record.ts'
import { type OpenCheck, useOpenChecks } from './use-count.ts'
import { type Room, useRooms } from './use-rooms.ts'
import './count-phone.css'

const RoomPicker = later(() => import('./room-picker.tsx').then((part) => part.RoomPicker))

/** A reader held over a label reports it again and again. */
const SAME_CODE_MS = 2000

/** Counting in one check: codes one after another, no question in between. */
export function CountPhone() {
  const { word } = useWords()
  const { id } = useParams()
  const checks = useOpenChecks()
  const rooms = useRooms()
  const check = checks?.find((one) => one.id === id)
  return (
    <PhonePage title={check?.title ?? word('check.title')} back="/check">
      {checks === undefined || rooms === undefined ? (
        <PageLoading label={word('common.loading')} />
      ) : check === undefined ? (
        <PageState title={word('check.gone')} />
      ) : (
        <Counting check={check} rooms={rooms} />
      )}
    </PhonePage>
  )
}

function useRoom(checkId: string, rooms: readonly Room[]): [Room | undefined, (room: Room | undefined) => void] {
  const name = `phoneRoom-${checkId}`
  const [id, setId] = useState(() => kept<string>(name) ?? '')
  const choose = (room: Room | undefined): void => {
    keep(name, room?.id ?? '', true)
    setId(room?.id ?? '')
  }
  return [rooms.find((room) => room.id === id), choose]
}

function Counting({ check, rooms }: { check: OpenCheck; rooms: readonly Room[] }) {
  const { word } = useWords()
  const [room, setRoom] = useRoom(check.id, rooms)
  const [isChoosing, setChoosing] = useState(false)
  const [text, setText] = useState('')
  const [last, setLast] = useState<LastSeenFacts>()
  useDirtyMark(text !== '')
  const before = useRef({ code: '', at: Number.NEGATIVE_INFINITY })

  const tell = (facts: LastSeenFacts): void => {
    setLast(facts)
    soundOf(facts.tone)
  }

  const see = async (read: string): Promise<void> => {
    const typed = readCode(read).code
    const code = entryOf(typed, check.book)?.code ?? typed
    if (!code) return
    const label = rooms.find((one) => one.token !== null && one.token.toUpperCase() === code.toUpperCase())
    if (label) {
      setRoom(label)
      return tell({ tone: 'plain', title: word('check.room'), detail: label.name })
    }
    const now = performance.now()
    if (before.current.code === code && now - before.current.at < SAME_CODE_MS) return
    before.current = { code, at: now }
    try {
      await record({ checkId: check.id, code, locationId: room?.id })
      tell(seenFacts(check, code, room?.id))
    } catch (error) {
      before.current = { code: '', at: now }
      tell({ tone: 'bad', title: word('check.notSaved'), detail: word(whyNotKept(error)) })
    }
  }
  useWedge((code) => void see(code))

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setText('')
    void see(text)
  }

  const whole = progressOf(check.lines)
  const inRoom = room && progressOf(check.lines, room.id)
  return (
    <>
      <section className="ph-count-top">
        <p>
          <span>{word('check.whole')}</span>
          <strong>
            {whole.done} / {whole.all}
          </strong>
        </p>
        <progress
          className="ph-progress"
          value={whole.done}
          max={Math.max(1, whole.all)}
          aria-label={word('check.progress', { ...whole })}
        />
      </section>
      <ul className="ph-rows">
        <ActionRow
          arrow
          title={room?.name ?? word('check.anyRoom')}
          onPress={() => setChoosing(true)}
          side={inRoom ? <strong>{`${inRoom.done} / ${inRoom.all}`}</strong> : null}
        >
          {room ? room.path : word('check.chooseRoom')}
        </ActionRow>
      </ul>
      <form className="ph-count-entry" onSubmit={submit}>
        <div className="ph-field">
          <input
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder={word('check.codeHint')}
            aria-label={word('check.codeLabel')}
            enterKeyHint="done"
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
          />
        </div>
        <Button color="primary" type="submit" disabled={text.trim() === ''}>
          {word('check.record')}
        </Button>
      </form>
      <LastSeen facts={last} />
      <CountLists check={check} room={room} onFound={(code) => void see(code)} />
      {isChoosing ? (
        <Suspense>
          <RoomPicker
            rooms={rooms}
            lines={check.lines}
            onClose={() => setChoosing(false)}
            onChoose={(next) => {
              setRoom(next)
              setChoosing(false)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
