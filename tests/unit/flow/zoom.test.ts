import { expect, test } from 'vitest'
import { fitting } from '#src/features/flow/tree/use-zoom.ts'

test('a drawing fits as large as its window takes it, not above its size and not below what can be read', () => {
  const window = { width: 1000, height: 600 }
  expect(fitting(window, { width: 500, height: 300 })).toBe(1)
  expect(fitting(window, { width: 2000, height: 300 })).toBe(0.5)
  expect(fitting(window, { width: 500, height: 899 })).toBe(0.66)
  expect(fitting(window, { width: 90_000, height: 300 })).toBe(0.3)
})
