import { describe, expect, it } from 'vitest'
import type { PullAnswer } from '#contract/sync/sync.ts'
import type { BundleAnswer } from '#contract/sync/sync-bundle.ts'
import { type CachedRow, type CacheView, freshCacheMeta, hidesCopy, isHeld, keyOf, targetOf } from '#src/data/cache/cache-port.ts'
import { applyBundle } from '#src/data/pull/apply-bundle.ts'
import { applyPage, startOver } from '#src/data/pull/apply-page.ts'
import { ann, bob } from '#tests/unit/outbox/lab.ts'

const serverTime = '2026-01-05T08:00:00.000Z'
const fresh = freshCacheMeta()
const viewOf = (more: Partial<CacheView> = {}, meta: Partial<CacheView['meta']> = {}): CacheView => ({
  ...{ meta: { ...fresh, owner: ann, ...meta }, cursors: {}, loads: {}, rows: new Map(), lost: [], held: [] },
  ...more,
})
const page = (more: Partial<PullAnswer> = {}): PullAnswer => ({
  ...{ scopes: ['a', 'b'], changes: [], cursors: {}, more: false, horizon: '10', epoch: 'e1', serverTime },
  ...more,
})
const applied = (view: CacheView, answer: PullAnswer, state: CacheView = view) => applyPage(view, { who: ann, state }, answer)
const rowOf = (id: string, more: Partial<CachedRow> = {}): CachedRow => ({
  gen: 1,
  entity: 'card',
  id,
  scopes: ['a'],
  row: { id },
  ...more,
})
const rowsOf = (...rows: CachedRow[]) => new Map(rows.map((row) => [keyOf(row.entity, row.id), row]))

