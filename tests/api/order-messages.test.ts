import { beforeAll, describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Answer, Client } from '#tests/harness/app-for-test.ts'
import { other } from '#tests/harness/hospitals.ts'
import { send, upload } from '#tests/harness/pictures.ts'
import { addProvider, type Provider } from '#tests/harness/providers.ts'
import { ok, ours, repairs, type Sharing, sharedOrder, sharingWith, theirs } from '#tests/harness/shared-order.ts'

interface Thread {
  readonly isOpen: boolean
  readonly unread: number
  readonly messages: readonly {
    readonly authorName: string
    readonly content: string
    readonly photos: readonly string[]
    readonly side: string
    readonly isMine: boolean
  }[]
}

const app = await appForFile()
let [swift, calm] = [] as unknown as [Provider, Provider]
let by: Sharing
let made = 0

beforeAll(async () => {
  swift = await addProvider(app, '200001', '迅修医工')
  calm = await addProvider(app, '200002', '安和维保')
  by = await sharingWith(app, swift)
})

const shared = () => sharedOrder(by, swift.first, `留言监护仪${++made}`)
const write = (who: Client, path: string, id: string, content: string): Promise<Answer<{ id: string }>> =>
  who.post(`${path}/message`, { id, content })
const thread = async (who: Client, path: string, id: string): Promise<Thread> => ok(await who.get<Thread>(`${path}/messages`, { id }))
const kept = (id: string) => app.sql('select tenant_id, id, content from order_message where order_id = $1 order by tenant_id', [id])

