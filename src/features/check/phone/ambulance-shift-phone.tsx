import { Button } from 'antd-mobile'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { v7 } from 'uuid'
import { ambulanceCheck } from '#contract/entities/check/ambulance-check.ts'
import { shifts } from '#contract/entities/check/shifts.ts'
import { homeDay, homeHour } from '#contract/kit/time/day.ts'
import { askedFields, type FormOf } from '#src/kit/phone/asked-fields.ts'
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
import { AmbulanceItem, lossFields } from './ambulance-item.tsx'
import {
  enteredOf,
  type Finding,
  linesOf,
  operationOf,
  type PhoneItem,
  type PhoneVehicle,
  type Shift,
  shiftAt,
  withEntered,
} from './ambulance-model.ts'
import { ambulanceWords as words } from './ambulance-words.ts'
import { useItems, useVehicles } from './use-ambulance.ts'
import '#src/kit/widgets/phone/fields/phone-fields.css'

/** What a shift says at the end of its check; the rest comes from the trolley, the day and the items. */
const handingForm = {
  asks: ['handOverTo', 'handOverNote'],
  fills: ['checkTitle', 'dept', 'checkDate', 'shift', 'vehicle', 'vehicleCard'],
} as const satisfies FormOf

/** The check of one vehicle by a shift: item by item, then handed over. It is kept on this phone first. */
export function AmbulanceShiftPhone() {
  const { word, say } = useWords()
  const { id = '' } = useParams()
  const vehicles = useVehicles()
  const items = useItems(id)
  const vehicle = vehicles?.find((one) => one.id === id)
  return (
    <PhonePage title={vehicle?.vehicleName ?? say(words.title)} back="/ambulance">
      {vehicles === undefined || items === undefined ? (
        <PageLoading label={word('common.loading')} />
      ) : vehicle ? (
        <ShiftCheck key={id} vehicle={vehicle} items={items} />
      ) : (
        <PageState title={say(words.missing)} />
      )}
    </PhonePage>
  )
}

/** What one item's answer comes to, and what is wrong with it. */
function findingOf(item: PhoneItem, values: Values, language: 'zh' | 'en'): { finding?: Finding; problems: Problems } {
  if (values.result === 'complete') return { finding: { result: 'complete' }, problems: {} }
  if (values.result !== 'loss') return { problems: {} }
  const { body, problems } = bodyOf(lossFields, values, language)
  const isTooMany = !problems.quantity && Number(body.quantity) >= item.quantity
  const wrong = isTooMany ? { ...problems, quantity: words.tooMany[language] } : problems
  return { finding: { result: 'loss', quantity: Number(body.quantity), note: String(body.note ?? '') }, problems: wrong }
}

function ShiftCheck({ vehicle, items }: { vehicle: PhoneVehicle; items: readonly PhoneItem[] }) {
  const { word, say, language } = useWords()
  const navigate = useNavigate()
  const [now] = useState(() => new Date())
  // What was found on another day says nothing about today.
  const { values, setValues, forget } = useDraft(`ambulance-${vehicle.id}-${homeDay(now)}`, { shift: shiftAt(homeHour(now)) })
  const shift = values.shift as Shift
  const handing = askedFields(useFieldView(ambulanceCheck), handingForm)
  const [handingProblems, setHandingProblems] = useState<Problems>({})
  // What is spoken about an item comes while others are looked at.
  const latest = useRef(values)
  latest.current = values
  const enter = (itemId: string, entered: Values): void => {
    latest.current = withEntered(latest.current, itemId, entered)
    setValues(latest.current)
  }
  const [problems, setProblems] = useState<ReadonlyMap<string, Problems>>(new Map())
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const form = useFirstProblem(Object.assign({}, ...problems.values(), handingProblems) as Problems)
  useDirtyMark(Object.keys(values).length > 1)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const told = items.map((item) => [item.id, findingOf(item, enteredOf(values, item.id), language)] as const)
    const wrong = new Map(told.flatMap(([id, one]) => (Object.keys(one.problems).length > 0 ? [[id, one.problems] as const] : [])))
    setProblems(wrong)
    const lines = linesOf(items, new Map(told.flatMap(([id, { finding }]) => (finding ? [[id, finding] as const] : []))))
    const handed = bodyOf(handing, values, language)
    setHandingProblems(handed.problems)
    setFailure(lines ? '' : say(words.undecided))
    if (!lines || wrong.size > 0 || Object.keys(handed.problems).length > 0 || busy) return
    setBusy(true)
    try {
      await write(operationOf(vehicle, v7(), { checkDate: homeDay(new Date()), shift, ...handed.body, lines }), handed.photos)
    } catch (error) {
      setBusy(false)
      return setFailure(word('form.saveFailed', { why: word(whyNotKept(error)) }))
    }
    forget()
    soundOf('good')
    void notice(say(words.saved))
    await navigate('/ambulance', { replace: true })
  }

  return (
    <form ref={form} className="ph-form" onSubmit={(event) => void submit(event)} noValidate>
      {vehicle.lastLosses ? (
        <p className="ph-alert">
          {say(words.lost)}: {vehicle.lastLosses}
        </p>
      ) : null}
      {vehicle.handOver ? (
        <p>
          {say(words.handOver)}: {vehicle.handOver}
        </p>
      ) : null}
      <ChoiceBar
        label={say(words.shift)}
        value={shift}
        options={Object.entries(shifts).map(([value, one]) => ({ value: value as Shift, label: say(one) }))}
        onChange={(next) => setValues({ ...values, shift: next })}
      />
      {items.map((item) => (
        <AmbulanceItem
          key={item.id}
          of={item}
          values={enteredOf(values, item.id)}
          problems={problems.get(item.id) ?? {}}
          onChange={(next) => enter(item.id, next)}
        />
      ))}
      <FormFields fields={handing} values={values} onChange={setValues} problems={handingProblems} />
      {failure ? (
        <p className="ph-alert" role="alert">
          {failure}
        </p>
      ) : null}
      <ActBar>
        <Button block color="primary" size="large" type="submit" loading={busy}>
          {say(words.submit)}
        </Button>
      </ActBar>
    </form>
  )
}
