import { gzipSync } from 'node:zlib'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { lineCodeFields } from '#contract/entities/check/line-codes.ts'
import { dataScopes } from '#contract/kit/access/scope-kind.ts'
import { defaultRoles, rightsIn } from '#contract/roles.ts'
import type { PullAnswer } from '#contract/sync/sync.ts'
import type { BundleAnswer } from '#contract/sync/sync-bundle.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client } from '#tests/harness/app-for-test.ts'
import { rowsOfBundle } from '#tests/harness/bundles.ts'
import { checkLab } from '#tests/harness/check-lab.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { Cache } from '#tests/harness/ops.ts'
import { peopleLab } from '#tests/harness/people.ts'

const app = await appForFile()
const lab = await checkLab(app)

const linesOf = (cache: Cache, check: string) =>
  [...cache.rows].flatMap(([key, row]) => (key.split(' ')[1] === 'checkLine' && row.checkId === check ? [row] : []))
const caughtUp = async (cache: Cache, until: () => boolean): Promise<void> => {
  while (!until()) await cache.pull()
}

/** A card of 内科 with every code there is, in a room of its own, for a check of that room. */
async function coded(more: Record<string, unknown> = {}) {
  const room = await lab.room(`码${v7().slice(-8)}`)
  const tail = v7().slice(-8)
  const codes = { assetsCode: `GZ-${tail}`, sn: `SN-${tail}` }
  const card = await lab.card({ locationId: room, useDeptId: home.depts.medicine, ...codes, ...more })
  const { qrToken, deviceCode, rfidCode, assetsCode, sn } = await lab.device(card.id)
  return { id: card.id, room, codes: { qrToken, rfidCode, deviceCode, assetsCode, sn } as Record<string, string> }
}
const remove = (check: string, client: Client) =>
  app.sql('delete from check_member where tenant_id = $1 and check_id = $2 and user_id = $3', [home.tenant, check, client.userId])

describe('the codes of a line', () => {
  test('come to the phone of every member, of every role and every data scope', async () => {
    const { room, codes } = await coded()
    const roles = (Object.keys(defaultRoles) as (keyof typeof defaultRoles)[]).filter((role) =>
      rightsIn(home.tenant, defaultRoles[role]).includes('checkLine.list'),
    )
    expect(roles).toEqual(expect.arrayContaining(['engineer', 'keeper', 'warehouse_keeper', 'head', 'auditor']))
    const people = await peopleLab(app, () => lab.admin)
    const rights = ['device.list', 'checkTask.list', 'checkDept.list', 'checkLine.list', 'checkLine.scan']
    const members = [
      ...(await Promise.all(roles.map((role) => app.as(role)))),
      ...(await Promise.all(Object.keys(dataScopes).map((reach) => people.clerk(rights, reach)))).map(({ client }) => client),
    ]
    const check = await lab.started({ scopeLocations: [room] }, members)
    for (const member of members) {
      const phone = new Cache(member)
      await caughtUp(phone, () => linesOf(phone, check).length > 0)
      expect(linesOf(phone, check)).toEqual([expect.objectContaining(codes)])
    }
    expect(Object.keys(codes).sort()).toEqual([...lineCodeFields].sort())
  })

  test('are not sent to others, and leave the phone of a former member', async () => {
    const { room } = await coded()
    const check = await lab.started({ scopeLocations: [room] })
    const [member, head, stranger] = [
      new Cache(lab.keeper),
      new Cache(await app.as('head')),
      new Cache(await app.as('administrator', other)),
    ]
    await caughtUp(member, () => linesOf(member, check).length === 1)
    for (const phone of [head, stranger]) {
      await phone.pull()
      expect(linesOf(phone, check)).toEqual([])
      expect((await phone.client.get('/sync/pack', { scope: `task:${check}`, entity: 'checkLine' })).status).toBe(403)
    }
    await remove(check, lab.keeper)
    const { data } = await lab.keeper.get<PullAnswer>('/sync/pull', { cursors: JSON.stringify(member.cursors) })
    expect(data.scopes.filter((scope) => scope.startsWith(`task:${check}`))).toEqual([])
    expect((await lab.keeper.get('/sync/pack', { scope: `task:${check}`, entity: 'checkLine' })).status).toBe(403)
  })

  test('follow the card while the check is open, and only then', async () => {
    const { id, room, codes } = await coded()
    const [open, ended] = [await lab.started({ scopeLocations: [room] }), await lab.started({ scopeLocations: [room] })]
    await app.sql(`update check_task set check_status = 'closed' where tenant_id = $1 and id = $2`, [home.tenant, ended])
    const phone = new Cache(lab.keeper)
    await caughtUp(phone, () => linesOf(phone, open).length === 1)
    const shown = () => linesOf(phone, open)[0]
    const rfidCode = `E2FF${v7().slice(-8)}`
    expect((await lab.admin.post('/eam/device/submit', { id, rfidCode })).success).toBe(true)
    await caughtUp(phone, () => shown()?.rfidCode === rfidCode)
    // A lost label that was bound again, and the other codes.
    for (const [name, value] of Object.entries({
      qr_token: 'abcdefghjk99',
      assets_code: 'GZ-neu',
      sn: 'SN-neu',
      device_code: `ZC-${rfidCode}`,
    })) {
      await app.sql(`update device set ${name} = $3 where tenant_id = $1 and id = $2`, [home.tenant, id, value])
      const field = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
      await caughtUp(phone, () => shown()?.[field] === value)
    }
    await app.sql('update device set is_deleted = true where tenant_id = $1 and id = $2', [home.tenant, id])
    await caughtUp(phone, () => shown()?.rfidCode === null)
    expect(shown()).toMatchObject({ qrToken: null, assetsCode: null, sn: null })
    const [line] = await app.sql('select rfid_code, qr_token from check_line where tenant_id = $1 and check_id = $2', [home.tenant, ended])
    expect(line).toEqual({ rfid_code: codes.rfidCode, qr_token: codes.qrToken })
  })

  test('of a blind check come only with what the person has seen', async () => {
    const [seen, unseen] = [await coded(), await coded()]
    const check = await lab.started({ scopeLocations: [seen.room, unseen.room], mode: 'blind' })
    const phone = new Cache(lab.keeper)
    await caughtUp(phone, () => phone.ids('checkTask').includes(check))
    expect(linesOf(phone, check)).toEqual([])
    await lab.scan(lab.keeper, check, seen.codes.sn!)
    const received: unknown[] = []
    while (linesOf(phone, check).length === 0) received.push(...(await phone.pull()))
    received.push(...(await phone.pull()))
    expect(linesOf(phone, check)).toEqual([expect.objectContaining({ ...seen.codes, bookLocationId: null })])
    for (const code of Object.values(unseen.codes)) expect(JSON.stringify(received)).not.toContain(code)
  })
})

