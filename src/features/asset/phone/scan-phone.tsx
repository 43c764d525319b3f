import { Button } from 'antd-mobile'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { readCode } from '#contract/codes/scanned-code.ts'
import { useRight } from '#src/data/session.ts'
import { type PlaceRow, placeOfCode } from '#src/features/place/public/places.ts'
import { Parts } from '#src/kit/parts.tsx'
import { icons } from '#src/kit/phone/icons.tsx'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { wantLater } from '#src/kit/phone/store/lazy-load.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { useNewest } from '#src/kit/phone/use-newest.ts'
import type { Hit } from '#src/kit/scan/hit.ts'
import { ScanView } from '#src/kit/scan/scan-view.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { findDevice, warmDevices } from '../public/devices.ts'
import './scan-phone.css'

const onServer = () => import('./server-device.ts')
const sets = () => import('../public/sets.ts')
const shared = () => import('#src/kit/phone/store/shared-photos.ts')
wantLater(onServer)
wantLater(sets)
wantLater(shared)

/** The meaning of the latest code, when it is no card that this phone holds. */
type Read = { readonly unknown: string } | { readonly place: PlaceRow }

/** The start page: a code opens its card; for a code without a card it shows what other modules offer. */
export function ScanPhone() {
  const { word } = useWords()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const isReport = params.get('for') === 'repair'
  const { state } = useLocation()
  // Who decides on applications opens on their day; the tab is the tap that starts the camera.
  const isDayFirst = useRight('deviceApply.approve') && !isReport && (state as { isTab?: true } | null)?.isTab !== true
  const [read, setRead] = useState<Read>()
  const begin = useNewest()
  useEffect(warmDevices, [])

  // A code that was read while the card of the previous one was opening replaces it.
  const isLeft = useRef(false)
  const open = (id: string): void => {
    void navigate(isReport ? `/repair/new/${id}` : `/device/${id}`, { replace: isLeft.current })
    isLeft.current = true
  }

  const take = async ({ text }: Hit): Promise<void> => {
    const { code } = readCode(text)
    const isNewest = begin()
    const row = await findDevice(code)
    const place = row ? undefined : await placeOfCode(code)
    if (!isNewest()) return
    if (row) return open(row.id)
    // Without a network the part may be missing: the code is then said to be unknown all the same.
    const named = (part: Awaited<ReturnType<typeof sets>>) => part.setOfCode(code)
    const set = place ? undefined : await sets().then(named, () => undefined)
    if (!isNewest()) return
    if (set) return void navigate(`/set/${set.id}`)
    soundOf(place ? 'plain' : 'warn')
    setRead(place ? { place } : { unknown: code })
  }

  const hint = word(isReport ? 'repair.scanHint' : 'scanPage.hint')
  const scan = <ScanView key="scan" active hasCamera={!isDayFirst} onHit={(hit) => void take(hit)} {...(isDayFirst ? {} : { hint })} />
  const day = isReport || read ? null : <Parts key="day" at="scan.day" given={{}} />
  return (
    <PhonePage
      title={word(isReport ? 'repair.scan' : 'tab.scan')}
      {...(isReport ? { back: '/repair' } : {})}
      action={
        <Link className="ph-icon-button" to={isReport ? '/find?for=repair' : '/find'} aria-label={word('find.label')}>
          {icons.search}
        </Link>
      }
    >
      {isReport ? <SharedNote /> : null}
      <div className="ph-scan-read" role="status">
        {read ? (
          'place' in read ? (
            <PlaceRead place={read.place} />
          ) : (
            <UnknownRead key={read.unknown} code={read.unknown} isReport={isReport} onFound={open}>
              {isReport ? null : <Parts at="scan.unknown" given={{ code: read.unknown }} />}
            </UnknownRead>
          )
        ) : null}
      </div>
      {isDayFirst ? [day, scan] : [scan, day]}
    </PhonePage>
  )
}

/** Photos that wait for the report that this scan begins. */
function SharedNote() {
  const { word } = useWords()
  const [n, setN] = useState(0)
  useEffect(() => {
    void shared().then(async ({ countShared }) => setN(await countShared()))
  }, [])
  return n > 0 ? <p className="ph-alert ph-alert-calm ph-scan-note-top">{word('repair.shared', { n })}</p> : null
}

function PlaceRead({ place }: { place: PlaceRow }) {
  const { word } = useWords()
  return (
    <ul className="ph-rows">
      <LinkRow to={`/room/${place.id}`} title={place.locationName}>
        {word('scanPage.room')}
      </LinkRow>
    </ul>
  )
}

interface UnknownReadProps {
  readonly code: string
  readonly isReport: boolean
  readonly onFound: (id: string) => void
  readonly children: ReactNode
}

function UnknownRead({ code, isReport, onFound, children }: UnknownReadProps) {
  const { word } = useWords()
  const { online } = useSync()
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState('')

  const ask = async (): Promise<void> => {
    setAsking(true)
    try {
      onFound((await (await onServer()).findOnServer(code)).id)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setAsking(false)
  }

  return (
    <section className="ph-card ph-scan-unknown">
      <h2>{word('find.unknown', { code })}</h2>
      {problem ? <p className="ph-quiet">{problem}</p> : null}
      <div className="ph-scan-ways-on">
        <Link className="ph-wide-link" to={`/find?q=${encodeURIComponent(code)}${isReport ? '&for=repair' : ''}`}>
          {icons.search}
          {word('scanPage.search')}
        </Link>
        {online ? (
          <Button color="primary" fill="outline" loading={asking} onClick={() => void ask()}>
            {word('find.askServer')}
          </Button>
        ) : null}
        {children}
      </div>
    </section>
  )
}
