import { setTimeout as wait } from 'node:timers/promises'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import type { PullAnswer } from '#contract/sync/sync.ts'
import { type BundleAnswer, bundleFeed, cursorAfterBundles } from '#contract/sync/sync-bundle.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Answer, Client } from '#tests/harness/app-for-test.ts'
import { rowsOfBundle } from '#tests/harness/bundles.ts'
import { home, other } from '#tests/harness/hospitals.ts'

// The tests of this file build on each other, in this order.

const { surgery, bones, medicine } = home.depts
const cards = 2500
const feed = bundleFeed('tenant', 'device')

const fill = (tenant: string, count: number, dept: string | null): Promise<unknown> =>
  app.sql(
    `insert into device (tenant_id, id, device_name, device_code, rfid_code, device_model, use_dept_id, eam_status, filing_status)
     select $1, (lpad(to_hex(1700000000000 + i), 12, '0') || '70008' || substr(md5(i || $1), 1, 15))::uuid, '泵' || i % 7, 'P' || $1 || '-' || i,
       case when i % 2 = 0 then 'E280' || md5('' || i) end, case when i % 3 > 0 then 'M' || i % 5 end, $3, 'in_use', 'filed' from generate_series(1, $2) i`,
    [tenant, count, dept],
  )

const app = await appForFile()
const admin = await app.as('administrator')
const keeper = await app.as('keeper')
beforeAll(async () => {
  await fill(home.tenant, cards, bones)
})

const pull = (client: Client, cursors: Record<string, string | null> = {}, more: Record<string, number> = { packs: 1 }) =>
  client.get<PullAnswer>('/sync/pull', { cursors: JSON.stringify(cursors), ...more })
const bundle = (client: Client, more: Record<string, string | number | undefined> = {}): Promise<Answer<BundleAnswer>> =>
  client.get<BundleAnswer>('/sync/pack', { scope: 'tenant', entity: 'device', rows: 1000, ...more })
const add = async (more: Record<string, unknown> = {}) => (await admin.post('/eam/device/submit', { deviceName: '卡', ...more })).data.id

/** Pulls behind the cursors until everything committed before is delivered; the changes in order. */
const changesBehind = async (client: Client, from: Record<string, string | null>) => {
  const [newest] = await app.sql('select coalesce(max(xid::text::bigint), 0)::text as xid from sync_change where tenant_id = $1', [
    home.tenant,
  ])
  const all: PullAnswer['changes'] = []
  let cursors = from
  for (;;) {
    const { data } = await pull(client, cursors)
    all.push(...data.changes)
    cursors = { ...cursors, ...data.cursors }
    if (!data.more && BigInt(data.horizon) > BigInt(String(newest?.xid))) return all
    await wait(data.more ? 0 : 50)
  }
}

