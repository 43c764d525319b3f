import { expect, test } from 'vitest'
import type { PullAnswer } from '#contract/sync/sync.ts'
import { type CacheView, freshCacheMeta } from '#src/data/cache/cache-port.ts'
import { applyPage } from '#src/data/pull/apply-page.ts'

const who = { tenantId: '100001', userId: 'me' }
const view = (more: Partial<CacheView> = {}, whole?: string[]): CacheView => {
  const fresh = freshCacheMeta()
  const meta = { ...fresh, owner: who, current: { ...fresh.current, ...(whole ? { whole } : {}) } }
  return { meta, cursors: {}, loads: {}, rows: new Map(), lost: [], held: [], ...more }
}
const answer = (more: Partial<PullAnswer> = {}): PullAnswer => ({
  scopes: ['base', 'task:1'],
  changes: [],
  cursors: {},
  more: false,
  horizon: '10',
  epoch: 'e',
  serverTime: '2026-11-22T06:00:00.000Z',
  ...more,
})
const wholeAfter = (from: CacheView, page: PullAnswer): readonly string[] | undefined =>
  applyPage(from, { who, state: from }, page).meta?.current?.whole

test('a scope is whole once every page and every pack of the person is here, and not before', () => {
  expect(wholeAfter(view(), answer({ more: true }))).toBeUndefined()
  expect(wholeAfter(view(), answer({ packs: [{ feed: 'task:1#checkLine', rows: 3000 }] }))).toBeUndefined()
  expect(wholeAfter(view(), answer())).toEqual(['base', 'task:1'])
})

test('a scope that is new since is not whole while its pages come, and one that is lost is not when it comes back', () => {
  expect(wholeAfter(view({}, ['base']), answer({ more: true }))).toEqual(['base'])
  expect(wholeAfter(view({}, ['base', 'task:1']), answer({ scopes: ['base'], more: true }))).toEqual(['base'])
  const resync = view({}, ['base', 'task:1'])
  resync.meta.loading = { gen: 2, epoch: null }
  expect(wholeAfter(resync, answer({ scopes: ['base'], more: true }))).toEqual(['base'])
})
