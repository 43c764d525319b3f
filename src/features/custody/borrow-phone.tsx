import { Button } from 'antd-mobile'
import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { v7 } from 'uuid'
import { device } from '#contract/entities/asset/device.ts'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { readDetail } from '#src/data/read-detail.ts'
import { useSession } from '#src/data/session.ts'
import type { PhoneDevice } from '#src/kit/phone/device.ts'
import { useDevice } from '#src/kit/phone/devices.ts'
import { useDirtyMark } from '#src/kit/phone/dirty-forms.ts'
import { useDraft } from '#src/kit/phone/draft.ts'
import { useSync, write } from '#src/kit/phone/local-data.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { whyNotKept } from '#src/kit/phone/why-not-stored.ts'
import { ChoiceBar } from '#src/kit/widgets/phone/choice-bar.tsx'
import { bodyOf } from '#src/kit/widgets/phone/form-body.ts'
import { FormFields } from '#src/kit/widgets/phone/form-fields.tsx'
import { useFirstProblem } from '#src/kit/widgets/phone/form-problem.ts'
import type { Problems, Values } from '#src/kit/widgets/phone/form-values.ts'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { useWords } from '#src/words/words.ts'
import { applyWords } from './apply-words.ts'
import '#src/kit/widgets/phone/phone-fields.css'
import './custody-phone.css'

const { borrowTime, returnTime, reason } = deviceApply.fields
const asked = { borrowTime: { ...borrowTime, required: true }, returnTime: { ...returnTime, required: true }, reason } as const
const hour = 3_600_000
const lengths = { hours12: 12, day1: 24, day3: 72, day7: 168 } as const
type Length = keyof typeof lengths

const after = (moment: string, length: Length): string => new Date(Date.parse(moment) + lengths[length] * hour).toISOString()
const lengthOf = ({ borrowTime: from, returnTime: to }: Values): string =>
  Object.keys(lengths).find((one) => from && after(String(from), one as Length) === to) ?? ''

/** Now, to the minute, as the browser's control writes it. */
const thisMinute = (): string => new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString()

/** The card, from this phone or else from the server; null when it is not available. */
function useCard(id: string): PhoneDevice | null | undefined {
  const { online } = useSync()
  const held = useDevice({ id })
  const [found, setFound] = useState<PhoneDevice | null>()
  const isNeeded = held === null && online
  useEffect(() => {
    if (!isNeeded) return
    let current = true
    readDetail<PhoneDevice>(device, id).then(
      (row) => current && setFound(row),
      () => current && setFound(null),
    )
    return () => {
      current = false
    }
  }, [id, isNeeded])
  return held ?? (held === undefined || (isNeeded && found === undefined) ? undefined : (found ?? null))
}

/** Asking for the loan of a device: how long and what for. It is kept on this phone first and submitted with the network. */
export function BorrowPhone() {
  const { word, say } = useWords()
  const { deviceId = '' } = useParams()
  const card = useCard(deviceId)
  const deptId = useSession((state) => state.person?.deptId)
  return (
    <PhonePage title={say(applyWords.title)} back={`/device/${deviceId}`}>
      {card === undefined ? (
        <PageLoading label={word('common.loading')} />
      ) : card === null ? (
        <PageState title={word('card.notHere')} help={word('card.notHereHelp')} />
      ) : !deptId ? (
        <PageState title={say(applyWords.noDept)} />
      ) : card.useDeptId === deptId ? (
        <PageState title={say(applyWords.sameDept)} />
      ) : (
        <Borrow card={card} deptId={deptId} />
      )}
    </PhonePage>
  )
}

function Borrow({ card, deptId }: { card: PhoneDevice; deptId: string }) {
  const { word, say, language } = useWords()
  const navigate = useNavigate()
  const deptName = useSession((state) => state.person?.deptName)
  const [start] = useState(thisMinute)
  const { values, setValues, forget } = useDraft(`borrow-${card.id}`, { borrowTime: start, returnTime: after(start, 'day1') })
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const form = useFirstProblem(problems)
  useDirtyMark(Boolean(values.reason))

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { body, problems: found } = bodyOf(asked, values, language)
    const isBackwards = !found.returnTime && String(body.returnTime) <= String(body.borrowTime)
    const wrong = isBackwards ? { ...found, returnTime: say(applyWords.order) } : found
    setProblems(wrong)
    if (Object.keys(wrong).length > 0 || busy) return
    setBusy(true)
    const id = v7()
    const target = { type: 'deviceApply', id }
    const lane = `apply:${id}`
    const applyTitle = `${say(applyWords.titleOf)} ${card.deviceName}`.slice(0, deviceApply.fields.applyTitle.max)
    const draft = { ...body, applyTitle, type: 'borrow', deptId, useDeptId: deptId, lines: [{ deviceId: card.id }] }
    try {
      await write({ kind: 'deviceApply.submit', target, lane, body: draft })
      await write({ kind: 'deviceApply.eventSubmit', target, lane, body: {}, baseVersion: 0 })
    } catch (error) {
      setBusy(false)
      return setFailure(word('form.saveFailed', { why: word(whyNotKept(error)) }))
    }
    forget()
    soundOf('good')
    void notice(say(applyWords.saved))
    await navigate('/use', { replace: true })
  }

  return (
    <form ref={form} className="ph-form" onSubmit={(event) => void submit(event)} noValidate>
      <section className="ph-card ph-borrow-device">
        <h2>{card.deviceName}</h2>
        <p className="ph-quiet">{[card.deviceModel, card.useDeptName].filter(Boolean).join(' · ')}</p>
        <p>
          {say(applyWords.forDept)} <strong>{deptName}</strong>
        </p>
      </section>
      <div className="ph-borrow-lengths">
        <ChoiceBar
          label={say(applyWords.until)}
          value={lengthOf(values)}
          options={Object.keys(lengths).map((one) => ({ value: one, label: say(applyWords[one as Length]) }))}
          onChange={(next) => setValues({ ...values, returnTime: after(String(values.borrowTime ?? start), next as Length) })}
        />
      </div>
      <FormFields fields={asked} values={values} onChange={setValues} problems={problems} />
      {failure ? (
        <p className="ph-alert" role="alert">
          {failure}
        </p>
      ) : null}
      <div className="ph-form-end ph-form-end-stuck">
        <Button block color="primary" size="large" type="submit" loading={busy}>
          {say(applyWords.submit)}
        </Button>
      </div>
    </form>
  )
}
