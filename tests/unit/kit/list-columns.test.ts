import { expect, it } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { role } from '#contract/entities/identity/role.ts'
import { viewOf } from '#contract/kit/entity/view.ts'
import { languages } from '#contract/kit/words.ts'
import { chosen } from '#src/kit/list/columns/column-choice.ts'
import { columnsOf, listFields, usualChoice } from '#src/kit/list/columns/columns.tsx'

/** Beside the menu of 224 px and the edges of the page, with the columns of the checkboxes and of the acts. */
const roomAt1440 = 1440 - 224 - 4 * 16 - 44 - 48

it('what identifies a device stands before everything else and has room on a screen of 1440 pixels, in both languages', () => {
  const view = viewOf(device)
  const choice = usualChoice(view)
  const names = chosen(Object.keys(listFields(view)), choice)
  expect(names.slice(0, 7)).toEqual(['deviceName', 'eamStatus', 'deviceCode', 'deviceModel', 'useDept', 'location', 'originalValue'])
  for (const language of languages) {
    const first = columnsOf(view, names.slice(0, 7), choice, undefined, language)
    expect(first.reduce((sum, { width }) => sum + Number(width), 0)).toBeLessThanOrEqual(roomAt1440)
  }
})

it('the order that a hospital gives its fields goes before that of the declaration', () => {
  const view = viewOf(device, [{ fieldCode: 'manufacturer', isShow: 1, alias: null, fieldAssociation: null, sort: 1 }])
  expect(Object.keys(listFields(view)).indexOf('manufacturer')).toBeLessThan(Object.keys(listFields(view)).indexOf('useDept'))
  expect(Object.keys(listFields(viewOf(device))).indexOf('manufacturer')).toBeGreaterThan(
    Object.keys(listFields(viewOf(device))).indexOf('useDept'),
  )
})

it('the key of a role is a column for those who ask for it', () => {
  const view = viewOf(role)
  expect(Object.keys(listFields(view))).toContain('roleAlias')
  expect(chosen(Object.keys(listFields(view)), usualChoice(view))).not.toContain('roleAlias')
})