describe('messages on a shared order', () => {
  test('are read by both sides with the names of their authors, in their order', async () => {
    const { id } = await shared()
    ok(await write(by.engineer, ours, id, ' 请带备用电源 '))
    ok(await write(swift.first, theirs, id, '明早九点到'))
    const [hospital, provider] = [await thread(by.engineer, ours, id), await thread(swift.second, theirs, id)]
    expect(hospital.messages.map(({ content, side, isMine }) => [content, side, isMine])).toEqual([
      ['请带备用电源', 'hospital', true],
      ['明早九点到', 'provider', false],
    ])
    expect(provider.messages.map(({ content, isMine }) => [content, isMine])).toEqual([
      ['请带备用电源', false],
      ['明早九点到', false],
    ])
    expect(hospital.messages[1]!.authorName).toBe(`迅修医工first（${swift.name}）`)
    expect(provider.messages[1]!.authorName).toBe('迅修医工first')
    const [own, told] = [hospital.messages[0]!.authorName, provider.messages[0]!.authorName]
    expect(told).toMatch(new RegExp(`^${own}（.+）$`))
    const rows = await kept(id)
    expect(rows).toHaveLength(4)
    expect(new Set(rows.map((row) => row.id)).size).toBe(2)
    // The other side keeps no link to the author.
    const authors = await app.sql('select tenant_id, side, author_id from order_message where order_id = $1', [id])
    for (const row of authors) expect(row.author_id !== null).toBe((row.tenant_id === swift.tenant) === (row.side === 'provider'))
  })

  test('are told once to who is responsible on the other side, and read there', async () => {
    const { id } = await shared()
    const told = async (messages: number) => {
      const rows = await app.sql(`select tenant_id, user_id, subject, detail from notice where kind = 'share_message' and target_id = $1`, [
        id,
      ])
      expect(rows).toHaveLength(messages)
      return rows
    }
    ok(await write(swift.first, theirs, id, '配件三天后到'))
    // The engineer shared the order and repairs it: one notice, without the words.
    const [first] = await told(1)
    expect(first).toMatchObject({ user_id: by.engineer.userId, detail: null })
    ok(await write(swift.first, theirs, id, '改为两天'))
    await told(2)
    expect((await thread(by.engineer, ours, id)).unread).toBe(2)
    expect((await thread(by.admin, ours, id)).unread).toBe(0)
    expect(ok(await by.admin.post(`${ours}/messages-read`, { id }))).toEqual({ read: 0 })
    expect((await thread(by.engineer, ours, id)).unread).toBe(2)
    expect(ok(await by.engineer.post(`${ours}/messages-read`, { id }))).toEqual({ read: 2 })
    expect((await thread(by.engineer, ours, id)).unread).toBe(0)

    ok(await write(by.keeper, ours, id, '谢谢'))
    const people = (await told(5)).filter((row) => row.tenant_id === swift.tenant).map((row) => row.user_id)
    expect(new Set(people)).toEqual(new Set([swift.boss, swift.first, swift.second].map((one) => one.userId)))
    expect((await thread(swift.second, theirs, id)).unread).toBe(1)
    ok(await swift.second.post(`${theirs}/messages-read`, { id }))
    expect((await thread(swift.second, theirs, id)).unread).toBe(0)
    expect((await thread(swift.first, theirs, id)).unread).toBe(1)
  })

  test('carry pictures to the other side, which sees them with the order alone and until the share ends', async () => {
    const { id } = await shared()
    const [ofWard, ofProvider, foreign] = [upload(), upload(), upload()]
    ok(await send(app, by.engineer, ofWard))
    ok(await send(app, swift.first, ofProvider))
    ok(await send(app, swift.second, foreign))
    const say = (who: Client, path: string, body: object) => who.post<{ id: string }>(`${path}/message`, { id, ...body })
    ok(await say(by.engineer, ours, { photos: [ofWard.id] }))
    ok(await say(swift.first, theirs, { content: '铭牌', photos: [ofProvider.id] }))
    // What another person uploaded is no picture of one's own, and nothing is kept of the message.
    expect((await say(swift.first, theirs, { content: '借', photos: [foreign.id] })).status).toBe(400)
    expect((await say(swift.first, theirs, { content: '猜', photos: [ofWard.id] })).status).toBe(400)
    expect((await say(by.engineer, ours, { photos: Array(10).fill(ofWard.id) })).status).toBe(400)
    expect(await kept(id)).toHaveLength(4)

    const photosOf = async (who: Client, path: string) =>
      (await thread(who, path, id)).messages.map(({ content, photos }) => [content, photos.length, photos[0] ?? ''] as const)
    const [hospital, provider] = [await photosOf(by.keeper, ours), await photosOf(swift.second, theirs)]
    for (const one of [hospital, provider])
      expect(one.map(([content, count]) => [content, count])).toEqual([
        ['', 1],
        ['铭牌', 1],
      ])
    const stranger = await app.as('administrator', other)
    for (const [, , photo] of hospital) {
      expect((await by.keeper.file(`/file/${photo}`)).status).toBe(200)
      for (const who of [swift.first, calm.first, stranger]) expect((await who.file(`/file/${photo}`)).status).toBe(404)
    }
    for (const [, , photo] of provider) {
      expect((await swift.second.file(`/file/${photo}`)).status).toBe(200)
      for (const who of [by.engineer, calm.first, stranger]) expect((await who.file(`/file/${photo}`)).status).toBe(404)
    }
    ok(await by.engineer.post(`${ours}/end`, { id, reason: '自修' }))
    for (const [, , photo] of provider) expect((await swift.first.file(`/file/${photo}`)).status).toBe(404)
    expect(await app.sql('select id from file where tenant_id = $1 and of_id = $2', [swift.tenant, id])).toEqual([])
    for (const [, , photo] of hospital) expect((await by.engineer.file(`/file/${photo}`)).status).toBe(200)

    // A provider that declines keeps none either, though it keeps the number of the order.
    const again = await shared()
    const more = upload()
    ok(await send(app, by.engineer, more))
    ok(await by.engineer.post(`${ours}/message`, { id: again.id, content: '见图', photos: [more.id] }))
    const [, , copy] = (await thread(swift.first, theirs, again.id)).messages.map(({ photos }) => ['', 1, photos[0] ?? ''] as const)[0]!
    ok(await swift.first.post(`${theirs}/decline`, { id: again.id, reason: '超出范围' }))
    expect((await swift.first.file(`/file/${copy}`)).status).toBe(404)
  })

  test('of blanks, without words or too long are refused', async () => {
    const { id } = await shared()
    for (const content of ['', '   ', '长'.repeat(1001)]) {
      expect((await write(by.engineer, ours, id, content)).status).toBe(400)
      expect((await write(swift.first, theirs, id, content)).status).toBe(400)
    }
    expect(await kept(id)).toEqual([])
  })

  test('are hidden from everyone else, also by a guessed id', async () => {
    const { id, repairId } = await shared()
    ok(await write(by.engineer, ours, id, '内部话'))
    const stranger = await app.as('administrator', other)
    for (const [who, path] of [
      [stranger, ours],
      [stranger, theirs],
      [calm.first, theirs],
      [calm.boss, theirs],
    ] as const) {
      expect((await who.get(`${path}/messages`, { id })).status, path).toBe(404)
      expect((await write(who, path, id, '猜')).status, path).toBe(404)
      expect((await who.post(`${path}/messages-read`, { id })).status, path).toBe(404)
    }
    expect((await swift.first.get(`${ours}/messages`, { id })).status).toBe(403)
    expect((await write(swift.first, ours, id, '错边')).status).toBe(403)
    expect((await write(swift.first, theirs, repairId, '错号')).status).toBe(404)
    // A copy that the hospital's row no longer names writes nothing.
    await app.sql('update service_order set provider_tenant = $2 where id = $1', [id, calm.tenant])
    expect((await write(swift.first, theirs, id, '旧副本')).status).toBe(404)
    await app.sql('update service_order set provider_tenant = $2 where id = $1', [id, swift.tenant])
    expect(await kept(id)).toHaveLength(2)
  })

  test('end with the share: the provider keeps none and writes none, the hospital keeps its own', async () => {
    const { id } = await shared()
    ok(await write(by.engineer, ours, id, '只给你们看'))
    ok(await write(swift.first, theirs, id, '收到'))
    ok(await by.engineer.post(`${ours}/end`, { id, reason: '自修' }))
    expect((await swift.first.get(`${theirs}/messages`, { id })).status).toBe(404)
    expect((await write(swift.first, theirs, id, '还在吗')).status).toBe(404)
    expect((await write(by.engineer, ours, id, '还在吗')).msg).toBe('此工单已不再共享，不能留言')
    const rows = await kept(id)
    expect(rows.map((row) => row.tenant_id)).toEqual([by.engineer.tenant, by.engineer.tenant])
    const after = await thread(by.engineer, ours, id)
    expect([after.isOpen, after.messages.length]).toEqual([false, 2])
    const left = await app.sql(
      `select count(*)::int as n from notice where tenant_id = $1 and (subject || coalesce(detail, '')) like '%只给你们看%'`,
      [swift.tenant],
    )
    expect(left[0]!.n).toBe(0)
    const events = await app.sql(`select count(*)::int as n from audit_event where tenant_id = $1 and changes::text like '%只给你们看%'`, [
      swift.tenant,
    ])
    expect(events[0]!.n).toBe(0)
  })

  test('are gone from a declined order, and closed on one that is signed off', async () => {
    const declined = await shared()
    ok(await write(by.engineer, ours, declined.id, '能修吗'))
    ok(await swift.first.post(`${theirs}/decline`, { id: declined.id, reason: '不能' }))
    expect(await thread(swift.first, theirs, declined.id)).toEqual({ isOpen: false, unread: 1, messages: [] })
    expect((await write(swift.first, theirs, declined.id, '再问')).status).toBe(400)

    const { id, repairId } = await shared()
    const plan = { planContent: '更换', planPrice: '1.00', planDate: '2099-01-01' }
    ok(await swift.first.post('/sps/provider/workOrderRepair/plan-submit', { id, ...plan }))
    ok(await by.admin.post(`${ours}/confirm-plan`, { id }))
    ok(await swift.first.post(`${theirs}/start`, { id }))
    ok(await write(swift.first, theirs, id, '已到'))
    ok(await swift.first.post(`${theirs}/finish`, { id, diagnosis: '松动', measures: '紧固' }))
    ok(await by.keeper.post(`${repairs}/check`, { id: repairId, rating: 5 }))
    expect(await thread(swift.first, theirs, id)).toMatchObject({ isOpen: false, messages: [{ content: '已到' }] })
    expect((await write(by.engineer, ours, id, '谢谢')).status).toBe(400)
    expect((await write(swift.first, theirs, id, '不谢')).status).toBe(400)
  })

  test('and the end of the share at once: none is left with the provider', async () => {
    const { id } = await shared()
    await Promise.all([
      write(swift.first, theirs, id, '在路上'),
      by.engineer.post(`${ours}/end`, { id, reason: '自修' }),
      write(by.keeper, ours, id, '到哪了'),
    ])
    expect((await kept(id)).filter((row) => row.tenant_id === swift.tenant)).toEqual([])
  })
})
