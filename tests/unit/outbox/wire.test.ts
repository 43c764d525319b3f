import { describe, expect, it } from 'vitest'
import { acceptsSchema, canonical, fingerprint, pullQuery, SYNC_SCHEMA } from '#contract/sync/sync.ts'

const op = { kind: 'check.scan', target: { type: 'checkTask', id: '1' }, body: { code: '仪-1', location: null } }

describe('the wire', () => {
  it('canonical text does not depend on the order of keys and leaves out undefined', () => {
    expect(canonical({ b: [1, { d: null, c: 'x' }], a: undefined, 中: '"' })).toBe('{"b":[1,{"c":"x","d":null}],"中":"\\""}')
    expect(canonical(undefined)).toBe('null')
  })

  it('the fingerprint is the sha-256 of kind, target and body, and of nothing else', async () => {
    const fp = await fingerprint(op)
    expect(fp).toMatch(/^[0-9a-f]{64}$/)
    expect(await fingerprint({ ...op, body: { location: null, code: '仪-1' } })).toBe(fp)
    expect(await fingerprint({ ...op, lane: 'x', attempts: 3 } as typeof op)).toBe(fp)
    expect(await fingerprint({ ...op, body: { code: '仪-2', location: null } })).not.toBe(fp)
    expect(await fingerprint({ ...op, target: { type: 'checkTask', id: '2' } })).not.toBe(fp)
  })

  it('the server takes this contract version and the two before it', () => {
    expect([SYNC_SCHEMA + 1, SYNC_SCHEMA, 0, 1.5].map(acceptsSchema)).toEqual([false, true, false, false])
  })

  it('cursors travel as one parameter', () => {
    const query = new URLSearchParams(pullQuery({ cursors: { 'dept:1': '5.2', 'user:ö': null }, limit: 10 }))
    expect(JSON.parse(query.get('cursors') ?? '')).toEqual({ 'dept:1': '5.2', 'user:ö': null })
    expect(query.get('limit')).toBe('10')
  })
})