describe('server and phone resolve a code alike', () => {
  test('each code of a line is a match, the serial number too, in the case it was read in', async () => {
    const { id, room, codes } = await coded()
    const check = await lab.started({ scopeLocations: [room] })
    for (const code of [...Object.values(codes), codes.sn!.toLowerCase()])
      expect((await lab.scan(lab.keeper, check, code, room)).data).toMatchObject({ result: 'match', deviceId: id })
    expect((await lab.scan(lab.keeper, check, 'SN-nobody', room)).data.result).toBe('surplus')
    expect(await lab.lines(check)).toHaveLength(2)
  })

  test('a serial number that two lines share matches neither', async () => {
    const first = await coded()
    const second = await lab.card({ locationId: first.room, sn: first.codes.sn })
    const check = await lab.started({ scopeLocations: [first.room] })
    expect((await lab.scan(lab.keeper, check, first.codes.sn!, first.room)).data.result).toBe('surplus')
    for (const id of [first.id, second.id]) expect((await lab.line(check, id)).result).toBe('pending')
  })
})

test('twenty thousand lines with all codes come in packs of at most 60 bytes a line, to phones that read them', async () => {
  const cards = 20_000
  const room = await lab.room('大库')
  await app.sql(
    `insert into device (tenant_id, id, device_name, device_code, rfid_code, qr_token, assets_code, sn, use_dept_id, location_id, eam_status, filing_status)
     select $1, (lpad(to_hex(1700000000000 + i * 977), 12, '0') || '7' || substr(md5('a' || i), 1, 3) || '8' || substr(md5('b' || i), 1, 15))::uuid, '泵' || i % 40, 'ZC-2024-' || lpad(i::text, 6, '0'),
       'E28011' || upper(substr(md5('r' || i), 1, 18)), substr(translate(encode(sha256(('q' || i)::bytea), 'base64'), '+/=ABCDEFGHIJKLMNOPQRSTUVWXYZ', ''), 1, 12), 'GZ2024' || lpad((i * 7)::text, 8, '0'),
       'SN' || upper(substr(md5('s' || i), 1, 8)), $3, $4, 'in_use', 'filed' from generate_series(1, $2) i`,
    [home.tenant, cards, home.depts.medicine, room],
  )
  const check = await lab.started({ scopeLocations: [room] })
  const older = await lab.keeper.get<PullAnswer>('/sync/pull', { cursors: '{}', packs: 1 })
  expect((older.data.packs ?? []).filter(({ feed }) => feed.startsWith('task:'))).toEqual([])
  const feed = `task:${check}#checkLine`
  const { data } = await lab.keeper.get<PullAnswer>('/sync/pull', { cursors: '{}', packs: 1, linePacks: 1 })
  expect(data.packs).toEqual([{ feed, rows: cards }])
  let bytes = 0
  const rows = new Map<string, Record<string, unknown>>()
  for (let after: string | null = null, more = true; more; ) {
    const query: Record<string, string | number> = {
      scope: `task:${check}`,
      entity: 'checkLine',
      rows: 10_000,
      ...(after === null ? {} : { after }),
    }
    const answer = await lab.keeper.get<BundleAnswer>('/sync/pack', query)
    bytes += gzipSync(JSON.stringify(answer.data)).length
    for (const row of rowsOfBundle(answer.data)) rows.set(String(row.id), row)
    after = answer.data.next
    more = after !== null
  }
  const pulled = await lab.keeper.get<PullAnswer>('/sync/pull', { cursors: '{}' })
  const lines = pulled.data.changes.filter(({ entity, row }) => entity === 'checkLine' && row?.checkId === check)
  const without = lines.map(({ row }) => ({ ...row, qrToken: undefined, rfidCode: undefined, assetsCode: undefined, sn: undefined }))
  const each = (found: unknown[]): number => Math.round(gzipSync(JSON.stringify(found)).length / found.length)
  const said = `row by row ${each(without)} without and ${each(lines)} with the codes, in packs ${(bytes / cards).toFixed(1)} with them`
  process.stdout.write(`bytes a line, gzip: ${said}\n`)
  expect(lines.length).toBeGreaterThan(100)
  expect(rows.size).toBe(cards)
  expect(bytes / cards).toBeLessThanOrEqual(60)
  for (const { id, row } of lines) {
    const bundled = rows.get(id)!
    expect(bundled).toEqual(Object.fromEntries(Object.keys(bundled).map((name) => [name, row?.[name]])))
  }
}, 180_000)

