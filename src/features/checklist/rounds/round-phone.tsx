import { Button } from 'antd-mobile'
import { type ReactNode, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { readCode } from '#contract/codes/scanned-code.ts'
import { othersRound, wrongLabel } from '#contract/entities/checklist/rounds/round-sides.ts'
import { stopStates } from '#contract/entities/checklist/rounds/round-states.ts'
import { roundStop, visiting } from '#contract/entities/checklist/rounds/round-stop.ts'
import { sameCode } from '#contract/kit/text/one-writing.ts'
import { readDetail } from '#src/data/read-detail.ts'
import { useRight } from '#src/data/session.ts'
import { useDevicesAt } from '#src/features/asset/public/devices-at.ts'
import { placeOfCode, usePlaces } from '#src/features/place/public/places.ts'
import { type FamilyPages, familyPages } from '#src/kit/phone/family/family-pages.tsx'
import { useFamilyRow } from '#src/kit/phone/family/phone-family.ts'
import { useRowSteps } from '#src/kit/phone/row-steps.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { useAsked } from '#src/kit/phone/use-asked.ts'
import type { Hit } from '#src/kit/scan/hit.ts'
import { ScanView } from '#src/kit/scan/scan-view.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { PhoneSteps } from '#src/kit/widgets/phone/phone-steps.tsx'
import { QueueNotes } from '#src/kit/widgets/phone/queue-notes.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { type PhoneStop, roundFamily, roundOf, stopFamily, stopOf, useMayWalk } from './round-family.tsx'
import { roundWords as words } from './round-words.ts'
import './round-phone.css'

const StepSheet = later(() => import('#src/kit/widgets/phone/step-sheet.tsx').then((part) => part.RecordStepSheet))

/** Rounds on phones. */
export const roundPages: FamilyPages = familyPages(roundFamily)

/** On a record of the queue: the stop that it belongs to. */
export const stopPages: FamilyPages = familyPages(stopFamily)

/** A stop of a round: the label of the room proves that the person is there; what is broken is reported. */
export function StopPhone(): ReactNode {
  const { word, say } = useWords()
  const { id = '' } = useParams()
  const held = useFamilyRow(stopFamily, id)
  const stop = held && stopOf(held)
  return (
    <PhonePage title={say(roundStop)} back={stop ? `/rounds/${stop.taskId}` : '/rounds'}>
      <QueueNotes id={id} />
      {stop ? (
        <Stop stop={stop} />
      ) : held === undefined ? (
        <PageLoading label={word('common.loading')} />
      ) : (
        <PageState title={say(words.gone)} help={say(words.goneHelp)} />
      )}
    </PhonePage>
  )
}

function Stop({ stop }: { readonly stop: PhoneStop }): ReactNode {
  const { say, language } = useWords()
  const row = useFamilyRow(roundFamily, stop.taskId)
  const may = useMayWalk()(row && roundOf(row))
  const place = usePlaces()?.get(stop.locationId)
  const [label, setLabel] = useState<string>()
  const state = stopStates[stop.stopStatus]
  const isOpen = stop.stopStatus === 'open'

  const take = async ({ text }: Hit): Promise<void> => {
    const { code } = readCode(text)
    // The server judges a label of a place that this phone does not hold.
    if (!place || sameCode(place.qrToken, code)) {
      soundOf('good')
      return setLabel(code)
    }
    soundOf('bad')
    const other = await placeOfCode(code)
    void notice([say(wrongLabel), other?.locationName].filter(Boolean).join(' · '))
  }

  return (
    <>
      <section className="ph-card">
        <div className="ph-record-head">
          <h2>{`${stop.place}. ${stop.stopName}`}</h2>
          <ToneTag tone={state.tone}>{say(state)}</ToneTag>
        </div>
        {row ? <p className="ph-quiet">{[roundOf(row).routeName, roundOf(row).taskNo].filter(Boolean).join(' · ')}</p> : null}
        {stop.note ? <p>{stop.note}</p> : null}
        {stop.doneAt ? (
          <p className="ph-quiet">{[shortTime(stop.doneAt, language), stop.doneByName, stop.skipReason].filter(Boolean).join(' · ')}</p>
        ) : null}
        {row && !may ? <p className="ph-quiet">{say(othersRound)}</p> : null}
      </section>
      {isOpen && may ? (
        label === undefined ? (
          <ScanView active onHit={(hit) => void take(hit)} isSilent hint={say(words.scanHint)} />
        ) : (
          <p className="ph-alert ph-alert-calm" role="status">
            {say(words.present)}
          </p>
        )
      ) : null}
      <Devices stop={stop} mayReport={may} />
      <p className="ph-more">
        <Link className="ph-text-link" to={`/rounds/${stop.taskId}`}>
          {say(words.toRound)}
        </Link>
      </p>
      <PhoneSteps
        of={roundStop}
        on={visiting}
        row={stop}
        // A device is reported beside its name; the visit waits for the label.
        mayTake={(step) => may && step !== 'report' && (step !== 'done' || label !== undefined)}
        last={['skip']}
        danger={['skip']}
        initial={(step) => (step === 'done' ? { labelCode: label, checkedCount: stop.deviceCount ?? undefined } : {})}
      />
    </>
  )
}

const { device: _, ...reportInput } = visiting.steps.report.input

/** The devices that the book has in the room, each with its card and a report of a fault. */
function Devices({ stop, mayReport }: { readonly stop: PhoneStop; readonly mayReport: boolean }): ReactNode {
  const { say } = useWords()
  const devices = useDevicesAt(stop.locationId) ?? []
  const mayOpen = useRight('repairOrder.submit')
  const { take } = useRowSteps(roundStop, visiting, stop)
  const [asked, setAsked] = useState<string>()
  if (devices.length === 0) return null
  return (
    <section className="ph-card">
      <h2>{say(words.here)}</h2>
      <ul className="ph-rows">
        {devices.map((device) => (
          <li key={device.id} className="ph-round-device">
            <Link className="ph-text-link" to={`/device/${device.id}`}>
              {[device.deviceName, device.deviceCode].filter(Boolean).join(' · ')}
            </Link>
            {mayReport && mayOpen && stop.stopStatus !== 'skipped' ? (
              <Button size="small" aria-label={`${say(words.toReport)} ${device.deviceName}`} onClick={() => setAsked(device.id)}>
                {say(words.toReport)}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {asked ? (
        <Suspense>
          <StepSheet
            of={roundStop}
            step={{ ...visiting.steps.report, input: reportInput }}
            onClose={() => setAsked(undefined)}
            onTake={async ({ body, photos }) => {
              await take('report', { body: { ...body, deviceId: asked }, photos })
              setAsked(undefined)
            }}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

const readStop = (id: string, signal: AbortSignal) => readDetail(roundStop, id, signal)

/** On a repair order: the stop of a round at which it was reported. Nothing where it came from another document. */
export function RoundOrigin({ source }: { readonly source: string }): ReactNode {
  const { say } = useWords()
  const { online } = useSync()
  const maySee = useRight('roundStop.list')
  const found = useAsked(readStop, source, maySee && online)
  return found ? (
    <p className="ph-alert ph-alert-calm" role="status">
      {say(words.fromRound)} {found.stopName}
    </p>
  ) : null
}
