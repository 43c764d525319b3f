import { Button } from 'antd-mobile'
import { type FormEvent, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { v7 } from 'uuid'
import { applyKinds } from '#contract/entities/custody/apply-kinds.ts'
import { applyTitleOf } from '#contract/entities/custody/apply-title.ts'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Language } from '#contract/kit/words.ts'
import { useSession } from '#src/data/session.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { useDevice } from '#src/features/asset/public/devices.ts'
import { askedFields } from '#src/kit/phone/asked-fields.ts'
import { useDirtyMark } from '#src/kit/phone/dirty-forms.ts'
import { useFieldView } from '#src/kit/phone/field-view.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { useDraft } from '#src/kit/phone/store/draft.ts'
import { write } from '#src/kit/phone/store/local-data.ts'
import { whyNotKept } from '#src/kit/phone/store/why-not-stored.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { ChoiceBar } from '#src/kit/widgets/phone/choice-bar.tsx'
import { bodyOf } from '#src/kit/widgets/phone/fields/form-body.ts'
import { FormFields } from '#src/kit/widgets/phone/fields/form-fields.tsx'
import { useFirstProblem } from '#src/kit/widgets/phone/fields/form-problem.ts'
import type { Problems, Values } from '#src/kit/widgets/phone/fields/form-values.ts'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { useWords } from '#src/words/words.ts'
import { applyWords } from '../apply-words.ts'
import { BorrowDevices, type Wanted } from '../borrow-devices.tsx'
import { borrowForm } from '../borrow-form.ts'
import '#src/kit/widgets/phone/fields/phone-fields.css'
import './custody-phone.css'

const hour = 3_600_000
const lengths = { hours12: 12, day1: 24, day3: 72, day7: 168 } as const
type Length = keyof typeof lengths

const after = (moment: string, length: Length): string => new Date(Date.parse(moment) + lengths[length] * hour).toISOString()
const lengthOf = ({ borrowTime: from, returnTime: to }: Values): string =>
  Object.keys(lengths).find((one) => from && after(String(from), one as Length) === to) ?? ''

/** Now, to the minute, as the browser's control writes it. */
const thisMinute = (): string => new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString()

/** A card as a device that is asked for. */
const wantedOf = ({ id, deviceName, deviceCode }: PhoneDevice): Wanted => ({
  id,
  name: [deviceName, deviceCode].filter(Boolean).join(' '),
  ...(deviceName ? { deviceName } : {}),
  ...(deviceCode ? { deviceCode } : {}),
})

/** The title that the server would make of the loan, to be shown until it is sent. */
function titleOf({ fields }: View, wanted: readonly Wanted[], returnTime: unknown, language: Language): string {
  const words = (fields.type?.kind === 'choice' && fields.type.of.borrow) || applyKinds.borrow
  const lines = wanted.map(({ name, deviceName, deviceCode }) => ({ name: deviceName ?? name, code: deviceCode, quantity: 1 }))
  return applyTitleOf({ kind: 'borrow', words, lines, returnTime: returnTime ? String(returnTime) : null, now: new Date() }, language)
}

/** Asking for the loan of devices: which, how long and what for. It is kept on this phone first and submitted with the network. */
export function BorrowPhone() {
  const { word, say } = useWords()
  const { deviceId } = useParams()
  const card = useDevice({ id: deviceId ?? '' })
  const deptId = useSession((state) => state.person?.deptId)
  return (
    <PhonePage title={say(applyWords.title)} back={deviceId ? `/device/${deviceId}` : '/use'}>
      {!deptId ? (
        <PageState title={say(applyWords.noDept)} />
      ) : deviceId && card === undefined ? (
        <PageLoading label={word('common.loading')} />
      ) : (
        <Borrow draft={`borrow-${deviceId ?? ''}`} deptId={deptId} first={card ? [wantedOf(card)] : []} />
      )}
    </PhonePage>
  )
}

interface BorrowProps {
  /** The name under which what is entered is kept. */
  readonly draft: string
  readonly deptId: string
  readonly first: readonly Wanted[]
}

function Borrow({ draft, deptId, first }: BorrowProps) {
  const { word, say, language } = useWords()
  const navigate = useNavigate()
  const deptName = useSession((state) => state.person?.deptName)
  const view = useFieldView(deviceApply)
  const asked = askedFields(view, borrowForm)
  const [start] = useState(thisMinute)
  // Times start from now on each visit; the rest is restored when the form was left unsent.
  const [times, setTimes] = useState<Values>({ borrowTime: start, returnTime: after(start, 'day1') })
  const { values: entered, setValues: setEntered, forget } = useDraft(draft, {})
  const values: Values = { ...entered, ...times }
  const setValues = ({ borrowTime, returnTime, ...more }: Values): void => {
    setTimes({ borrowTime, returnTime })
    setEntered(more)
  }
  const wanted = (entered.lines as readonly Wanted[] | undefined) ?? first
  const setWanted = (lines: readonly Wanted[]): void => setEntered({ ...entered, lines })
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const form = useFirstProblem(problems)
  useDirtyMark(Boolean(values.reason) || wanted.length > 0)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { body, photos, problems: found } = bodyOf(asked, values, language)
    const isBackwards =
      Boolean(body.returnTime) &&
      !found.returnTime &&
      Date.parse(String(body.returnTime)) <= Math.max(Date.parse(String(body.borrowTime)), Date.now())
    const wrong = {
      ...found,
      ...(isBackwards ? { returnTime: say(applyWords.order) } : {}),
      ...(wanted.length === 0 ? { lines: say(applyWords.choose) } : {}),
    }
    setProblems(wrong)
    if (Object.keys(wrong).length > 0 || busy) return
    setBusy(true)
    const id = v7()
    const target = { type: 'deviceApply', id }
    const lane = `apply:${id}`
    const applyTitle = titleOf(view, wanted, body.returnTime, language)
    const lines = wanted.map((one) => ({ deviceId: one.id }))
    try {
      const said = { ...body, applyTitle, type: 'borrow', deptId, useDeptId: deptId, lines }
      await write({ kind: 'deviceApply.submit', target, lane, body: said }, photos)
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
      <p>
        {say(applyWords.forDept)} <strong>{deptName}</strong>
      </p>
      <BorrowDevices wanted={wanted} onChange={setWanted} problem={problems.lines} />
      {asked.returnTime ? (
        <div className="ph-borrow-lengths">
          <ChoiceBar
            label={say(applyWords.until)}
            value={lengthOf(values)}
            options={Object.keys(lengths).map((one) => ({ value: one, label: say(applyWords[one as Length]) }))}
            onChange={(next) => setValues({ ...values, returnTime: after(String(values.borrowTime ?? start), next as Length) })}
          />
        </div>
      ) : null}
      <FormFields fields={asked} values={values} onChange={setValues} problems={problems} />
      {failure ? (
        <p className="ph-alert" role="alert">
          {failure}
        </p>
      ) : null}
      <ActBar>
        <Button block color="primary" size="large" type="submit" loading={busy}>
          {say(applyWords.submit)}
        </Button>
      </ActBar>
    </form>
  )
}
