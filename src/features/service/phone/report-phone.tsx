import { Button } from 'antd-mobile'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { v7 } from 'uuid'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceState } from '#contract/entities/asset/device/device-states.ts'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { repairStates } from '#contract/entities/service/repair-states.ts'
import type { Photo } from '#src/data/outbox/ports.ts'
import { readDetail } from '#src/data/read-detail.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { useDevice } from '#src/features/asset/public/devices.ts'
import { furtherRequired, namedIn } from '#src/kit/phone/asked-fields.ts'
import { useDirtyMark } from '#src/kit/phone/dirty-forms.ts'
import { useFieldView } from '#src/kit/phone/field-view.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { useDraft } from '#src/kit/phone/store/draft.ts'
import { useSync, write } from '#src/kit/phone/store/local-data.ts'
import { takeShared } from '#src/kit/phone/store/shared-photos.ts'
import { whyNotKept } from '#src/kit/phone/store/why-not-stored.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { bodyOf, type FormBody } from '#src/kit/widgets/phone/fields/form-body.ts'
import { FormFields } from '#src/kit/widgets/phone/fields/form-fields.tsx'
import { useFirstProblem } from '#src/kit/widgets/phone/fields/form-problem.ts'
import type { Problems } from '#src/kit/widgets/phone/fields/form-values.ts'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import type { PhoneOrder } from './phone-order.ts'
import { repairWords as words } from './repair-words.ts'
import { useOrdersOfDevice } from './use-orders.ts'
import '#src/kit/widgets/phone/fields/phone-fields.css'
import './repair-phone.css'

const { device: ofDevice, urgency, faultDescription } = repairOrder.fields
const { details, photos } = repairFlow.steps.supplement.input
/** What every report says, and what a report may say besides, the hospital's own fields last. */
const firstNames = ['faultDescription', 'faultKind', 'isStopped']
const moreNames = ['urgency', 'images', 'reporterPhone']
const known = ['device', ...firstNames, ...moreNames]

/** Reporting a device: a sentence, a kind, done. */
export function ReportPhone() {
  const { word } = useWords()
  const { deviceId = '' } = useParams()
  const { online } = useSync()
  const held = useDevice({ id: deviceId })
  const asked = useServerDevice(deviceId, held === null && online)
  const card = held ?? asked
  return (
    <PhonePage title={word('repair.report')} back="/repair">
      {card ? (
        <Report key={card.id} device={card} isElsewhere={held === null} />
      ) : held === undefined || (asked === undefined && online) ? (
        <PageLoading label={word('common.loading')} />
      ) : (
        <PageState title={word('card.notHere')} help={word('card.notHereHelp')} />
      )}
    </PhonePage>
  )
}

/** A card that is not stored on this phone, requested once; null when it is not available. Everyone may report any device. */
function useServerDevice(id: string, isNeeded: boolean): PhoneDevice | null | undefined {
  const [found, setFound] = useState<PhoneDevice | null>()
  useEffect(() => {
    if (!isNeeded) return
    let current = true
    readDetail(device, id).then(
      (row) => current && setFound(row),
      () => current && setFound(null),
    )
    return () => {
      current = false
    }
  }, [id, isNeeded])
  return isNeeded ? found : undefined
}

