import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { time } from '#contract/kit/fields/field.ts'
import { DayInput } from '#src/kit/widgets/desk/day-input.tsx'
import { MomentControl } from '#src/kit/widgets/phone/fields/field-moment.tsx'

const valueIn = (markup: string): string | undefined => / value="([^"]*)"/.exec(markup)?.[1]

test('a moment is typed as clocks of the hospital show it; a day is a day', () => {
  const moment = '2026-12-31T16:00:00.000Z'
  expect(valueIn(renderToStaticMarkup(<DayInput value={moment} withTime />))).toBe('2027-01-01 00:00')
  expect(valueIn(renderToStaticMarkup(<DayInput value="2026-12-31" />))).toBe('2026-12-31')
  const field = time({ zh: '归还时间', en: 'Return time' })
  const control = <MomentControl field={field} value={moment} onChange={() => {}} problem={undefined} />
  expect(valueIn(renderToStaticMarkup(control))).toBe('2027-01-01T00:00')
})
