// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { noticeKinds } from '#contract/entities/platform/notice-kinds.ts'
import '#src/app/phone/modules.ts'
import '#src/app/phone/more-notices.ts'

// The registry gathers the kinds into the same table: what the phone knows is read before.
const known = new Set(Object.keys(noticeKinds))
const { areaFacts } = await import('#contract/registry.ts')

test('a phone has words for every kind of notice, also of modules without a page there', () => {
  const all = areaFacts.flatMap(({ notices }) => Object.keys(notices?.kinds ?? {}))
  expect(all.filter((kind) => !known.has(kind))).toEqual([])
  expect(all.length).toBeGreaterThan(20)
})
