import { expect, test } from 'vitest'
import { missedBy } from '#tests/harness/told-changes.ts'

test('a write that changes rows of an entity which pages would not ask again is named; a read is not held', () => {
  expect(missedBy('/blade-system/param/submit', ['param', 'device', 'checkTask'])).toEqual(['checkTask', 'device'])
  expect(missedBy('/blade-system/param/list', ['device'])).toEqual([])
})

test('a shared device changes with its card, however that is written', () => {
  for (const path of ['/eam/devicedisposal/execute', '/eam/device/submit']) expect(missedBy(path, ['poolDevice']), path).toEqual([])
})