describe('a code in every writing', () => {
  const widened = (code: string): string => code.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
  const writings = (code: string): string[] => [
    code.toLowerCase(),
    widened(code),
    widened(code.toLowerCase()),
    `\u00a0${code}\u3000`,
    [...code].join('\u200b'),
    code.replaceAll('-', '\u00ad-'),
    code.replaceAll('-', '\u2011'),
    `\ufeff${code}\r\n`,
  ]

  test('is the line of its card, never a surplus', async () => {
    const { id, room, codes } = await coded({ rfidCode: `E2AB${v7().slice(-8)}`.toUpperCase() })
    const check = await lab.started({ scopeLocations: [room] })
    for (const code of Object.values(codes))
      for (const writing of writings(code)) {
        const { data, success } = await lab.scan(lab.keeper, check, writing, room)
        expect({ writing, success, ...data }).toMatchObject({ writing, success: true, deviceId: id, result: 'match' })
      }
    expect(await lab.lines(check)).toHaveLength(1)
  })

  test('finds the card', async () => {
    const { id, codes } = await coded()
    for (const code of Object.values(codes))
      for (const writing of writings(code)) {
        const found = await lab.admin.get<{ id: string }>('/eam/device/queryRfidCode', { rfidCode: writing })
        expect({ writing, id: found.data?.id }).toEqual({ writing, id })
      }
  })

  test('that no card carries is one surplus, shown as it was given first', async () => {
    const { room } = await coded()
    const check = await lab.started({ scopeLocations: [room] })
    const code = `fremd-${v7().slice(-8)}`
    for (const writing of [code, ...writings(code)]) expect((await lab.scan(lab.keeper, check, writing, room)).data.result).toBe('surplus')
    const surplus = (await lab.lines(check)).filter((line) => line.isSurplus === 1)
    expect(surplus.map((line) => line.deviceCode)).toEqual([code])
    const empty = await lab.scan(lab.keeper, check, '\u200b\u00ad', room)
    expect(empty.success).toBe(false)
    expect(await lab.lines(check)).toHaveLength(2)
  })

  test('of GS1 finds the card by device identifier and serial number', async () => {
    const serial = `gs-${v7().slice(-8)}`
    const { id, room } = await coded({ sn: serial.toUpperCase(), udiDi: '6901234567892' })
    // Another device of the same maker's number, and another maker's device with the same serial number.
    await coded({ sn: `${serial}9`, udiDi: '06901234567892' })
    await coded({ sn: serial, udiDi: '09506000134352' })
    const printed = `${serial}-p`
    const bare = await coded({ sn: null, udiDi: '(01)06901234567892', udiPi: `(17)271231(21)${printed}` })
    const check = await lab.started({ scopeLocations: [room, bare.room] })
    const plain = await coded({ sn: null, udiDi: '06901234567892', udiPi: `1727123121${serial}-q` })
    const unbracketed = await lab.admin.get('/eam/device/queryRfidCode', { rfidCode: `(01)06901234567892(21)${serial}-q` })
    expect(unbracketed.data?.id).toBe(plain.id)
    // A part of a production identifier is no serial number.
    for (const part of [printed.slice(0, -1), serial.slice(3), '2712', '71231'])
      expect((await lab.admin.get('/eam/device/queryRfidCode', { rfidCode: `(01)06901234567892(21)${part}` })).status).toBe(404)
    const read = (sn: string): string[] => [
      `]d201069012345678921727123110LOT\x1d21${sn}`,
      `\x1d01069012345678921727123110LOT\x1d21${sn}`,
      `010690123456789221${sn}`,
      `(01)06901234567892(17)271231(10)LOT(21)${sn}`,
      `（01）06901234567892（21）${sn}`,
      `(01)06901234567892 (21)${sn.toUpperCase()}`,
    ]
    for (const [card, sn] of [
      [id, serial],
      [bare.id, printed],
    ] as const)
      for (const text of read(sn)) {
        expect({ text, id: (await lab.admin.get<{ id: string }>('/eam/device/queryRfidCode', { rfidCode: text })).data?.id }).toEqual({
          text,
          id: card,
        })
        const { data } = await lab.scan(lab.keeper, check, text)
        expect({ text, ...data }).toMatchObject({ text, deviceId: card, result: 'match' })
      }
    // The plate of another maker's device with the same serial number is none of this line.
    const alike = await lab.scan(lab.keeper, check, `(01)06901234567908(21)${serial}`, room)
    expect(alike.data).toMatchObject({ result: 'surplus', deviceId: null })
    const stranger = await lab.scan(lab.keeper, check, `]d20106901234567892` + `10L\x1d21SN-0`, room)
    expect(stranger.data).toMatchObject({ result: 'surplus', deviceId: null })
    const surplus = (await lab.lines(check)).filter((line) => line.isSurplus === 1).map((line) => line.deviceCode)
    expect(surplus.sort()).toEqual(['(01)06901234567892(10)L(21)SN-0', `(01)06901234567908(21)${serial}`])
  })

  test('is once: an RFID, an asset number of the books and a tag in another writing are refused by name', async () => {
    const rfidCode = `REUSE-${v7().slice(-8)}`
    await lab.card({ rfidCode })
    const other = await lab.card()
    for (const writing of writings(rfidCode)) {
      const answer = await lab.admin.post('/eam/device/submit', { id: other.id, rfidCode: writing })
      expect({ writing, success: answer.success, msg: answer.msg }).toMatchObject({
        writing,
        success: false,
        msg: expect.stringContaining('RFID'),
      })
    }
    const supplierCode = `GYS-${v7().slice(-6)}`
    expect((await lab.admin.post('/eam/supplierinfo/submit', { supplierName: '甲', supplierKind: 'dealer', supplierCode })).success).toBe(
      true,
    )
    expect(
      (
        await lab.admin.post('/eam/supplierinfo/submit', {
          supplierName: '乙',
          supplierKind: 'dealer',
          supplierCode: supplierCode.toLowerCase(),
        })
      ).success,
    ).toBe(false)
    expect((await lab.device(other.id)).rfidCode).toBe(other.rfidCode)
  })

  test('of two that were alike before, the one written as given is meant', async () => {
    const code = `GZ-${v7().slice(-8)}`.toUpperCase()
    const [first, second] = [await coded({ assetsCode: code }), await coded({ assetsCode: code.toLowerCase() })]
    const found = async (typed: string) => (await lab.admin.get<{ id: string }>('/eam/device/queryRfidCode', { rfidCode: typed })).data?.id
    expect(await found(code)).toBe(first.id)
    expect(await found(code.toLowerCase())).toBe(second.id)
    expect(await found(widened(code))).toBeUndefined()
  })
})