describe('a large scope', () => {
  test('is split off and announced, and its rows stay out of the pull', async () => {
    const { data } = await pull(admin)
    expect(data.scopes).toEqual(expect.arrayContaining(['tenant', feed]))
    const [{ count } = {}] = await app.sql('select count(*)::int as count from device where tenant_id = $1 and not is_deleted', [
      home.tenant,
    ])
    expect(data.packs).toEqual([{ feed, rows: count }])
    expect(data.changes.filter((one) => one.entity === 'device')).toEqual([])
    expect(data.cursors).not.toHaveProperty(feed)
    const later = await pull(admin, { ...data.cursors, [feed]: null })
    expect(later.data.packs).toEqual([{ feed, rows: count }])
    expect(later.data.changes.filter((one) => one.entity === 'device')).toEqual([])
  })

  test('comes whole to phones that take no packs, as before', async () => {
    const { data } = await pull(admin, {}, {})
    expect(data.scopes).not.toContain(feed)
    expect(data).not.toHaveProperty('packs')
    expect(data.changes.some((one) => one.entity === 'device')).toBe(true)
    expect(data.more).toBe(true)
  })

  test('is loaded pack by pack: every card once, in slim fields, the same as a pull sends', async () => {
    const held = new Map<string, Record<string, unknown>>()
    const sizes: number[] = []
    for (let after: string | null = null; ; ) {
      const { data } = await bundle(admin, { after: after ?? undefined })
      const rows = rowsOfBundle(data)
      sizes.push(rows.length)
      for (const row of rows) {
        expect(held.has(String(row.id))).toBe(false)
        held.set(String(row.id), row)
      }
      after = data.next
      if (after === null) break
    }
    expect(sizes.slice(0, -1).every((size) => size === 1000)).toBe(true)
    const truth = await app.sql('select id, version from device where tenant_id = $1 and not is_deleted', [home.tenant])
    expect([...held.keys()].sort()).toEqual(truth.map((row) => String(row.id)).sort())
    const { data } = await pull(admin, {}, {})
    const pulled = data.changes.filter((one) => one.entity === 'device')
    expect(pulled.length).toBeGreaterThan(1000)
    for (const { id, row } of pulled) {
      const bundled = held.get(id)
      expect(bundled).toEqual(Object.fromEntries(Object.keys(bundled ?? {}).map((name) => [name, row?.[name]])))
    }
    for (const name of device.offline?.offlineFields ?? [])
      expect(Object.keys(pulled[0]?.row ?? {}).some((key) => key === name || key === `${name}Id`)).toBe(true)
  })

  test('what changes between two packs of the first load comes through the pull behind the first horizon [F49]', async () => {
    const first = (await bundle(admin)).data
    const early = String(rowsOfBundle(first)[3]?.id)
    const second = (await bundle(admin, { after: first.next ?? '' })).data
    const late = String(rowsOfBundle(second)[3]?.id)
    const added = await add({ deviceName: '迟到' })
    await admin.post('/eam/device/submit', { id: early, deviceName: '改前' })
    await admin.post('/eam/device/submit', { id: late, deviceName: '改后' })
    await app.sql('update device set is_deleted = true where tenant_id = $1 and id = $2', [home.tenant, rowsOfBundle(first)[4]?.id])
    const changes = await changesBehind(admin, { base: null, tenant: null, [feed]: cursorAfterBundles(first.horizon) })
    const newest = new Map(changes.filter((one) => one.scope === feed).map((one) => [one.id, one]))
    expect(newest.get(early)?.row).toMatchObject({ deviceName: '改前' })
    expect(newest.get(late)?.row).toMatchObject({ deviceName: '改后' })
    expect(newest.get(added)?.row).toMatchObject({ deviceName: '迟到' })
    expect(newest.get(String(rowsOfBundle(first)[4]?.id))).toMatchObject({ deleted: true })
    expect(changes.filter((one) => one.entity === 'device' && one.scope !== feed)).toEqual([])
  })

  test('stays split while the phone sends its cursor, even when it has become small', async () => {
    const stranger = await app.as('administrator', other)
    const { data } = await pull(stranger, { base: null, tenant: null, [feed]: null })
    expect(data.packs).toEqual([{ feed, rows: expect.any(Number) }])
    expect((await pull(stranger)).data.packs).toBeUndefined()
    const cursor = cursorAfterBundles((await bundle(stranger)).data.horizon)
    const id = (await stranger.post('/eam/device/submit', { deviceName: '新' })).data.id
    for (;;) {
      const { data: next } = await pull(stranger, { tenant: '0.0', [feed]: cursor })
      expect(next.packs).toBeUndefined()
      expect(next.changes.filter((one) => one.scope === 'tenant' && one.entity === 'device')).toEqual([])
      if (next.changes.some((one) => one.scope === feed && one.id === id)) break
      await wait(50)
    }
  })
})

describe('a pack', () => {
  test('holds only cards of a scope that the person has now [F50]', async () => {
    expect((await bundle(keeper)).status).toBe(403)
    expect((await bundle(keeper, { scope: `dept:${medicine}` })).status).toBe(403)
    expect((await bundle(await app.as('virtual'))).status).toBe(403)
    const mine = rowsOfBundle((await bundle(keeper, { scope: `dept:${bones}`, rows: 5000 })).data)
    expect(mine.length).toBeGreaterThan(cards - 10)
    expect(new Set(mine.map((row) => row.useDeptId))).toEqual(new Set([bones]))
    expect(rowsOfBundle((await bundle(keeper, { scope: `dept:${surgery}` })).data).every((row) => row.useDeptId === surgery)).toBe(true)
    const moved = String(mine[7]?.id)
    await admin.post('/eam/device/submit', { id: moved, useDeptId: medicine })
    const after = rowsOfBundle((await bundle(keeper, { scope: `dept:${bones}`, rows: 5000 })).data)
    expect(after.map((row) => row.id)).not.toContain(moved)
  })

  test('never holds a card of another tenant', async () => {
    const stranger = await app.as('administrator', other)
    const theirs = new Set(rowsOfBundle((await bundle(stranger, { rows: 5000 })).data).map((row) => row.id))
    const mine = rowsOfBundle((await bundle(admin, { rows: 5000 })).data).map((row) => row.id)
    expect(theirs.size).toBeGreaterThan(0)
    expect(mine.filter((id) => theirs.has(id))).toEqual([])
  })

  test('is asked for with a scope, a large kind of row and a number', async () => {
    for (const wrong of [{ entity: 'location' }, { entity: 'x' }, { rows: 0 }, { rows: 10_001 }, { after: 'x' }, { scope: '' }])
      expect((await bundle(admin, wrong)).status, JSON.stringify(wrong)).toBe(400)
    expect((await fetch(`${app.url}/api/sync/pack?scope=tenant&entity=device`)).status).toBe(401)
    expect(rowsOfBundle((await bundle(admin, { after: v7() })).data)).toEqual([])
  })
})
