import { describe, expect, test } from 'vitest'
import { type PushOp, SYNC_SCHEMA } from '#contract/sync/sync.ts'
import { type Upcast, upcast, upcasts } from '#server/sync/upcasts.ts'

const written = (schema: number, kind: string, body: unknown): PushOp => ({
  id: '01900000-0000-7000-8000-000000000001',
  kind,
  schema,
  lane: 'x',
  deps: [],
  target: { type: 'x', id: '01900000-0000-7000-8000-000000000002' },
  baseVersion: null,
  body,
  fp: 'f',
  occurredAt: '2026-11-20T10:00:00Z',
  skewMs: 0,
})

describe('an operation of an older contract', () => {
  const table: Record<number, Record<string, Upcast>> = {
    3: { 'check.scan': (op) => ({ body: { ...(op.body as object), way: 'camera' } }) },
    4: { 'check.scan': (op) => ({ body: op.body, kind: 'check.observe' }) },
  }

  test('is translated through each version up to this one, under its own id and fingerprint [F38]', () => {
    expect(upcast(written(3, 'check.scan', { code: '1' }), table, 5)).toEqual({
      ...written(5, 'check.observe', { code: '1', way: 'camera' }),
    })
    expect(upcast(written(4, 'check.scan', { code: '1' }), table, 5)).toEqual(written(5, 'check.observe', { code: '1' }))
    expect(upcast(written(5, 'check.scan', { code: '1' }), table, 5)).toEqual(written(5, 'check.scan', { code: '1' }))
  })

  test('that means the same in all of them stays as it is', () => {
    expect(upcast(written(3, 'device.seal', { reason: 'r' }), table, 5)).toEqual(written(5, 'device.seal', { reason: 'r' }))
  })

  test('is only translated from versions that are still taken', () => {
    const oldest = Math.max(1, SYNC_SCHEMA - 2)
    for (const schema of Object.keys(upcasts).map(Number)) {
      expect(schema).toBeGreaterThanOrEqual(oldest)
      expect(schema).toBeLessThan(SYNC_SCHEMA)
    }
  })
})
