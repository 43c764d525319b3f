import { execFileSync } from 'node:child_process'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { FILE_KIND, FILE_MAX_BYTES, PART_BYTES, partQuery } from '#contract/sync/sync-blobs.ts'
import { writeAs } from '#server/db/pool.ts'
import { clearContents } from '#server/jobs/clear-contents.ts'
import { diskStore } from '#server/kit/files/content-store.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { op, push } from '#tests/harness/ops.ts'
import { factsOf, fileState, picture, send, sendPart, upload } from '#tests/harness/pictures.ts'

const app = await appForFile()
const keeper = await app.as('keeper')
const admin = await app.as('administrator')
const stranger = await app.as('administrator', other)

const { bones, medicine } = home.depts
const content = (client: Client, id: string) => client.file(`/file/${id}`)
const onDisk = (): number => Number(execFileSync('find', [app.dataDir, '-type', 'f']).toString().split('\n').length - 1)

describe('a file', () => {
  test('of three parts arrives in any order, is announced, put together, and done once [F30]', async () => {
    const file = upload(picture(2 * PART_BYTES + 700))
    expect(await fileState(app, keeper, file.id)).toEqual({ status: 200, parts: '', complete: '0' })
    expect((await sendPart(app, keeper, file, 3)).data).toEqual({ complete: false, parts: [3] })
    expect((await sendPart(app, keeper, file, 1)).data).toEqual({ complete: false, parts: [1, 3] })
    expect((await sendPart(app, keeper, file, 1)).data).toEqual({ complete: false, parts: [1, 3] })
    expect(await fileState(app, keeper, file.id)).toEqual({ status: 200, parts: '1,3', complete: '0' })
    const whole = (await sendPart(app, keeper, file, 2)).data
    expect(whole).toEqual({ complete: true, parts: [1, 2, 3], result: { id: file.id, version: 1, xid: expect.stringMatching(/^\d+$/) } })
    expect(await fileState(app, keeper, file.id)).toEqual({ status: 200, parts: '', complete: '1' })
    expect(await app.sql('select kind, status from sync_op where op_id = $1', [file.opId])).toEqual([{ kind: FILE_KIND, status: 200 }])
    const { status, bytes, headers } = await content(keeper, file.id)
    expect([status, Buffer.from(bytes).equals(file.bytes)]).toEqual([200, true])
    expect(headers.get('content-type')).toBe('image/jpeg')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-disposition')).toMatch(/^inline; .*%E7%8E%B0/)
    expect(headers.get('cache-control')).toBe('private, no-cache')
    const again = await fetch(`${app.url}/api/file/${file.id}`, {
      headers: { ...keeper.headers, 'if-none-match': headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    // A part that comes late changes nothing.
    expect((await sendPart(app, keeper, file, 2)).data.complete).toBe(true)
    expect(await app.sql('select 1 from file where id = $1', [file.id])).toHaveLength(1)
    expect(await app.sql('select 1 from file_part where file_id = $1', [file.id])).toEqual([])
  })

  test('whose parts come five times at once is one file with one content', async () => {
    const file = upload(picture(PART_BYTES + 9))
    const answers = await Promise.all([1, 2, 1, 2, 2, 1].map((part) => sendPart(app, keeper, file, part)))
    expect(answers.map((one) => one.status).filter((status) => status !== 200 && status !== 409)).toEqual([])
    await send(app, keeper, file)
    expect(await app.sql('select 1 from file where id = $1', [file.id])).toHaveLength(1)
    expect(Buffer.from((await content(keeper, file.id)).bytes).equals(file.bytes)).toBe(true)
  })

  test('that was sent before is one content in a tenant, another in the next', async () => {
    const bytes = picture()
    const before = onDisk()
    for (const client of [keeper, admin, stranger]) expect((await send(app, client, upload(bytes))).data.complete).toBe(true)
    expect(onDisk() - before).toBe(2)
  })

  test('under a known operation with other content is refused, of another person too', async () => {
    const file = upload(picture(PART_BYTES + 5))
    await sendPart(app, keeper, file, 1)
    const bytes = picture(PART_BYTES + 5)
    const otherContent = { ...file, bytes, facts: factsOf(bytes) }
    expect(await sendPart(app, keeper, otherContent, 1)).toMatchObject({ status: 422, error: 'op_reused' })
    expect(await sendPart(app, admin, file, 2)).toMatchObject({ status: 403, error: 'identity_mismatch' })
    expect((await fileState(app, admin, file.id)).parts).toBe('')
    await send(app, keeper, file)
    expect(await send(app, keeper, { ...file, facts: { ...file.facts, name: 'x.jpg' } })).toMatchObject({ status: 422, error: 'op_reused' })
    expect(await send(app, admin, { ...file, opId: v7() })).toMatchObject({ status: 403, error: 'identity_mismatch' })
    expect((await fileState(app, admin, file.id)).complete).toBe('0')
    const used = await op({ kind: 'device.submit', target: { type: 'device', id: v7() }, body: { deviceName: '卡' } })
    await push(admin, used)
    expect(await send(app, admin, upload(picture(), { opId: used.id }))).toMatchObject({ status: 422, error: 'op_reused' })
    expect(await send(app, stranger, { ...file, opId: v7() })).toMatchObject({ data: { complete: true } })
  })

  test('made smaller starts again under another operation', async () => {
    const file = upload(picture(3 * PART_BYTES))
    await sendPart(app, keeper, file, 1)
    const bytes = picture(100)
    const smaller = { ...file, opId: v7(), bytes, facts: factsOf(bytes) }
    expect((await send(app, keeper, smaller)).data.complete).toBe(true)
    expect(Buffer.from((await content(keeper, file.id)).bytes).equals(bytes)).toBe(true)
  })

  test('damaged on its way is refused and its parts are dropped', async () => {
    const file = upload(picture(PART_BYTES + 5))
    await sendPart(app, keeper, file, 1)
    expect(await sendPart(app, keeper, file, 2, { body: Buffer.from('12345') })).toMatchObject({ status: 400, error: 'rule' })
    expect((await fileState(app, keeper, file.id)).parts).toBe('')
    expect((await send(app, keeper, file)).data.complete).toBe(true)
  })

  test('is what its bytes say, under any name: pages, scripts and archives are refused, nothing is unpacked', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(200))
    for (const bytes of [
      page,
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('MZ'.padEnd(64, '\0')),
      Buffer.alloc(3),
    ]) {
      const answer = await send(app, keeper, upload(bytes, { facts: factsOf(bytes, 'x.jpg') }))
      expect(answer).toMatchObject({ status: 400, error: 'rule' })
      expect(answer.msg).toContain('JPG')
    }
    const named = upload(picture(), { facts: undefined })
    const html = { ...named, facts: factsOf(named.bytes, 'x.html', 'text/html') }
    expect((await send(app, keeper, html)).data.complete).toBe(true)
    expect((await content(keeper, html.id)).headers.get('content-type')).toBe('image/jpeg')
    const pdf = Buffer.from('%PDF-1.7\n<script>alert(1)</script>')
    const paper = upload(pdf, { facts: factsOf(pdf, '../../etc/说明"\\.pdf', 'application/pdf') })
    expect((await send(app, keeper, paper)).data.complete).toBe(true)
    const shown = await content(keeper, paper.id)
    expect(shown.headers.get('content-type')).toBe('application/pdf')
    expect(shown.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  })

  test('with impossible facts is refused before a byte is stored', async () => {
    const file = upload(picture(PART_BYTES + 5))
    const wrong = async (part: number, facts: object, more = {}) =>
      (await sendPart(app, keeper, file, part, { query: `${partQuery(part, { ...file.facts, ...facts })}`, ...more })).status
    expect(await wrong(1, { size: FILE_MAX_BYTES + 1 })).toBe(413)
    expect(await wrong(1, {}, { body: Buffer.alloc(PART_BYTES + 1) })).toBe(413)
    expect(await wrong(0, {})).toBe(400)
    expect(await wrong(3, {})).toBe(400)
    expect(await wrong(2_000_000_000, {})).toBe(400)
    expect(await wrong(1, {}, { body: Buffer.alloc(7) })).toBe(400)
    expect(await wrong(1, { sha256: '../../../etc/passwd' })).toBe(400)
    expect(await wrong(1, { name: '' })).toBe(400)
    expect(await wrong(1, { name: 'x'.repeat(201) })).toBe(400)
    expect(await wrong(1, { size: 0 })).toBe(400)
    expect((await sendPart(app, keeper, file, 1, { query: partQuery(1, file.facts).replace('parts=2', 'parts=1') })).status).toBe(400)
    expect((await sendPart(app, keeper, { ...file, id: '..%2F..%2Fx' }, 1)).status).toBe(400)
    for (const headers of [{ 'idempotency-key': '' }, { 'idempotency-key': 'x' }])
      expect(await sendPart(app, keeper, file, 1, { headers })).toMatchObject({ status: 400, error: 'key_required' })
    const wrongs: Record<string, string>[] = [{ 'x-eam-user': admin.userId }, { 'x-eam-tenant': other.tenant }, { 'x-eam-user': '' }]
    for (const headers of wrongs)
      expect(await sendPart(app, keeper, file, 1, { headers })).toMatchObject({ status: 403, error: 'identity_mismatch' })
    expect((await sendPart(app, keeper, file, 1, { headers: { 'blade-auth': '' } })).status).toBe(401)
    const cookie = { 'blade-auth': '', cookie: `eam-access=${keeper.token}` }
    expect(await sendPart(app, keeper, file, 1, { headers: cookie })).toMatchObject({ status: 403, error: 'cross_site' })
    expect((await sendPart(app, keeper, file, 1, { headers: { 'content-type': 'application/json' } })).status).toBe(400)
    expect(await fileState(app, keeper, file.id)).toEqual({ status: 200, parts: '', complete: '0' })
  })
})

describe('a file on a record', () => {
  const report = (client: Client, deviceId: string, images: string[], deps: string[] = []) =>
    op({
      kind: 'repairOrder.submit',
      target: { type: 'repairOrder', id: v7() },
      body: { deviceId, faultDescription: '不开机', urgency: 'normal', images },
      deps,
    }).then(async (sent) => (await push(client, sent))[0])
  const card = async (useDeptId: string) => (await admin.post('/eam/device/submit', { deviceName: '泵', useDeptId })).data.id

  test('is seen only by those who may see the record', async () => {
    const file = upload()
    await send(app, keeper, file)
    expect((await content(keeper, file.id)).status).toBe(200)
    for (const client of [admin, stranger, await app.as('engineer')]) expect((await content(client, file.id)).status).toBe(404)
    expect((await fetch(`${app.url}/api/file/${file.id}`)).status).toBe(401)
    const done = await report(keeper, await card(bones), [file.id], [file.opId])
    expect(done?.msg).toBeUndefined()
    for (const client of [keeper, admin, await app.as('engineer'), await app.as('head')])
      expect((await content(client, file.id)).status).toBe(200)
    for (const client of [stranger, await app.as('warehouse_keeper'), await app.as('virtual'), await app.as('provider_engineer')])
      expect((await content(client, file.id)).status).toBe(404)
    await writeAs(app.pool, home.tenant, async (tx) => {
      await tx.run({
        text: 'update repair_order set use_dept_id = $2, reporter_id = null where tenant_id = $1 and id = $3',
        values: [home.tenant, medicine, done?.result?.id],
      })
    })
    expect((await content(keeper, file.id)).status).toBe(404)
    expect((await content(await app.as('warehouse_keeper'), file.id)).status).toBe(200)
  })

  test('of another person, of another tenant or of another record is not taken', async () => {
    const [mine, theirs, foreign] = [upload(), upload(), upload()]
    await send(app, keeper, mine)
    await send(app, admin, theirs)
    await send(app, stranger, foreign)
    const device = await card(bones)
    for (const id of [theirs.id, foreign.id, v7()])
      expect(await report(keeper, device, [id])).toMatchObject({ outcome: 'refused', http: 400 })
    expect(await report(keeper, device, [mine.id])).toMatchObject({ outcome: 'done' })
    expect(await report(keeper, device, [mine.id])).toMatchObject({ outcome: 'refused', http: 400 })
  })

  test('that has not arrived is waited for [F31]', async () => {
    const file = upload()
    const device = await card(bones)
    expect(await report(keeper, device, [file.id], [file.opId])).toMatchObject({ http: 424, code: 'dep_missing', outcome: 'retry' })
    await send(app, keeper, file)
    expect(await report(keeper, device, [file.id], [file.opId])).toMatchObject({ outcome: 'done' })
  })

  test('stays; an unreferenced file is removed with its content after a week, and sent again when its record comes [F29]', async () => {
    const contents = diskStore(`${app.dataDir}/files`)
    const [bound, loose, fresh, half] = [upload(), upload(), upload(), upload(picture(PART_BYTES + 1))]
    for (const file of [bound, loose, fresh]) await send(app, keeper, file)
    await sendPart(app, keeper, half, 1)
    const device = await card(bones)
    await report(keeper, device, [bound.id])
    for (const table of ['file', 'file_part'])
      await writeAs(app.pool, home.tenant, async (tx) => {
        const key = table === 'file' ? 'id' : 'file_id'
        await tx.run({
          text: `update ${table} set created_at = now() - interval '8 days' where tenant_id = $1 and ${key} = any($2::uuid[])`,
          values: [home.tenant, [bound.id, loose.id, half.id]],
        })
      })
    execFileSync('find', [app.dataDir, '-type', 'f', '-exec', 'touch', '-d', '2 hours ago', '{}', '+'])
    await clearContents(app.pool, contents)
    expect((await content(keeper, loose.id)).status).toBe(404)
    expect(await contents.has(home.tenant, loose.facts.sha256, loose.facts.size)).toBe(false)
    expect((await fileState(app, keeper, half.id)).parts).toBe('')
    for (const file of [bound, fresh]) expect((await content(keeper, file.id)).status).toBe(200)
    expect(await report(keeper, device, [loose.id], [loose.opId])).toMatchObject({ http: 424 })
    expect((await send(app, keeper, loose)).data.complete).toBe(true)
    expect(await report(keeper, device, [loose.id], [loose.opId])).toMatchObject({ outcome: 'done' })
  })

  test('whose content is lost is sent once more', async () => {
    const file = upload()
    await send(app, keeper, file)
    await diskStore(`${app.dataDir}/files`).remove(home.tenant, file.facts.sha256)
    expect((await content(keeper, file.id)).status).toBe(404)
    expect((await fileState(app, keeper, file.id)).complete).toBe('0')
    expect((await send(app, keeper, file)).data.complete).toBe(true)
    expect((await content(keeper, file.id)).status).toBe(200)
  })
})
