import { noticeKinds } from 'virtual:notice-kinds'
import { expect, test } from 'vitest'
import { moduleFacts } from '#contract/registry.ts'

test('a phone has words for every kind of notice, also of modules without a page there', () => {
  const all = moduleFacts.flatMap(({ notices }) => Object.keys(notices?.kinds ?? {}))
  expect(all.filter((kind) => !noticeKinds[kind]?.zh || !noticeKinds[kind].en)).toEqual([])
  expect(all.length).toBeGreaterThan(20)
})