/** `isElsewhere`: a card outside of what this phone holds, whose department decides whether it is used on. */
function Report({ device: card, isElsewhere }: { device: PhoneDevice; isElsewhere: boolean }) {
  const { word, say, language } = useWords()
  const view = useFieldView(repairOrder)
  const first = namedIn(view, firstNames)
  const more = { ...namedIn(view, moreNames), ...furtherRequired(view, [...known, ...view.custom]), ...namedIn(view, [...view.custom]) }
  const navigate = useNavigate()
  const open = useOrdersOfDevice(card.id)
  const { values, setValues, forget } = useDraft(`report-${card.id}`, { urgency: urgency.initial })
  const [problems, setProblems] = useState<Problems>({})
  const form = useFirstProblem(problems)
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  useDirtyMark(Object.keys(values).length > 1)
  const addShared = useEffectEvent((photos: readonly Photo[]) => {
    if (photos.length > 0) setValues({ ...values, images: photos })
  })
  useEffect(() => {
    void takeShared().then(addShared)
  }, [])
  const state = deviceState(card.eamStatus)
  const isDisposed = card.eamStatus === 'disposed'

  const send = async (kind: 'submit' | 'supplement', id: string, { body, photos, problems: found }: FormBody): Promise<void> => {
    setProblems(found)
    if (Object.keys(found).length > 0 || busy) return
    setBusy(true)
    try {
      await write({ kind: `repairOrder.${kind}`, target: { type: 'repairOrder', id }, lane: `repair:${id}`, body }, photos)
    } catch (error) {
      setBusy(false)
      return setFailure(word('form.saveFailed', { why: word(whyNotKept(error)) }))
    }
    forget()
    soundOf('good')
    void notice(word('repair.saved'))
    await navigate(`/repair/${id}`, { replace: true })
  }
  const submit = (event: FormEvent): Promise<void> => {
    event.preventDefault()
    return send('submit', v7(), bodyOf({ device: ofDevice, ...first, ...more }, { ...values, deviceId: card.id }, language))
  }
  // What is typed here as the fault is what the open order is told; a missing one shows beside the same field.
  const supplement = (order: PhoneOrder): Promise<void> => {
    const { problems: found, ...filled } = bodyOf(
      { details: { ...details, zh: faultDescription.zh, en: faultDescription.en }, photos },
      { details: values.faultDescription, photos: values.images },
      language,
    )
    return send('supplement', order.id, { ...filled, problems: found.details ? { faultDescription: found.details } : {} })
  }

  return (
    <form ref={form} className="ph-form" onSubmit={(event) => void submit(event)} noValidate>
      <div>
        <div className="ph-report-device">
          <h2>{card.deviceName}</h2>
          <ToneTag tone={state.tone}>{say(state)}</ToneTag>
        </div>
        <p className="ph-quiet">{[card.deviceModel, card.deviceCode, card.useDeptName, card.locationName].filter(Boolean).join(' · ')}</p>
      </div>
      {isDisposed ? (
        <p className="ph-alert" role="alert">
          {say(words.disposed)}
        </p>
      ) : null}
      {open.length > 0 ? (
        <div className="ph-alert ph-alert-calm">
          {say(words.open)}
          <ul className="ph-rows">
            {open.map((order) => (
              <LinkRow key={order.id} to={`/repair/${order.id}`} title={order.faultDescription}>
                {say(words.openAt)
                  .replace('{state}', say(repairStates[order.repairStatus]))
                  .replace('{time}', order.reportedAt ? shortTime(order.reportedAt, language) : '—')}
              </LinkRow>
            ))}
          </ul>
        </div>
      ) : null}
      <FormFields fields={first} values={values} onChange={setValues} problems={problems} />
      {isElsewhere && values.isStopped === 1 ? (
        <p className="ph-alert ph-alert-calm" role="status">
          {say(words.stopNeedsDept)}
        </p>
      ) : null}
      <FormFields fields={more} values={values} onChange={setValues} problems={problems} />
      {failure ? (
        <p className="ph-alert" role="alert">
          {failure}
        </p>
      ) : null}
      <ActBar>
        {open[0] ? (
          <Button block color="primary" size="large" loading={busy} onClick={() => void supplement(open[0] as PhoneOrder)}>
            {say(words.addTo).replace('{order}', open[0].orderNo ?? '')}
          </Button>
        ) : null}
        <Button block color="primary" fill={open[0] ? 'outline' : 'solid'} size="large" type="submit" loading={busy} disabled={isDisposed}>
          {say(open[0] ? words.submitNew : words.submit)}
        </Button>
      </ActBar>
    </form>
  )
}