describe('a page of a pull', () => {
  it('is whole when nothing is left to come, and says so with its time and its scopes', () => {
    expect(applied(viewOf({ held: ['a', 'z'], cursors: { a: '1.0' } }), page({ cursors: { b: '2.0' } }))).toEqual({
      ...{ put: [], drop: [], dropScopes: ['z'], dropGens: [], value: 'whole' },
      cursors: { gen: 1, set: { a: '1.0', b: '2.0' } },
      loads: { gen: 1, set: {} },
      meta: {
        current: { gen: 1, epoch: 'e1', horizon: '10', complete: true, whole: ['a', 'b'] },
        ...{ loading: null, pulledAt: Date.parse(serverTime) },
      },
    })
  })

  it('of many moves rows and cursors alone', () => {
    const result = applied(viewOf(), page({ more: true }))
    expect(result).toMatchObject({ value: 'applied', dropGens: [], cursors: { set: { a: null, b: null } } })
    expect(result.meta).toEqual({ current: { gen: 1, epoch: 'e1', horizon: null, complete: false } })
  })

  it('announces packs, and goes on with those that are under way', () => {
    const before = { rows: 4, got: 2, horizon: '3', after: 'x' }
    const loads = { 'a#card': before, 'b#card': before }
    const result = applied(
      viewOf({ loads }),
      page({
        packs: [
          { feed: 'a#card', rows: 5 },
          { feed: 'c#card', rows: 6 },
        ],
      }),
    )
    expect(result).toMatchObject({ value: 'applied' })
    expect(result.loads).toEqual({
      gen: 1,
      set: { 'a#card': { ...before, rows: 5 }, 'c#card': { got: 0, horizon: null, after: null, rows: 6 } },
    })
  })

  it('of another person, another generation or other cursors is not applied', () => {
    expect(applied(viewOf({}, { owner: bob }), page())).toEqual({ value: 'foreign' })
    expect(applied(viewOf({}, { owner: null }), page())).toEqual({ value: 'foreign' })
    expect(applied(viewOf({ cursors: { a: '2' } }), page(), viewOf({ cursors: { a: '1' } }))).toEqual({ value: 'overtaken' })
    expect(applied(viewOf({}, { loading: { gen: 2, epoch: null } }), page(), viewOf())).toEqual({ value: 'overtaken' })
    expect(applied(viewOf({ cursors: { a: '1', b: '2' } }), page(), viewOf({ cursors: { b: '2', a: '1' } })).value).toBe('whole')
  })

  it('of a load from scratch fills a generation of its own, which takes the place of the old one when it is whole', () => {
    const view = viewOf(
      {},
      { current: { gen: 1, epoch: 'e0', horizon: '9', complete: true, whole: ['a', 'z'] }, loading: { gen: 2, epoch: null } },
    )
    const part = applied(view, page({ more: true, changes: [{ scope: 'a', entity: 'card', id: '1', deleted: false, row: { n: 1 } }] }))
    expect(part).toMatchObject({ put: [{ gen: 2, id: '1' }], cursors: { gen: 2 }, loads: { gen: 2 }, dropGens: [] })
    expect(part.meta).toEqual({
      current: { gen: 1, epoch: 'e0', horizon: '9', complete: true, whole: ['a'] },
      loading: { gen: 2, epoch: 'e1' },
    })
    expect(applied(view, page())).toMatchObject({ dropGens: [1], meta: { current: { gen: 2, epoch: 'e1' }, loading: null } })
  })

  it('puts a row for every scope that delivered it, and drops it with the last', () => {
    const change = (scope: string, id: string, row?: object) => ({
      scope,
      entity: 'card',
      id,
      deleted: row === undefined,
      ...(row ? { row } : {}),
    })
    const rows = rowsOf(rowOf('1', { scopes: ['b'] }), rowOf('2', { scopes: ['a', 'b'] }), rowOf('3'))
    const changes = [
      change('a', '1', { n: 1 }),
      change('b', '2'),
      change('a', '3'),
      change('a', '4'),
      change('z', '5', { n: 5 }),
      change('b', '6', { n: 6 }),
    ]
    expect(applied(viewOf({ rows }), page({ changes } as never))).toMatchObject({
      put: [
        { id: '1', scopes: ['a', 'b'], row: { n: 1 } },
        { id: '2', scopes: ['a'], row: { id: '2' } },
        { id: '6', scopes: ['b'], row: { n: 6 } },
      ],
      drop: [{ id: '3', scopes: [], row: {} }],
    })
    const twice = [change('a', '7', { n: 1 }), change('b', '7', { n: 2 })]
    expect(applied(viewOf(), page({ changes: twice } as never)).put).toEqual([rowOf('7', { scopes: ['a', 'b'], row: { n: 2 } })])
  })

  it('keeps what hides a copy in a pack, without its content once no scope holds it', () => {
    const change = (scope: string, id: string, row?: object) => ({
      scope,
      entity: 'card',
      id,
      deleted: row === undefined,
      ...(row ? { row } : {}),
    })
    const scopes = ['a', 'a#card', 'b#card']
    const changes = [change('a#card', '1', { n: 1 }), change('b#card', '1', { n: 2 }), change('a#card', '2')]
    expect(applied(viewOf(), page({ scopes, changes } as never)).put).toEqual([
      rowOf('1', { scopes: ['a#card', 'b#card'], over: ['a#card', 'b#card'], row: { n: 2 } }),
      rowOf('2', { scopes: [], over: ['a#card'], row: {} }),
    ])
  })

  it('takes a lost scope out of its rows in every generation', () => {
    const lost = [
      rowOf('1', { scopes: ['a', 'z'] }),
      rowOf('2', { scopes: ['z'] }),
      rowOf('3', { gen: 0, scopes: ['z'], over: ['z#card', 'a#card'] }),
      rowOf('4', { scopes: ['z'], over: ['z#card'] }),
    ]
    const result = applied(viewOf({ lost }), page({ scopes: ['a', 'a#card'] }))
    expect(result.put).toEqual([rowOf('1'), rowOf('3', { gen: 0, scopes: [], over: ['a#card'], row: {} })])
    expect(result.drop).toEqual([rowOf('2', { scopes: [], row: {} }), rowOf('4', { scopes: [], row: {} })])
  })
})

