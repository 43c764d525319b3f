import { describe, expect, test } from 'vitest'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { askedInput, namedInput } from '#contract/kit/entity/step-input.ts'
import { type FieldConfig, mayHide, viewOf } from '#contract/kit/entity/view.ts'
import { borrowForm } from '#src/features/custody/borrow-form.ts'
import { askedFields } from '#src/kit/phone/asked-fields.ts'
import { bodyOf } from '#src/kit/widgets/phone/fields/form-body.ts'

const said = (fieldCode: string, more: Partial<FieldConfig>): FieldConfig => ({
  fieldCode,
  isShow: 1,
  alias: null,
  fieldAssociation: null,
  ...more,
})
const asked = (...config: FieldConfig[]) => askedFields(viewOf(deviceApply, config), borrowForm)
const loan = { borrowTime: '2026-11-23T08:00:00.000Z', returnTime: '2026-11-24T08:00:00.000Z' }

describe('the form of a loan on the phone', () => {
  test('asks from when, until when and what for', () => {
    expect(Object.entries(asked()).map(([name, { required }]) => [name, Boolean(required)])).toEqual([
      ['borrowTime', true],
      ['returnTime', true],
      ['reason', false],
    ])
    expect(bodyOf(asked(), loan, 'zh').problems).toEqual({})
  })

  test('leaves out and does not send what the hospital hides', () => {
    const fields = asked(said('reason', { isShow: 0 }))
    expect(Object.keys(fields)).toEqual(['borrowTime', 'returnTime'])
    expect(bodyOf(fields, { ...loan, reason: '早先填的' }, 'zh').body).toEqual(loan)
  })

  test('asks for what the hospital requires, by its name, also what it does not ask elsewhere', () => {
    const fields = asked(said('reason', { isRequired: 1, alias: '借用事由' }), said('remark', { isRequired: 1 }))
    expect(Object.keys(fields)).toEqual(['borrowTime', 'returnTime', 'reason', 'remark'])
    expect(bodyOf(fields, loan, 'zh').problems).toEqual({ reason: '借用事由不能为空', remark: '备注不能为空' })
    expect(bodyOf(fields, { ...loan, reason: '夜班', remark: '急' }, 'zh').problems).toEqual({})
  })

  test('stands in the order of the hospital', () => {
    expect(Object.keys(asked(said('reason', { sort: 1 })))).toEqual(['reason', 'borrowTime', 'returnTime'])
  })

  // All that the form fills in is sent, so no hospital may hide it.
  test('fills in nothing that a hospital may hide', () => {
    for (const name of borrowForm.fills) expect([name, mayHide(deviceApply, name)]).toEqual([name, false])
  })

  test('does not ask what a phone has no control for, nor what the form fills in', () => {
    expect(Object.keys(asked(said('keeper', { isRequired: 1 }), said('useDept', { isRequired: 1 })))).toHaveLength(3)
  })
})

describe('the form of a step', () => {
  const { input } = repairFlow.steps.finish
  const view = viewOf(repairOrder, [
    said('diagnosis', { alias: '检修结论' }),
    said('measures', { isShow: 0 }),
    said('labourCost', { isShow: 0 }),
    said('images', { alias: '现场图' }),
  ])

  test('has the hospital’s names and asks for no hidden field, unless the step cannot do without it', () => {
    const asked = askedInput(view, input)
    expect(Object.keys(asked)).toEqual(Object.keys(input).filter((name) => name !== 'labourCost'))
    expect(asked).toMatchObject({ diagnosis: { zh: '检修结论' }, measures: { required: true }, photos: { zh: '照片' } })
    expect(bodyOf(asked, { measures: '换滚轮' }, 'zh').problems).toEqual({ diagnosis: '检修结论不能为空' })
  })

  test('is read by the server with all its fields, so that a queued step arrives', () => {
    expect(Object.keys(namedInput(view, input))).toEqual(Object.keys(input))
    expect(namedInput(view, input).diagnosis?.zh).toBe('检修结论')
  })

  test('keeps its own words for what only shares a name with a field of the record', () => {
    const { assign } = repairFlow.steps
    expect(namedInput(viewOf(repairOrder, [said('engineer', { alias: '技师' })]), assign.input).engineer?.zh).toBe('工程师')
  })
})
