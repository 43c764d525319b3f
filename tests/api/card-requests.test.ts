import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { picture, send, upload } from '#tests/harness/pictures.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const manager = await app.as('equipment_manager')
const keeper = await app.as('keeper')
const stranger = await app.as('administrator', other)

const add = async (more: Record<string, unknown> = {}): Promise<string> =>
  (await admin.post('/eam/device/submit', { deviceName: '监护仪', useDeptId: home.depts.bones, ...more })).data.id
const card = async (id: string) => (await admin.get('/eam/device/detail', { id })).data
const url = '/eam/cardfieldupdate'
type Asked = readonly (readonly [field: string, text: string | null])[]
const ask = (deviceId: string, asked: Asked, client = keeper) =>
  client.post(`${url}/submit`, { deviceId, reason: '铭牌与卡片不符', lines: asked.map(([fieldCode, newText]) => ({ fieldCode, newText })) })
const request = async (id: string, client = keeper) =>
  (await client.get<Row & { lines: Record<string, unknown>[] }>(`${url}/detail`, { id })).data
const decide = (id: string, type: string, content?: string, client = manager, path = `${url}/approval`) =>
  client.post(path, { id, type, content })

describe('a change request', () => {
  test('shows old and new value side by side and writes them once it is approved', async () => {
    const id = await add({ sn: 'S1', isMeasure: 0 })
    const made = await ask(id, [
      ['sn', 'S2'],
      ['useDept', '外科'],
      ['riskLevel', 'Ⅲ类'],
      ['isMeasure', '是'],
      ['usefulLifeMonths', '96'],
    ])
    expect(made.status, made.msg).toBe(200)
    const [waiting] = (await manager.get<Page>('/blade-flow/work/todo-list')).data.records
    expect(waiting!.instanceTitle).toMatch(/^\S+ 变更 监护仪 的 5 项信息$/)
    const found = await request(made.data.id)
    expect(found).toMatchObject({ requestTitle: '监护仪', requestStatus: 'submitted', fieldCount: 5, createUserName: expect.any(String) })
    expect(found.lines.map(({ fieldCode, fieldCodeValue, oldText, newText }) => [fieldCode, fieldCodeValue, oldText, newText])).toEqual([
      ['sn', '出厂编号', 'S1', 'S2'],
      ['useDept', '使用科室', '骨科', '外科'],
      ['riskLevel', '管理类别', null, 'Ⅲ类'],
      ['isMeasure', '计量设备', '否', '是'],
      ['usefulLifeMonths', '折旧月数', null, '96'],
    ])
    expect(await card(id)).toMatchObject({ sn: 'S1', version: 1 })
    expect((await decide(made.data.id, 'approve', '同意')).status).toBe(200)
    expect(await card(id)).toMatchObject({
      sn: 'S2',
      useDeptId: home.depts.surgery,
      riskLevel: 'III',
      isMeasure: 1,
      usefulLifeMonths: 96,
      version: 2,
    })
    expect(await request(made.data.id, admin)).toMatchObject({
      requestStatus: 'approved',
      decidedById: home.users.equipment_manager,
      opinion: '同意',
    })
    const [last] = (await admin.get<Page>('/eam/device/history', { id })).data.records
    expect(last!.showContent).toContain('出厂编号从 S1 改为 S2')
  })

  test('is refused with the field when the card moved on, and may be rejected then', async () => {
    const id = await add({ sn: 'S1', brand: '甲' })
    const made = await ask(id, [
      ['sn', 'S2'],
      ['brand', '乙'],
    ])
    // The same value by another way is no clash.
    await admin.post('/eam/device/submit', { id, sn: 'S3', brand: '乙' })
    const refused = await decide(made.data.id, 'approve')
    expect([refused.status, refused.error]).toEqual([409, 'conflict'])
    expect(refused.msg).toBe('“监护仪”的出厂编号在申请后已被修改，请驳回后重新申请')
    expect(refused.data).toEqual({ fields: ['sn'] })
    expect(await card(id)).toMatchObject({ sn: 'S3', version: 2 })
    expect((await decide(made.data.id, 'reject')).msg).toContain('审批意见不能为空')
    expect((await decide(made.data.id, 'reject', '已改过')).status).toBe(200)
    expect(await request(made.data.id)).toMatchObject({ requestStatus: 'rejected', opinion: '已改过' })
    expect((await decide(made.data.id, 'approve')).error).toBe('wrong_state')
  })

  test('is refused where its serial number is another card of the maker by then', async () => {
    await add({ sn: 'REQ-1', manufacturer: '甲厂' })
    const id = await add({ sn: 'REQ-2', manufacturer: '甲厂' })
    const made = await ask(id, [['sn', 'ＲＥＱ－１']])
    expect(made.status, made.msg).toBe(200)
    expect(await decide(made.data.id, 'approve')).toMatchObject({
      success: false,
      msg: expect.stringContaining('同一生产厂家的出厂编号“ＲＥＱ－１”已存在'),
    })
    expect(await card(id)).toMatchObject({ sn: 'REQ-2', version: 1 })
  })

  test('[ASSET-API-5] is decided once by two people, through every address, with type and content (deviation)', async () => {
    for (const path of [`${url}/approval`, '/eam/devicecardfieldupdate/approval', '/eam/deviceupdaterecord/audit']) {
      const id = await add()
      const made = await ask(id, [['sn', path]])
      const answers = await Promise.all([
        decide(made.data.id, 'approve', '好', manager, path),
        decide(made.data.id, 'reject', '不好', admin, path),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const { requestStatus } = await request(made.data.id)
      expect((await card(id)).sn).toBe(requestStatus === 'approved' ? path : null)
    }
    expect((await decide('01900000-0000-7000-8000-0000000000ff', 'approve')).status).toBe(404)
    const made = await ask(await add(), [['sn', '1']])
    expect((await decide(made.data.id, 'maybe')).status).toBe(400)
  })

  test('is not decided by who made it, nor by who has no right; another hospital sees nothing of it', async () => {
    const own = await ask(await add(), [['sn', '1']], manager)
    expect((await decide(own.data.id, 'approve')).msg).toBe('不能审批自己提交的申请')
    expect((await decide(own.data.id, 'approve', '好', keeper)).status).toBe(403)
    expect((await decide(own.data.id, 'approve', '好', stranger)).status).toBe(404)
    expect((await stranger.get(`${url}/detail`, { id: own.data.id })).status).toBe(404)
    expect((await stranger.get<Page>('/eam/devicecardfieldupdate/list')).data.total).toBe(0)
    const far = await add({ useDeptId: home.depts.medicine })
    expect((await ask(far, [['sn', '1']])).status).toBe(400)
    const there = await ask(far, [['sn', '1']], admin)
    expect((await keeper.get(`${url}/detail`, { id: there.data.id })).status).toBe(404)
  })

  test('names fields and values that exist, each field once', async () => {
    const id = await add()
    for (const [asked, problem] of [
      [[['eamStatus', 'in_use']], '不在可选范围内'],
      [[['parent', id]], '不在可选范围内'],
      [[['riskLevel', 'Ⅳ类']], '不在可选范围内'],
      [[['useDept', '没有的科室']], '不存在'],
      [[['useDept', other.depts.bones]], '不存在'],
      [[['usefulLifeMonths', '601']], '不能大于 600'],
      [[['deviceName', null]], '不能为空'],
      [[['isMeasure', '也许']], '只能是 0 或 1'],
      [
        [
          ['sn', '1'],
          ['sn', '2'],
        ],
        '重复',
      ],
      [[], '不能为空'],
    ] as [Asked, string][]) {
      const answer = await ask(id, asked)
      expect([answer.status, answer.msg]).toEqual([400, expect.stringContaining(problem)])
    }
    expect((await keeper.get<Page>(`${url}/list`, { deviceId: id })).data.total).toBe(0)
  })

  test('that changes before it is decided reads the card again where it says something else', async () => {
    const id = await add({ sn: 'S1', brand: '甲' })
    const made = await ask(id, [['sn', 'S2']])
    const { lines, version } = await request(made.data.id)
    const changed = await keeper.post(`${url}/submit`, {
      id: made.data.id,
      version,
      lines: [
        { id: lines[0]!.id, fieldCode: 'sn', newText: 'S2' },
        { fieldCode: 'brand', newText: '乙' },
      ],
    })
    expect(changed.status, changed.msg).toBe(200)
    const now = await request(made.data.id)
    expect(now.lines.map(({ oldText, newText }) => [oldText, newText])).toEqual([
      ['S1', 'S2'],
      ['甲', '乙'],
    ])
    expect((await manager.post(`${url}/approve`, { ids: [made.data.id] })).status).toBe(200)
    expect(await card(id)).toMatchObject({ sn: 'S2', brand: '乙' })
    expect((await keeper.post(`${url}/submit`, { id: made.data.id, reason: '再改' })).error).toBe('closed')
  })
})

describe('former versions of a document', () => {
  const attach = '/eam/device/attach'

  const sent = async (size: number): Promise<string> => {
    const file = upload(picture(size))
    expect((await send(app, admin, file)).status).toBe(200)
    return file.id
  }

  test('are kept when a file takes the place of another, and stay readable', async () => {
    const deviceId = await add()
    const [one, two, three] = [await sent(2000), await sent(2001), await sent(2002)]
    const id = (await admin.post(`${attach}/submit`, { deviceId, attachType: 'photo', attachName: '照片', files: [one] })).data.id
    for (const file of [two, three]) expect((await admin.post(`${attach}/submit`, { id, files: [file] })).status).toBe(200)
    await admin.post(`${attach}/submit`, { id, remark: '不换文件' })
    const { records } = (await keeper.get<Page>('/eam/documentshistory/list', { attachId: id, ascs: 'versionNo' })).data
    expect(records.map(({ versionNo, files }) => [versionNo, files])).toEqual([
      [1, [one]],
      [2, [two]],
    ])
    for (const file of [one, two, three]) expect((await keeper.file(`/file/${file}`)).status).toBe(200)
    expect((await (await app.as('warehouse_keeper')).file(`/file/${one}`)).status).toBe(404)
    const hand = await admin.post('/eam/documentshistory/submit', { attachId: id, versionName: '初版扫描件' })
    expect((await admin.get('/eam/documentshistory/detail', { id: hand.data.id })).data).toMatchObject({ versionNo: 3, attachName: '照片' })
    expect((await stranger.get<Page>('/eam/documentshistory/list')).data.total).toBe(0)
    expect((await admin.post(`${attach}/remove?ids=${id}`)).status).toBe(200)
    expect((await admin.post(`/eam/documentshistory/remove?ids=${records[0]!.id}`)).status).toBe(200)
  })
})
