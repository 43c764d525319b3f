import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { param } from '#contract/entities/settings/param.ts'
import { viewOf } from '#contract/kit/entity/view.ts'
import { chosen } from '#src/kit/list/columns/column-choice.ts'
import { listFields, usualChoice } from '#src/kit/list/columns/columns.tsx'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'

const inputOf = (name: keyof typeof param.fields): string =>
  renderToStaticMarkup(<FieldInput field={param.fields[name]} id={name} value="" />)

it('a parameter shows its name, key, value and remark [SHELL-ENT-PARAM]', () => {
  const view = viewOf(param)
  expect(chosen(Object.keys(listFields(view)), usualChoice(view))).toEqual(['paramName', 'paramKey', 'paramValue', 'remark'])
})

it('the value of a parameter is typed in several lines, its key in one [SHELL-VAL-PARAM-4]', () => {
  expect(inputOf('paramValue')).toContain('<textarea')
  expect(inputOf('paramKey')).not.toContain('<textarea')
})
