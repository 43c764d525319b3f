import { Suspense, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { sameCode } from '#contract/kit/one-writing.ts'
import { readCode } from '#contract/scanned-code.ts'
import { person } from '#src/data/session.ts'
import { keep, kept } from '#src/data/stored.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { later } from '#src/kit/phone/lazy-load.ts'
import { phoneStore } from '#src/kit/phone/phone-store.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { whyNotKept } from '#src/kit/phone/why-not-stored.ts'
import type { Hit } from '#src/kit/scan/hit.ts'
import { ScanView } from '#src/kit/scan/scan-view.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { useWords } from '#src/words/words.ts'
import { CountLists } from './count-lists.tsx'
import type { Counted } from './count-model.ts'
import { LastSeen, type LastSeenFacts, seenFacts } from './last-seen.tsx'
import { ReadyState } from './ready-state.tsx'
import { record, withdraw } from './record.ts'
import { resolveCode } from './resolve-code.ts'
import { type OpenCheck, useOpenCheck } from './use-count.ts'
import { type Room, useRooms } from './use-rooms.ts'
import './count-phone.css'

const RoomPicker = later(() => import('./room-picker.tsx').then((part) => part.RoomPicker))

/** Counting in one check: codes one after another, without questions in between. */
export function CountPhone() {
  const { word } = useWords()
  const { id } = useParams()
  const check = useOpenCheck(id)
  const rooms = useRooms()
  return (
    <PhonePage title={check?.title ?? word('check.title')} back={`/check/${id}`}>
      {check === undefined || rooms === undefined ? (
        <PageLoading label={word('common.loading')} />
      ) : check === null ? (
        <PageState title={word('check.gone')} />
      ) : (
        <Counting check={check} rooms={rooms} />
      )}
    </PhonePage>
  )
}

/** The current place, remembered for the check in this tab. */
function useRoom(checkId: string, rooms: readonly Room[]): [Room | undefined, (room: Room | undefined) => void] {
  const name = `phoneRoom-${checkId}`
  const [id, setId] = useState(() => kept<string>(name) ?? '')
  const choose = (room: Room | undefined): void => {
    keep(name, room?.id ?? '', true)
    setId(room?.id ?? '')
  }
  return [rooms.find((room) => room.id === id), choose]
}

const ways = { camera: 'camera', photo: 'camera', reader: 'reader', nfc: 'nfc', typed: 'typed' } as const

/** Whether this phone has recorded the thing in a blind check before, without revealing the book. */
const isAgain = (check: OpenCheck, code: string): Promise<boolean> =>
  import('./blind-codes.ts').then((part) => part.isRecorded(phoneStore(), check.id, code, check.board.surplus())).catch(() => false)

/** Whether a code of a blind check is on no card, as far as this phone knows. */
const isOnNoCard = (check: OpenCheck, codes: readonly string[]): Promise<boolean> =>
  import('./blind-codes.ts').then((part) => part.isOnNoCard(phoneStore(), check.id, codes)).catch(() => false)

function Counting({ check, rooms }: { check: OpenCheck; rooms: readonly Room[] }) {
  const { word } = useWords()
  const [room, setRoom] = useRoom(check.id, rooms)
  const [isChoosing, setChoosing] = useState(false)
  const [last, setLast] = useState<LastSeenFacts>()
  const [n, setN] = useState(0)
  const { board, isBlind } = check
  // Codes come faster than pages render: each is judged with the state at the time it came.
  const standing = useRef(room)
  standing.current = room
  const whole = useRef(check.ready.isWhole)
  whole.current = check.ready.isWhole
  const tail = useRef(Promise.resolve())

  const tell = (facts: LastSeenFacts): void => {
    setLast(facts)
    soundOf(facts.tone)
  }

  const isLate = (line: Counted | undefined): boolean =>
    line !== undefined && check.depts.some((dept) => dept.deptId === line.deptId && dept.deptStatus !== 'counting')

  const see = async ({ text, source }: Hit): Promise<void> => {
    const { code } = readCode(text)
    const label = rooms.find((one) => sameCode(one.token, code))
    if (label) {
      standing.current = label
      setRoom(label)
      return tell({ tone: 'plain', title: 'count.roomSet', detail: label.name })
    }
    const { line, name, several, serial, said } = await resolveCode(board, code)
    if (several && !isBlind)
      return tell({ tone: 'warn', title: 'count.several', detail: code, hint: { word: 'count.severalHint', values: { n: several } } })
    const locationId = standing.current?.id
    const facts = seenFacts(line, name, {
      locationId,
      userId: person()?.user_id ?? '',
      isLate: !isBlind && isLate(line),
      isBlind,
      isWhole: whole.current,
      isAgain: isBlind && !line && (await isAgain(check, said.code ?? code)),
      isOnNoCard: isBlind && !line && name === said.code && (await isOnNoCard(check, serial === undefined ? [name] : [name, serial])),
    })
    try {
      const id = await record({ checkId: check.id, ...said, lineId: line?.id, locationId, way: ways[source] })
      setN((before) => before + 1)
      tell({ ...facts, scan: { id, lineOrCode: line?.id ?? said.code ?? code } })
    } catch (error) {
      tell({ tone: 'bad', title: 'check.notSaved', detail: word(whyNotKept(error)) })
    }
  }

  const take = (hit: Hit): void => {
    tail.current = tail.current.then(() => see(hit)).catch(console.error)
  }

  const undone = useRef<string>(undefined)
  const undo = async (): Promise<void> => {
    // A second tap before the first is stored would withdraw one more.
    if (!last?.scan || undone.current === last.scan.id) return
    undone.current = last.scan.id
    try {
      await withdraw(check.id, last.scan.id, last.scan.lineOrCode)
      setN((before) => before - 1)
      tell({ tone: 'plain', title: 'count.undone', detail: last.detail })
    } catch (error) {
      undone.current = undefined
      tell({ tone: 'bad', title: 'check.notSaved', detail: word(whyNotKept(error)) })
    }
  }

  const progress = board.progress(room ? { roomId: room.id } : {})
  const [done, all] = [progress.done, room ? progress.all : check.ready.all]
  return (
    <div className="ph-counting">
      <div className="ph-count-strip">
        <button
          type="button"
          className="ph-count-room"
          onClick={() => setChoosing(true)}
          aria-label={`${room?.name ?? word('check.anyRoom')}, ${word('check.chooseRoom')}`}
        >
          {icons.place}
          <span>{room?.name ?? word('check.anyRoom')}</span>
          {icons.forward}
        </button>
        <span className="ph-count-sum">
          <small>{word('count.onBoard', { n })}</small>
          {isBlind ? null : (
            <strong>
              <span className="ph-hidden">{word('check.progress', { done, all })}</span>
              <span aria-hidden="true">
                {done} / {all}
              </span>
            </strong>
          )}
        </span>
        <LastSeen facts={last} onUndo={() => void undo()} />
      </div>
      <ReadyState ready={check.ready} />
      <ScanView active={!isChoosing} isSilent onHit={take} />
      <CountLists check={check} room={room} />
      {isChoosing ? (
        <Suspense>
          <RoomPicker
            rooms={rooms}
            board={board}
            isBlind={isBlind}
            onClose={() => setChoosing(false)}
            onChoose={(next) => {
              setRoom(next)
              setChoosing(false)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
