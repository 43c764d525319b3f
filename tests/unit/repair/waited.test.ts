import { expect, test } from 'vitest'
import { waitedText } from '#src/features/service/waited.ts'
import { deskZh } from '#src/words/desk-zh.ts'

const word = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
  Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, String(value)), String(deskZh[key as never]))

test('a wait is said in minutes, then in hours, then in days', () => {
  const said = [-3, 0, 59.9, 60, 47 * 60 + 59, 48 * 60, 75 * 60].map((minutes) => waitedText(minutes, { word }))
  expect(said).toEqual(['0 分钟', '0 分钟', '59 分钟', '1 小时 0 分', '47 小时 59 分', '2 天 0 小时', '3 天 3 小时'])
})
