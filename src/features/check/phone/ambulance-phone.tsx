import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { readCode } from '#contract/codes/scanned-code.ts'
import { completeness } from '#contract/entities/check/completeness.ts'
import { shifts } from '#contract/entities/check/shifts.ts'
import { useRight } from '#src/data/session.ts'
import { findDevice } from '#src/features/asset/public/devices.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import type { Hit } from '#src/kit/scan/hit.ts'
import { ScanView } from '#src/kit/scan/scan-view.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { type PhoneVehicle, vehicleOf } from './ambulance-model.ts'
import { ambulanceWords as words } from './ambulance-words.ts'
import { useUnsent, useVehicles } from './use-ambulance.ts'

/** Begins an emergency check: the vehicle is scanned, or chosen among those of the department. */
export function AmbulancePhone() {
  const { word, say } = useWords()
  const navigate = useNavigate()
  const vehicles = useVehicles()
  const unsent = useUnsent()
  const mayAdd = useRight('ambulanceVehicle.submit')
  const [problem, setProblem] = useState('')

  const take = async (hit: Hit): Promise<void> => {
    const { code } = readCode(hit.text)
    const card = await findDevice(code).catch(() => undefined)
    const found = vehicleOf(vehicles ?? [], code, card?.id)
    setProblem(found ? '' : say(words.unknown))
    soundOf(found ? 'good' : 'bad')
    if (found) await navigate(`/ambulance/${found.id}`)
  }

  return (
    <PhonePage title={say(words.title)} back="/me">
      {vehicles === undefined ? (
        <PageLoading label={word('common.loading')} />
      ) : vehicles.length === 0 ? (
        <PageState title={say(words.none)} help={say(mayAdd ? words.noneHelpOwn : words.noneHelp)} />
      ) : (
        <>
          <ScanView active isSilent hint={say(words.scan)} onHit={(hit) => void take(hit)} />
          {problem ? (
            <p className="ph-alert" role="alert">
              {problem}
            </p>
          ) : null}
          <ul className="ph-rows" aria-label={say(words.title)}>
            {vehicles.map((one) => (
              <VehicleRow key={one.id} of={one} isUnsent={unsent?.has(one.id) ?? false} />
            ))}
          </ul>
        </>
      )}
    </PhonePage>
  )
}

function VehicleRow({ of, isUnsent }: { of: PhoneVehicle; isUnsent: boolean }) {
  const { say } = useWords()
  const state = of.lastResult ? completeness[of.lastResult] : undefined
  const last = [of.lastCheckDate, of.lastShift ? say(shifts[of.lastShift]) : ''].filter(Boolean).join(' ')
  return (
    <LinkRow
      to={`/ambulance/${of.id}`}
      title={of.vehicleName}
      tag={isUnsent ? <ToneTag tone="busy">{say(words.toSend)}</ToneTag> : state && <ToneTag tone={state.tone}>{say(state)}</ToneTag>}
    >
      {last ? `${say(words.last)} ${last}` : say(words.never)}
    </LinkRow>
  )
}

/** Among the pages of the person: emergency checks, where the department has a list. */
export function AmbulanceLink() {
  const { say } = useWords()
  const may = useRight('ambulanceCheck.submit')
  const vehicles = useVehicles()
  return may && vehicles?.length ? <LinkRow to="/ambulance" title={say(words.title)} /> : null
}
