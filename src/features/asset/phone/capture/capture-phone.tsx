import { Button } from 'antd-mobile'
import { useEffect, useMemo, useState } from 'react'
import { readCode } from '#contract/codes/scanned-code.ts'
import { draftFacts } from '#contract/entities/asset/drafts/device-draft.ts'
import type { Photo } from '#src/data/outbox/ports.ts'
import { useRight } from '#src/data/session.ts'
import { keep, kept } from '#src/data/stored.ts'
import { faultWords } from '#src/features/asset/nameplate/plate-words.ts'
import { findDevice } from '#src/features/asset/public/devices.ts'
import { useDevicesAt } from '#src/features/asset/public/devices-at.ts'
import { isClosed, usePlaces } from '#src/features/place/public/places.ts'
import { packMb } from '#src/kit/nameplate/fact-words.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { whyNotKept } from '#src/kit/phone/store/why-not-stored.ts'
import type { Hit } from '#src/kit/scan/hit.ts'
import { ScanView } from '#src/kit/scan/scan-view.tsx'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { captureWords as words } from './capture-words.ts'
import { RoomChoice } from './room-choice.tsx'
import { type Offered, useCapture } from './use-capture.ts'
import './capture-phone.css'

const ROOM = 'captureRoom'

/** A walk through a room: a photo and a scan for each device, which become drafts for the desk. */
export function CapturePhone() {
  const { say } = useWords()
  const mayCapture = useRight('deviceDraft.submit')
  const [last, setRoom] = useState(() => kept<string>(ROOM) ?? '')
  const places = usePlaces()
  // The server refuses what is captured in a room that was removed or closed since.
  const isGone = places !== undefined && places.size > 0 && (!places.has(last) || isClosed(last, places))
  const room = isGone ? '' : last
  const choose = (id: string): void => {
    keep(ROOM, id)
    setRoom(id)
  }
  return (
    <PhonePage title={say(words.title)} back="/me">
      {mayCapture ? (
        room ? (
          <Walk key={room} room={room} onLeave={() => choose('')} />
        ) : (
          <RoomChoice onChoose={choose} />
        )
      ) : (
        <PageState title={say(words.noRight)} />
      )}
    </PhonePage>
  )
}

/** The departments that have devices in a room, for a walk whose devices are not those of the room's own department. */
function useDepts(room: string): { id: string; name: string }[] {
  const rows = useDevicesAt(room)
  return useMemo(() => {
    const found = new Map(
      (rows ?? []).flatMap((row) => (row.useDeptId && row.useDeptName ? [[row.useDeptId, row.useDeptName] as const] : [])),
    )
    return [...found].map(([id, name]) => ({ id, name }))
  }, [rows])
}

