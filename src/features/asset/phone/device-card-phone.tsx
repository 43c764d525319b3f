import { Button } from 'antd-mobile'
import { Suspense, useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { readCode } from '#contract/codes/scanned-code.ts'
import { deviceState } from '#contract/entities/asset/device/device-states.ts'
import { ApiError } from '#src/data/api-error.ts'
import { placeOfCode } from '#src/features/place/public/places.ts'
import { Parts } from '#src/kit/parts.tsx'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { useNewest } from '#src/kit/phone/use-newest.ts'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWedge } from '#src/kit/widgets/phone/use-wedge.ts'
import { useWords } from '#src/words/words.ts'
import { CardMore } from '../card-more.tsx'
import type { PhoneDevice } from '../public/device.ts'
import { type DeviceKey, findDevice, useDevice } from '../public/devices.ts'
import './device-card-phone.css'

const CardBelow = later(() => import('./card-below-phone.tsx').then((part) => part.CardBelow))
const CardIdentity = later(() => import('./card-photo-phone.tsx').then((part) => part.CardIdentity))
const CardPlace = later(() => import('./card-photo-phone.tsx').then((part) => part.CardPlace))
const CardPhoto = later(() => import('./card-photo-phone.tsx').then((part) => part.CardPhoto))

interface Asked {
  row?: PhoneDevice
  problem?: { title: string; help: string }
}

/** A card that this phone does not hold, requested once while there is a network. */
function useServerCard(key: DeviceKey, isNeeded: boolean): Asked {
  const { word } = useWords()
  const [asked, setAsked] = useState<Asked>({})
  const { id, token } = key
  useEffect(() => {
    if (!isNeeded) return
    let current = true
    const ask = import('./server-device.ts').then((server) => (id ? server.readOnServer(id) : server.findOnServer(token ?? '')))
    ask.then(
      (row) => current && setAsked({ row }),
      (error: unknown) => {
        if (!current) return
        const isGone = error instanceof ApiError && error.error === 'not_found'
        const help = isGone ? word('card.lostHelp') : error instanceof Error ? error.message : String(error)
        setAsked({ problem: { title: word(isGone ? 'card.lost' : 'card.notHere'), help } })
      },
    )
    return () => {
      current = false
    }
  }, [isNeeded, id, token, word])
  return isNeeded ? asked : {}
}

/** The label of a set opens the set. */
function useSetOfLabel(token: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (token === undefined) return
    void import('../public/sets.ts').then(async ({ setOfCode }) => {
      const set = await setOfCode(token)
      if (set) void navigate(`/set/${set.id}`, { replace: true })
    })
  }, [token, navigate])
}

/** With a reader a person goes from card to card without a touch, and one step back leads to where they began. */
function useNextCode(): void {
  const { word } = useWords()
  const navigate = useNavigate()
  const begin = useNewest()
  const open = async (read: string): Promise<void> => {
    const { code } = readCode(read)
    const isNewest = begin()
    const row = await findDevice(code)
    const place = row ? undefined : await placeOfCode(code)
    if (!isNewest()) return
    soundOf(row || place ? 'plain' : 'warn')
    if (row) void navigate(`/device/${row.id}`, { replace: true })
    else if (place) void navigate(`/room/${place.id}`)
    else void notice(word('find.unknown', { code }))
  }
  useWedge((read) => void open(read).catch(console.error))
}

/** The card of a device: who it is, its state, where it is and who keeps it; from the phone's own store, offline alike. */
export function DeviceCardPhone() {
  const { word } = useWords()
  const params = useParams()
  const { online } = useSync()
  const key: DeviceKey = params.id ? { id: params.id } : { token: readCode(`c/${params.token}`).code }
  const held = useDevice(key)
  const asked = useServerCard(key, held === null && online)
  useSetOfLabel(held === null ? key.token : undefined)
  useNextCode()
  const row = held ?? asked.row
  return (
    <PhonePage title={word('card.title')} back="/">
      {row ? (
        <Card row={row} isHeld={held !== null} />
      ) : held === undefined || (online && !asked.problem) ? (
        <PageLoading label={word('card.loading')} />
      ) : (
        <PageState title={asked.problem?.title ?? word('card.notHere')} help={asked.problem?.help ?? word('card.notHereHelp')}>
          <Button color="primary" fill="outline" onClick={() => location.reload()}>
            {word('common.retry')}
          </Button>
        </PageState>
      )}
    </PhonePage>
  )
}

function Card({ row, isHeld }: { row: PhoneDevice; isHeld: boolean }) {
  const { word, say, language } = useWords()
  const { lastPull } = useSync()
  const state = deviceState(row.eamStatus)
  return (
    <>
      <section className="ph-card" aria-label={row.deviceName}>
        <div className="ph-device-head">
          <Suspense>
            <CardPhoto id={row.id} />
          </Suspense>
          <h2>{row.deviceName}</h2>
          <ToneTag tone={state.tone}>{say(state)}</ToneTag>
        </div>
        <Suspense>
          <CardIdentity row={row} />
        </Suspense>
        <p className="ph-quiet">
          {isHeld ? word('card.fromPhone', { time: lastPull > 0 ? shortTime(lastPull, language) : '—' }) : word('card.fromServer')}
        </p>
        <Suspense>
          <CardPlace row={row} />
        </Suspense>
      </section>
      <Parts at="card.warning" given={{ row }} />
      <div className="ph-bigs">
        <Parts at="card.actions" given={{ row }} />
        <CardMore row={row} />
      </div>
      <Parts at="card.news" given={{ row }} />
      <Suspense fallback={<PageLoading label={word('common.loading')} rows={2} />}>
        <CardBelow row={row} />
      </Suspense>
    </>
  )
}