describe('a load from scratch', () => {
  it('begins beside what can be read, for its person alone', () => {
    expect(startOver(viewOf(), ann, 'e2')).toEqual({ meta: { loading: { gen: 2, epoch: 'e2' } }, dropGens: [], value: undefined })
    const again = viewOf({}, { loading: { gen: 4, epoch: 'e1' } })
    expect(startOver(again, ann, null)).toEqual({ meta: { loading: { gen: 5, epoch: null } }, dropGens: [4], value: undefined })
    expect(startOver(viewOf(), bob, 'e2')).toEqual({ value: undefined })
  })
})

describe('a pack of a feed', () => {
  const ids = { heads: [1, 1], tails: btoa('\0'.repeat(20)) }
  const bundle = (more: Partial<BundleAnswer> = {}): BundleAnswer => ({
    ...{ ids, versions: [3, 4], columns: [], horizon: '7', epoch: 'e1', serverTime, next: 'id2' },
    ...more,
  })
  const none = { ids: { heads: [], tails: '' }, versions: [], next: null }
  const load = { rows: 4, got: 0, horizon: null, after: null }
  const view = viewOf({ loads: { 'a#card': load } })
  const packed = (of: CacheView, answer: BundleAnswer, state: CacheView = of) =>
    applyBundle(of, { who: ann, state, feed: 'a#card' }, answer)

  it('is stored, and the load goes on behind it', () => {
    const result = packed(view, bundle())
    expect(result).toMatchObject({ bundles: [{ gen: 1, feed: 'a#card', entity: 'card', size: 2, rev: '7' }], value: 'applied' })
    expect(result.loads).toEqual({ gen: 1, set: { 'a#card': { rows: 4, got: 2, horizon: '7', after: 'id2' } } })
    expect(result).not.toHaveProperty('cursors')
  })

  it('that is the last ends the load, and changes come from the horizon of the first on', () => {
    const going = viewOf({ loads: { 'a#card': { ...load, got: 2, horizon: '5' } } })
    const last = packed(going, bundle({ next: null }))
    expect(last.loads).toEqual({ gen: 1, set: { 'a#card': null } })
    expect(last.cursors).toEqual({ gen: 1, set: { 'a#card': '5.0' } })
    expect(packed(view, bundle(none))).toMatchObject({ bundles: [], cursors: { set: { 'a#card': '7.0' } } })
  })

  it('of another person, or of a load that has moved, is not stored', () => {
    expect(packed(viewOf({ loads: view.loads }, { owner: bob }), bundle())).toEqual({ value: 'foreign' })
    expect(packed(viewOf(), bundle(), view)).toEqual({ value: 'overtaken' })
    expect(packed(viewOf({ loads: { 'a#card': { ...load, got: 1 } } }), bundle(), view)).toEqual({ value: 'overtaken' })
    expect(packed(viewOf({ loads: view.loads }, { loading: { gen: 2, epoch: null } }), bundle(), view)).toEqual({ value: 'overtaken' })
  })
})

describe('a stored row', () => {
  it('is seen while a scope holds it, and hides the copies of the packs it lies over', () => {
    expect([isHeld(rowOf('1')), isHeld(rowOf('1', { scopes: [] }))]).toEqual([true, false])
    expect(hidesCopy(undefined, 'a#card')).toBe(false)
    expect(hidesCopy(rowOf('1'), 'a#card')).toBe(true)
    const stone = rowOf('1', { scopes: [], over: ['a#card'] })
    expect([hidesCopy(stone, 'a#card'), hidesCopy(stone, 'b#card'), hidesCopy(rowOf('1', { scopes: [] }), 'a#card')]).toEqual([
      true,
      false,
      false,
    ])
    expect(keyOf('card', '1')).toBe('card 1')
    expect(fresh).toEqual({ owner: null, current: { gen: 1, epoch: null, horizon: null, complete: false }, loading: null, pulledAt: 0 })
    expect(targetOf({ ...fresh, loading: { gen: 2, epoch: 'e' } })).toEqual({ gen: 2, epoch: 'e' })
    expect(targetOf(fresh)).toBe(fresh.current)
  })
})