function Walk({ room, onLeave }: { room: string; onLeave: () => void }) {
  const { word, say } = useWords()
  const { online } = useSync()
  const place = usePlaces()?.get(room)
  const depts = useDepts(room)
  const [useDeptId, setDept] = useState('')
  const [done, setDone] = useState(0)
  const [said, setSaid] = useState<{ readonly tone: 'good' | 'bad'; readonly text: string }>()
  const [known, setKnown] = useState('')
  const [isBusy, setBusy] = useState(false)
  const device = useCapture({ locationId: room, useDeptId: useDeptId || undefined }, online)
  const { photo, code } = device.begun

  const scan = async ({ text }: Hit): Promise<void> => {
    device.setCode(readCode(text).code)
    const card = await findDevice(readCode(text).code).catch(() => undefined)
    setKnown(card?.deviceName ?? '')
    soundOf(card ? 'warn' : 'good')
  }
  const save = async (): Promise<void> => {
    if (isBusy || device.isPreparing) return
    if (!photo && !code) return setSaid({ tone: 'bad', text: say(words.nothing) })
    setBusy(true)
    try {
      await device.save()
      setDone((before) => before + 1)
      setKnown('')
      setSaid({ tone: 'good', text: say(words.saved) })
      soundOf('good')
    } catch (error) {
      setSaid({ tone: 'bad', text: word('form.saveFailed', { why: word(whyNotKept(error)) }) })
      soundOf('bad')
    }
    setBusy(false)
  }
  return (
    <>
      <div className="ph-capture">
        <div className="ph-capture-head">
          <button
            type="button"
            className="ph-capture-room"
            onClick={onLeave}
            aria-label={`${place?.locationName ?? ''}, ${say(words.change)}`}
          >
            {icons.place}
            <span>{place?.locationName ?? ''}</span>
            {icons.forward}
          </button>
          <span className="ph-quiet">{say(words.done).replace('{n}', String(done))}</span>
        </div>
        {depts.length > 0 ? (
          <label className="ph-capture-dept">
            <span>{say(words.dept)}</span>
            <select value={useDeptId} onChange={(event) => setDept(event.target.value)}>
              <option value="">{say(words.roomsDept)}</option>
              {depts.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <p className={said?.tone === 'bad' ? 'ph-alert' : 'ph-quiet'} role="status">
          {said?.text ?? ''}
        </p>
        <PlatePhoto
          photo={photo}
          isUnreadable={device.isUnreadable}
          onTake={(file) => void device.take(file).then(() => setSaid(undefined))}
        />
        <Reading {...device} hasPhoto={photo !== undefined} />
        {code ? (
          <p className="ph-capture-code">
            <span>
              {say(words.code)} <strong>{code}</strong>
            </span>
            <button
              type="button"
              className="ph-icon-button"
              aria-label={say(words.noCode)}
              onClick={() => {
                device.setCode(undefined)
                setKnown('')
              }}
            >
              {icons.clear}
            </button>
          </p>
        ) : null}
        {known ? (
          <p className="ph-alert" role="alert">
            {say(words.known).replace('{name}', known)}
          </p>
        ) : null}
        <Facts facts={device.facts} isChecked={device.isChecked} onCheck={device.check} />
        {device.product ? (
          <Button block fill="outline" color="primary" onClick={device.fill}>
            {`${say(words.same)} ${device.product.title} · ${say(words.fill)}`}
          </Button>
        ) : null}
      </div>
      <ScanView active={!code} hasCamera={photo !== undefined} isSilent hint={say(words.scan)} onHit={(hit) => void scan(hit)} />
      <ActBar>
        <Button block color="primary" size="large" loading={isBusy || device.isPreparing} onClick={() => void save()}>
          {say(words.next)}
        </Button>
      </ActBar>
    </>
  )
}

interface PhotoProps {
  readonly photo: Photo | undefined
  readonly isUnreadable: boolean
  readonly onTake: (file: File) => void
}

function PlatePhoto({ photo, isUnreadable, onTake }: PhotoProps) {
  const { say } = useWords()
  const url = useMemo(() => photo && URL.createObjectURL(new Blob([photo.bytes], { type: photo.type })), [photo])
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url])
  return (
    <div className="ph-capture-photo">
      {url ? <img src={url} alt={say(words.shown)} /> : null}
      <label className="ph-scan-big">
        {icons.camera}
        {say(photo ? words.again : words.photo)}
        <input
          type="file"
          accept="image/*"
          capture="environment"
          className="ph-hidden"
          onChange={({ target }) => {
            const file = target.files?.[0]
            // Allows choosing the same photo again.
            target.value = ''
            if (file) onTake(file)
          }}
        />
      </label>
      {isUnreadable ? (
        <p className="ph-alert" role="alert">
          {say(words.unreadable)}
        </p>
      ) : null}
    </div>
  )
}

type ReadingProps = Pick<ReturnType<typeof useCapture>, 'plate' | 'agree' | 'decline'> & { readonly hasPhoto: boolean }

/** How far the reading of the photo is; the download of its files may cost money, so that the person decides. */
function Reading({ plate, agree, decline, hasPhoto }: ReadingProps) {
  const { say } = useWords()
  if (!hasPhoto) return null
  if (plate.is === 'asking')
    return (
      <div className="ph-alert ph-alert-calm">
        <p>{say(words.pack).replace('{n}', String(packMb))}</p>
        <div className="ph-capture-ask">
          <Button size="small" color="primary" onClick={() => void agree()}>
            {say(words.load)}
          </Button>
          <Button size="small" onClick={decline}>
            {say(words.notNow)}
          </Button>
        </div>
      </div>
    )
  const text =
    plate.is === 'loading'
      ? say(words.loading).replace('{n}', String(plate.percent))
      : plate.is === 'reading'
        ? say(words.reading)
        : plate.is === 'failed'
          ? say(faultWords[plate.fault])
          : plate.is === 'idle'
            ? say(words.later)
            : ''
  return text ? (
    <p className="ph-quiet" role="status">
      {text}
    </p>
  ) : null
}

interface FactsProps {
  readonly facts: readonly Offered[]
  readonly isChecked: (one: Offered) => boolean
  readonly onCheck: (one: Offered) => void
}

/** What was read, each beside its piece of the photo; a tap says that it was looked at. */
function Facts({ facts, isChecked, onCheck }: FactsProps) {
  const { say } = useWords()
  if (facts.length === 0) return null
  return (
    <section aria-label={say(words.facts)}>
      <ul className="ph-capture-facts">
        {facts.map((one) => (
          <li key={one.name}>
            <button type="button" aria-pressed={isChecked(one)} onClick={() => onCheck(one)}>
              <span className="ph-quiet">{say(draftFacts[one.name])}</span>
              {one.piece ? <img src={one.piece} alt="" /> : null}
              <span className="ph-capture-value">{one.value}</span>
              <ToneTag tone={isChecked(one) ? 'good' : 'warn'}>{say(isChecked(one) ? words.checked : words.check)}</ToneTag>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
