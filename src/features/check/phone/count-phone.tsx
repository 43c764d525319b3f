import { Suspense, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { v7 } from 'uuid'
import { readCode } from '#contract/codes/scanned-code.ts'
import { codeKey, sameCode } from '#contract/kit/text/one-writing.ts'
import { person } from '#src/data/session.ts'
import { keep, kept } from '#src/data/stored.ts'
import { type SetRow, setOfCode } from '#src/features/asset/public/sets.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { phoneStore } from '#src/kit/phone/store/phone-store.ts'
import { whyNotKept } from '#src/kit/phone/store/why-not-stored.ts'
import type { Hit } from '#src/kit/scan/hit.ts'
import { ScanView } from '#src/kit/scan/scan-view.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { useWords } from '#src/words/words.ts'
import { LastSeen, type LastSeenFacts, seenFacts } from '../last-seen.tsx'
import { countWords } from '../phone-words.ts'
import type { CountIndex } from './count-index.ts'
import { countIndexOf } from './count-indexes.ts'
import { CountLists } from './count-lists.tsx'
import type { Counted } from './count-model.ts'
import { ReadyState } from './ready-state.tsx'
import { record, withdraw } from './record.ts'
import { resolveCode } from './resolve-code.ts'
import { type OpenCheck, useOpenCheck } from './use-count.ts'
import { type Room, useRooms } from './use-rooms.ts'
import './count-phone.css'

const SetSheet = later(() => import('../sets/set-sheet.tsx').then((part) => part.SetSheet))
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

interface Thing {
  readonly key: string
  /** This phone has recorded it before. */
  readonly isAgain: boolean
}

/** What a code of a blind check is of, whichever of its codes was read, without revealing the book; undefined where a chunk cannot be fetched now. */
const thingOf = (check: OpenCheck, code: string): Promise<Thing | undefined> =>
  import('./blind-codes.ts')
    .then(async (part) => ({
      key: keyOf(await part.thingInBlind(phoneStore(), check.id, code), code),
      isAgain: await part.isRecorded(phoneStore(), check.id, code, (countIndexOf(check.id) ?? check.board).surplus()),
    }))
    .catch(() => undefined)

const keyOf = (thing: number | undefined, code: string): string => (thing === undefined ? codeKey(code) : `thing ${thing}`)

/** The devices without one observation. */
const without = (devices: ReadonlyMap<string, readonly string[]>, id: string): ReadonlyMap<string, readonly string[]> =>
  new Map([...devices].map(([device, ids]) => [device, ids.filter((one) => one !== id)] as const).filter(([, ids]) => ids.length > 0))

/** Whether a code of a blind check is on no card, as far as this phone knows. */
const isOnNoCard = (check: OpenCheck, codes: readonly string[]): Promise<boolean> =>
  import('./blind-codes.ts').then((part) => part.isOnNoCard(phoneStore(), check.id, codes)).catch(() => false)

function Counting({ check, rooms }: { check: OpenCheck; rooms: readonly Room[] }) {
  const { word, say } = useWords()
  const [room, setRoom] = useRoom(check.id, rooms)
  const [isChoosing, setChoosing] = useState(false)
  const [set, setSet] = useState<SetRow>()
  const [last, setLast] = useState<LastSeenFacts>()
  // What was scanned since the page was opened: observations by device.
  const [devices, setDevices] = useState<ReadonlyMap<string, readonly string[]>>(new Map())
  const { isBlind } = check
  // Changes with every code, at once; lists follow when the store does.
  const boardNow = (): CountIndex => countIndexOf(check.id) ?? check.board
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
      return tell({ tone: 'plain', title: countWords.roomSet, detail: label.name })
    }
    const found = await resolveCode(boardNow(), code)
    const { name, several, serial, said } = found
    // The label of a set counts nothing: its devices are ticked one by one.
    const scanned = found.line || several ? undefined : await setOfCode(code)
    if (scanned) {
      soundOf('plain')
      return setSet(scanned)
    }
    if (several && !isBlind)
      return tell({ tone: 'warn', title: 'count.several', detail: code, hint: { word: 'count.severalHint', values: { n: several } } })
    const thing = isBlind ? await thingOf(check, said.code ?? code) : undefined
    const onNoCard =
      isBlind && !found.line && name === said.code && (await isOnNoCard(check, serial === undefined ? [name] : [name, serial]))
    // From here to the count nothing waits: the line is as all codes before have left it.
    const line = found.line && (boardNow().line(found.line.id) ?? found.line)
    const locationId = standing.current?.id
    const facts = seenFacts(line, name, {
      locationId,
      userId: person()?.user_id ?? '',
      isLate: !isBlind && isLate(line),
      isBlind,
      isWhole: whole.current,
      isAgain:
        thing?.isAgain ??
        boardNow()
          .surplus()
          .some((one) => sameCode(one.code, said.code ?? code)),
      isOnNoCard: onNoCard,
    })
    const id = v7()
    const device = thing?.key ?? line?.id ?? codeKey(said.code ?? code)
    const scan = { id, lineOrCode: line?.id ?? said.code ?? code }
    const stored = record({ checkId: check.id, ...said, lineId: line?.id, locationId, way: ways[source] }, id)
    setDevices((before) => new Map(before).set(device, [...(before.get(device) ?? []), id]))
    tell({ ...facts, scan: { ...scan, isStored: false } })
    stored.then(
      () => setLast((now) => (now?.scan?.id === id ? { ...now, scan: { ...scan, isStored: true } } : now)),
      (error: unknown) => {
        setDevices((before) => without(before, id))
        tell({ tone: 'bad', title: 'check.notSaved', detail: facts.detail, hint: { word: whyNotKept(error) } })
      },
    )
  }

  const take = (hit: Hit): void => {
    tail.current = tail.current.then(() => see(hit)).catch(console.error)
  }

  const undone = useRef<string>(undefined)
  const undo = async (): Promise<void> => {
    // A second tap before the first is stored would withdraw one more.
    if (!last?.scan || undone.current === last.scan.id) return
    const { id, lineOrCode } = last.scan
    undone.current = id
    try {
      await withdraw(check.id, id, lineOrCode)
      setDevices((before) => without(before, id))
      tell({ tone: 'plain', title: 'count.undone', detail: last.detail })
    } catch (error) {
      undone.current = undefined
      tell({ tone: 'bad', title: 'check.notSaved', detail: last.detail, hint: { word: whyNotKept(error) } })
    }
  }

  const progress = boardNow().progress(room ? { roomId: room.id } : {})
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
          <small>{say(countWords.onBoard(devices.size))}</small>
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
      <ScanView active={!isChoosing && !set} isSilent onHit={take} />
      <CountLists check={check} room={room} />
      {set ? (
        <Suspense>
          <SetSheet
            check={check}
            set={set}
            locationId={room?.id}
            onCounted={(counted) =>
              setDevices((before) => {
                const after = new Map(before)
                for (const { lineId, id } of counted) after.set(lineId, [...(after.get(lineId) ?? []), id])
                return after
              })
            }
            onClose={() => setSet(undefined)}
          />
        </Suspense>
      ) : null}
      {isChoosing ? (
        <Suspense>
          <RoomPicker
            rooms={rooms}
            board={check.board}
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
