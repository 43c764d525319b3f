import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const manager = await app.as('equipment_manager')
const engineer = await app.as('engineer')
const keeper = await app.as('keeper')
const work = repairs(app, admin)

const [templates, tasks, records] = ['/eam/eamdeviceinspection', '/eam/eamdeviceinspectionlist', '/eam/eamdeviceinspectionlisthistory']
const none = '018f0000-0000-7000-8000-00000000dead'
const items = [
  { itemText: '开机自检通过', itemKind: 'yesNo', isRequired: 1, section: '功能' },
  { itemText: '接地电阻', itemKind: 'number', isRequired: 1, unit: 'Ω', upperLimit: 0.3, section: '安全' },
  { itemText: '失败现象', itemKind: 'text', isRequired: 1, shownItem: '1', shownAnswer: '否' },
]

const must = async <T = Row>(client: Client, path: string, body: object): Promise<T> => {
  const answer = await client.post<T>(path, body)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data
}
const detail = async (path: string, id: string, who = admin): Promise<Row> => (await who.get<Row>(`${path}/detail`, { id })).data
const listed = async (path: string, query: object = {}, who = admin): Promise<readonly Row[]> =>
  (await who.get<Page>(path, query as Record<string, string>)).data.records

let serial = 0
const template = async (more: object = {}, isPublished = true): Promise<string> => {
  const { id } = await must(admin, `${templates}/submit`, { templateName: `检查模板${++serial}`, useKind: 'quality', items, ...more })
  if (isPublished) await must(admin, `${templates}/publish`, { id })
  return id
}
const task = async (templateId: string, more: object = {}): Promise<string> =>
  (await must(admin, `${tasks}/submit`, { deviceId: await work.card(), templateId, ...more })).id
const save = async (id: string, answers: object, who = engineer): Promise<Row> =>
  must(who, `${tasks}/submit`, { id, version: (await detail(tasks, id)).version, answers })
const finished = async (templateId: string, answers: object): Promise<string> => {
  const id = await task(templateId)
  await save(id, answers)
  await must(engineer, `${tasks}/finish`, { id })
  return id
}
const good = { 1: 'yes', 2: 0.2 }
const bad = { 1: 'no', 2: 0.5, 3: '黑屏' }

describe('a checklist template', () => {
  test('gets versions by publishing; editing makes a draft of the next one', async () => {
    const id = await template({}, false)
    const made = await detail(templates, id)
    expect(made).toMatchObject({ templateStatus: 'draft', hasDraft: 1, versionNo: null, itemCount: 3 })
    expect((made.items as unknown as Row[]).map((one) => one.itemCode)).toEqual(['1', '2', '3'])
    const card = await work.card()
    expect((await admin.post(`${tasks}/submit`, { deviceId: card, templateId: id })).msg).toBe('检查表模板尚未发布，请先发布')
    await must(admin, `${templates}/publish`, { id })
    expect(await detail(templates, id)).toMatchObject({ templateStatus: 'published', hasDraft: 0, versionNo: 1 })
    expect((await admin.post(`${templates}/publish-more`, { id })).msg).toContain('没有未发布的修改')
    const before = await detail('/eam/checklist-version', (await listed('/eam/checklist-version/list', { templateId: id }))[0]!.id)
    await must(admin, `${templates}/submit`, { id, remark: '备注' })
    expect((await detail(templates, id)).hasDraft).toBe(0)
    await must(admin, `${templates}/submit`, { id, items: [...items, { itemText: '漏水', itemKind: 'yesNo', abnormalAnswers: '是' }] })
    expect(await detail(templates, id)).toMatchObject({ hasDraft: 1, versionNo: 1 })
    expect(await detail('/eam/checklist-version', before.id)).toEqual(before)
    await must(admin, `${templates}/publish-more`, { id })
    expect(await detail(templates, id)).toMatchObject({ hasDraft: 0, versionNo: 2 })
    expect(await detail('/eam/checklist-version', before.id)).toEqual(before)
    const versions = await listed('/eam/checklist-version/list', { templateId: id })
    expect(versions.map((one) => one.versionNo)).toEqual([2, 1])
  })

  test('refuses reversed limits, circles, too many items and a publishing without any', async () => {
    const refused = async (wrong: object[]): Promise<unknown> => {
      const answer = await admin.post(`${templates}/submit`, { templateName: `检查模板${++serial}`, useKind: 'quality', items: wrong })
      expect(answer.success).toBe(false)
      return answer.msg
    }
    const number = { itemText: '压力', itemKind: 'number', lowerLimit: 5, upperLimit: 4 }
    expect(await refused([number])).toBe('第 1 项“压力”的下限大于上限')
    const one = { itemCode: 'a', itemText: '甲', itemKind: 'yesNo' }
    expect(
      await refused([
        { ...one, shownItem: 'b', shownAnswer: '是' },
        { ...one, itemCode: 'b', itemText: '乙', shownItem: 'a', shownAnswer: '是' },
      ]),
    ).toBe('第 1 项“甲”的显示条件只能引用前面的项目，不能循环')
    expect(await refused(Array.from({ length: 201 }, (_, at) => ({ itemText: `项${at}`, itemKind: 'yesNo' })))).toContain('200')
    const empty = await template({ items: [] }, false)
    expect((await admin.post(`${templates}/publish`, { id: empty })).msg).toContain('没有检查项目')
  })

  test('many are changed by their versions, all or none', async () => {
    const [first, second] = [await template(), await template()]
    const named = async (id: string) => ({ id, version: Number((await detail(templates, id)).version) })
    const both = [await named(first), await named(second)]
    const stale = [both[0]!, { ...both[1]!, version: 1 }]
    expect(await admin.post(`${templates}/batchUpdate`, { templates: stale, isInactive: 1 })).toMatchObject({ error: 'stale' })
    expect((await detail(templates, first)).isInactive).not.toBe(1)
    await must(admin, `${templates}/batchUpdate`, { templates: both, isInactive: 1, useKind: 'maintenance' })
    expect(await detail(templates, second)).toMatchObject({ isInactive: 1, useKind: 'maintenance' })
    expect((await admin.post(`${tasks}/submit`, { deviceId: await work.card(), templateId: first })).success).toBe(false)
    expect((await admin.post(`${templates}/batchUpdate`, {})).success).toBe(false)
    expect((await engineer.post(`${templates}/batchUpdate`, { templates: both, isInactive: 0 })).status).toBe(403)
  })

  test('ready ones are loaded once, and those removed do not come back', async () => {
    expect(await must(manager, `${templates}/load-ready`, {})).toEqual({ made: 12 })
    const ready = (await listed(`${templates}/listNoPage`, { size: '200' })).filter(({ templateName }) =>
      String(templateName).includes('检查表'),
    )
    expect(ready.map((one) => one.templateStatus)).toContain('published')
    const ventilator = ready.find(({ templateName }) => templateName === '呼吸机质控检查表')!
    expect(ventilator).toMatchObject({ versionNo: 1, hasDraft: 0, useKind: 'quality' })
    await must(manager, `${templates}/remove`, { ids: [ventilator.id] })
    expect(await must(manager, `${templates}/load-ready`, {})).toEqual({ made: 0 })
    const there = await app.as('administrator', other)
    const [one, two] = await Promise.all([1, 2].map(() => there.post<{ made: number }>(`${templates}/load-ready`, { language: 'en' })))
    expect([one!.data.made, two!.data.made].sort((a, b) => a - b)).toEqual([0, 12])
    const names = (await listed(`${templates}/list`, { size: '50' }, there)).map((row) => row.templateName)
    expect(names).toContain('Ventilator quality check')
    expect((await engineer.post(`${templates}/load-ready`, {})).status).toBe(403)
  })
})

describe('a checklist', () => {
  test('is filled partly, and finished once everything required is there', async () => {
    const id = await task(await template())
    expect(await detail(tasks, id)).toMatchObject({ taskStatus: 'todo', useDeptId: home.depts.bones, useKind: 'quality', result: null })
    await save(id, { 1: 'yes' })
    expect(await detail(tasks, id)).toMatchObject({ taskStatus: 'filling', answers: { 1: 'yes' } })
    expect((await engineer.post(`${tasks}/finish`, { id })).msg).toContain('还有 1 个必填项目未填：接地电阻')
    expect((await detail(tasks, id)).taskStatus).toBe('filling')
    await save(id, { 2: 0.31 })
    expect((await detail(tasks, id)).answers).toEqual({ 1: 'yes', 2: 0.31 })
    await must(engineer, `${tasks}/finish`, { id })
    expect(await detail(tasks, id)).toMatchObject({
      ...{ taskStatus: 'finished', result: 'abnormal', abnormalCount: 1, finishedById: engineer.userId },
      findings: '接地电阻: 0.31 Ω (≤ 0.3)',
    })
    expect((await engineer.post(`${tasks}/submit`, { id, version: 9, answers: good })).success).toBe(false)
    expect((await engineer.post(`${tasks}/finish`, { id })).success).toBe(false)
  })

  test('loses no answer to an outdated version, nor to answers that do not fit', async () => {
    const id = await task(await template())
    const { version } = await detail(tasks, id)
    await save(id, { 1: 'no' })
    const stale = await engineer.post(`${tasks}/submit`, { id, version, answers: { 1: 'yes' } })
    expect(stale).toMatchObject({ success: false, error: 'stale' })
    expect((await engineer.post(`${tasks}/submit`, { id, answers: { 1: 'yes' } })).msg).toBe('版本不能为空')
    const now = (await detail(tasks, id)).version
    for (const answers of [{ 1: '是' }, { 9: 'yes' }, 'x', [1]])
      expect((await engineer.post(`${tasks}/submit`, { id, version: now, answers })).status).toBe(400)
    expect((await detail(tasks, id)).answers).toEqual({ 1: 'no' })
    const both = await Promise.all(
      [{ 2: 0.1 }, { 3: '黑屏' }].map((answers) => engineer.post(`${tasks}/submit`, { id, version: now, answers })),
    )
    expect(both.filter(({ success }) => success)).toHaveLength(1)
  })

  test('is judged by the version that it was made with', async () => {
    const templateId = await template()
    const id = await task(templateId)
    await must(admin, `${templates}/submit`, {
      id: templateId,
      items: [{ itemText: '新项目', itemKind: 'number', isRequired: 1, upperLimit: 1 }],
    })
    await must(admin, `${templates}/publish-more`, { id: templateId })
    await save(id, good)
    await must(engineer, `${tasks}/finish`, { id })
    expect(await detail(tasks, id)).toMatchObject({ result: 'normal', abnormalCount: 0 })
    const next = await task(templateId)
    expect((await engineer.post(`${tasks}/submit`, { id: next, version: 1, answers: good })).success).toBe(false)
    expect((await engineer.post(`${tasks}/submit`, { id, version: 3, templateId })).success).toBe(false)
  })

  test('is cancelled with a reason, and removed only before it began or after it was cancelled', async () => {
    const id = await task(await template())
    await save(id, { 1: 'yes' })
    expect((await admin.post(`${tasks}/remove`, { ids: [id] })).success).toBe(false)
    expect((await admin.post(`${tasks}/cancel`, { ids: [id] })).msg).toBe('原因不能为空')
    await must(admin, `${tasks}/cancel`, { ids: [id], reason: '设备外借' })
    expect(await detail(tasks, id)).toMatchObject({ taskStatus: 'cancelled', cancelReason: '设备外借' })
    expect((await engineer.post(`${tasks}/finish`, { id })).success).toBe(false)
    await must(admin, `${tasks}/remove`, { ids: [id] })
  })

  test('many are finished or assigned by one call, each by right and version, all or none', async () => {
    const templateId = await template()
    const [first, second] = [await task(templateId), await task(templateId)]
    const named = async () => Promise.all([first, second].map(async (id) => ({ id, version: Number((await detail(tasks, id)).version) })))
    const assign = { act: 'assign', assigneeId: engineer.userId, dueDate: '2026-12-31' }
    expect((await engineer.post(`${tasks}/batchUpdate`, { ...assign, tasks: await named() })).status).toBe(403)
    expect((await manager.post(`${tasks}/batchUpdate`, { act: 'assign', tasks: await named() })).msg).toBe('执行人不能为空')
    expect((await manager.post(`${tasks}/batchUpdate`, { ...assign, assigneeId: none, tasks: await named() })).success).toBe(false)
    await must(manager, `${tasks}/batchUpdate`, { ...assign, tasks: await named() })
    expect(await detail(tasks, second)).toMatchObject({ assigneeId: engineer.userId, dueDate: '2026-12-31' })
    await save(first, good)
    expect((await engineer.post(`${tasks}/batchUpdate`, { act: 'finish', tasks: await named() })).msg).toContain('必填项目未填')
    expect((await detail(tasks, first)).taskStatus).toBe('filling')
    const before = await named()
    await save(second, bad)
    expect(await engineer.post(`${tasks}/batchUpdate`, { act: 'finish', tasks: before })).toMatchObject({ error: 'stale' })
    const twice = [...(await named()), ...(await named())]
    expect((await engineer.post(`${tasks}/batchUpdate`, { act: 'finish', tasks: twice })).success).toBe(false)
    await must(engineer, `${tasks}/batchUpdate`, { act: 'finish', tasks: await named() })
    expect((await detail(tasks, first)).result).toBe('normal')
    expect(await detail(tasks, second)).toMatchObject({ result: 'abnormal', abnormalCount: 2 })
    expect((await admin.post(`${tasks}/batchUpdate`, {})).success).toBe(false)
  })

  test('is planned for the devices of a department or class once', async () => {
    const { id: classify } = await must(admin, '/eam/device-class/submit', { className: '检查分类', classCode: '08-01' })
    const templateId = await template({ classes: [classify] })
    const own = [await work.card(undefined, { classifyId: classify }), await work.card(undefined, { classifyId: classify })]
    await work.card()
    const plan = { templateId, dueDate: '2026-12-31', assigneeId: engineer.userId }
    expect(await must(admin, `${tasks}/plan`, plan)).toEqual({ made: 2, skipped: 0 })
    expect(await must(admin, `${tasks}/plan`, { ...plan, useDeptId: home.depts.bones })).toEqual({ made: 0, skipped: 2 })
    expect((await admin.post(`${tasks}/plan`, { ...plan, useDeptId: home.depts.medicine })).msg).toBe('没有符合条件的设备')
    expect((await admin.post(`${tasks}/plan`, { ...plan, templateId: await template() })).msg).toBe('没有符合条件的设备')
    expect((await admin.post(`${tasks}/plan`, { ...plan, templateId: none })).success).toBe(false)
    const made = await listed(`${tasks}/list`, { templateId })
    expect(made.map((one) => one.deviceId).sort()).toEqual([...own].sort())
    const two = await template()
    const both = await Promise.all([1, 2].map(() => admin.post<{ made: number }>(`${tasks}/plan`, { templateId: two, devices: own })))
    expect(both.reduce((sum, { data }) => sum + data.made, 0)).toBe(2)
  })

  test('opens a repair for what is abnormal once, and both name each other', async () => {
    const templateId = await template()
    const normal = await finished(templateId, good)
    expect((await engineer.post(`${tasks}/open-repair`, { id: normal })).msg).toContain('没有异常项目')
    const id = await finished(templateId, bad)
    const both = await Promise.all([1, 2].map(() => engineer.post(`${tasks}/open-repair`, { id, isStopped: 1 })))
    expect(both.filter(({ success }) => success)).toHaveLength(1)
    expect((await engineer.post(`${tasks}/open-repair`, { id })).msg).toContain('已转报修')
    const { repairId } = await detail(tasks, id)
    const order = await detail('/eam/eventtyperepair', String(repairId))
    expect(order).toMatchObject({ source: id, isStopped: 1, repairStatus: 'reported' })
    expect(order.faultDescription).toContain('接地电阻')
    const byTask = (await admin.get<Row[]>('/eam/eventtyperepair/getRepairListByApplyId', { applyId: id })).data
    expect(byTask.map((one) => one.id)).toEqual([repairId])
  })

  test('stands on the timeline of its device when it is finished', async () => {
    const id = await finished(await template(), bad)
    const { deviceId, taskNo } = await detail(tasks, id)
    const events = await listed('/eam/device/history', { id: String(deviceId) })
    expect(events.map((one) => one.operationTypeValue)).toContain('完成检查表')
    expect(events.find((one) => one.operationType === 'inspect')!.showContent).toContain(String(taskNo))
  })
})

describe('a checklist record', () => {
  test('keeps what was asked and answered when the template changes later', async () => {
    const templateId = await template()
    const id = await finished(templateId, bad)
    const [kept] = await listed(`${records}/list`, { taskId: id })
    const before = await detail(records, kept!.id)
    expect(before).toMatchObject({ result: 'abnormal', abnormalCount: 2, versionNo: 1, filledById: engineer.userId, correctsId: null })
    expect(before.entries).toMatchObject([
      { text: '开机自检通过', kind: 'yesNo', answer: 'no', verdict: 'abnormal', section: '功能' },
      { text: '接地电阻', unit: 'Ω', lower: null, upper: 0.3, answer: 0.5, verdict: 'abnormal' },
      { text: '失败现象', answer: '黑屏', verdict: 'noted' },
    ])
    await must(admin, `${templates}/submit`, {
      id: templateId,
      templateName: `改名${++serial}`,
      items: [{ itemText: '新', itemKind: 'text' }],
    })
    await must(admin, `${templates}/publish-more`, { id: templateId })
    expect(await detail(records, kept!.id)).toEqual(before)
  })

  test('is corrected by a further record with who and why, and never rewritten', async () => {
    const id = await finished(await template(), bad)
    const [first] = await listed(`${records}/list`, { taskId: id })
    const before = await detail(records, first!.id)
    const correction = { id: first!.id, answers: { 2: 0.2 }, reason: '读数抄错' }
    expect((await engineer.post(`${records}/submit`, { ...correction, reason: '' })).msg).toBe('更正原因不能为空')
    expect((await engineer.post(`${records}/submit`, { ...correction, answers: { 2: null } })).msg).toContain('必填项目不能清空')
    expect((await keeper.post(`${records}/submit`, correction)).status).toBe(403)
    const { id: second } = await must(engineer, `${records}/submit`, correction)
    expect(await detail(records, first!.id)).toEqual(before)
    expect(await detail(records, second)).toMatchObject({
      ...{ result: 'abnormal', abnormalCount: 1, correctsId: first!.id, reason: '读数抄错', filledById: engineer.userId },
    })
    expect(await detail(tasks, id)).toMatchObject({ abnormalCount: 1, answers: { ...bad, 2: 0.2 } })
    expect(await engineer.post(`${records}/submit`, correction)).toMatchObject({ success: false, error: 'conflict' })
    const both = await Promise.all([1, 2].map(() => engineer.post(`${records}/submit`, { ...correction, id: second })))
    expect(both.filter(({ success }) => success)).toHaveLength(1)
    expect((await engineer.post(`${records}/submit`, {})).success).toBe(false)
    expect((await engineer.post(`${records}/submit`, { ...correction, id: none })).status).toBe(404)
  })

  test('many are corrected all or none, and none is removed', async () => {
    const templateId = await template()
    const ids = [await finished(templateId, bad), await finished(templateId, bad)]
    const kept = await Promise.all(ids.map(async (taskId) => (await listed(`${records}/list`, { taskId }))[0]!.id))
    const [one, two] = kept.map((id) => ({ id, answers: good, reason: '复测' }))
    expect((await engineer.post(`${records}/batchUpdate`, { records: [one, { ...two, answers: { 2: 'x' } }] })).success).toBe(false)
    expect((await engineer.post(`${records}/batchUpdate`, { records: [one, one] })).success).toBe(false)
    expect(await listed(`${records}/list`, { taskId: ids[0]! })).toHaveLength(1)
    expect(await must(engineer, `${records}/batchUpdate`, { records: [one, two] })).toHaveLength(2)
    expect((await detail(tasks, ids[1]!)).result).toBe('normal')
    expect((await admin.post(`${records}/batchUpdate`, {})).success).toBe(false)
    expect((await admin.post(`${records}/remove`, { ids: [kept[0]] })).msg).toBe('检查记录不能删除，如有错误请更正')
    expect((await admin.post(`${records}/remove`, {})).success).toBe(false)
    expect((await detail(records, kept[0]!)).id).toBe(kept[0])
  })
})

describe('an assignee', () => {
  test('is active, sees checklists and is seen by who assigns, whichever way', async () => {
    const people = await peopleLab(app, () => admin)
    const templateId = await template()
    const rights = [
      'checklistTask.list',
      'checklistTask.submit',
      'checklistTask.assign',
      'checklistTask.work',
      'checklistTemplate.list',
      'device.list',
    ]
    const { client: head } = await people.clerk(rights, 'dept')
    const far = await people.settled('engineer', { deptId: home.depts.medicine, realName: '内科机密人员' })
    const blind = (await people.clerk(['device.list'])).id
    const gone = (await people.settled('engineer')).id
    await must(admin, '/osm/user/update-user-status', { userIds: [gone], status: 'stopped' })
    const near = (await people.settled('engineer')).id
    const id = await task(templateId)
    const version = async () => (await detail(tasks, id)).version
    for (const assigneeId of [far.id, blind, gone]) {
      expect((await head.post(`${tasks}/assign`, { ids: [id], assigneeId })).status, assigneeId).toBe(400)
      const batch = { act: 'assign', assigneeId, tasks: [{ id, version: await version() }] }
      expect((await head.post(`${tasks}/batchUpdate`, batch)).status).toBe(400)
      expect((await head.post(`${tasks}/submit`, { id, version: await version(), assigneeId })).status).toBe(400)
      const plan = { templateId: await template(), deviceIds: [(await detail(tasks, id)).deviceId], assigneeId }
      expect((await head.post(`${tasks}/plan`, plan)).status).toBe(400)
    }
    expect((await detail(tasks, id)).assigneeId).toBeNull()
    expect(JSON.stringify((await head.get(`${tasks}/listNoPage`)).data)).not.toContain('内科机密')
    await must(head, `${tasks}/assign`, { ids: [id], assigneeId: near })
    expect((await detail(tasks, id)).assigneeId).toBe(near)
  })

  test('hands over to a colleague who sees checklists', async () => {
    const people = await peopleLab(app, () => admin)
    const from = await people.settled('engineer')
    const { id: blind } = await people.clerk(['device.list'])
    const { id: to } = await people.settled('engineer')
    const id = await task(await template(), { assigneeId: from.id })
    expect((await admin.post('/osm/user/transfer-order', { userId: from.id, toId: blind })).msg).toContain('不能查看检查表')
    await must(admin, '/osm/user/transfer-order', { userId: from.id, toId: to })
    expect((await detail(tasks, id)).assigneeId).toBe(to)
  })
})

describe('who sees checklists', () => {
  test('a keeper those of the own department, a service provider those assigned to its person', async () => {
    const provider = await app.as('provider_engineer')
    const templateId = await template()
    const own = await finished(templateId, good)
    const card = await work.card(undefined, { useDeptId: home.depts.medicine })
    const { id: far } = await must(admin, `${tasks}/submit`, { deviceId: card, templateId })
    const idsOf = async (who: Client, path: string) => (await listed(path, { size: '200', templateId }, who)).map((one) => one.id)
    expect(await idsOf(keeper, `${tasks}/list`)).toEqual([own])
    expect((await keeper.get(`${tasks}/detail`, { id: far })).status).toBe(404)
    expect((await listed(`${records}/list`, { size: '200' }, keeper)).map((one) => one.taskId)).toContain(own)
    expect(await idsOf(provider, '/sps/inspectionplan/list')).toEqual([])
    expect((await provider.get('/sps/inspectionplan/detail', { id: far })).status).toBe(404)
    await must(admin, `${tasks}/assign`, { ids: [far], assigneeId: provider.userId })
    expect(await idsOf(provider, '/sps/inspectionplan/list')).toEqual([far])
    expect((await provider.get<Row>('/sps/inspectionplan/detail', { id: far })).data.id).toBe(far)
    expect((await provider.post(`${tasks}/submit`, { id: far, version: 2, answers: good })).status).toBe(403)
    const there = await app.as('administrator', other)
    expect(await idsOf(there, '/sps/inspectionplan/list')).toEqual([])
    expect((await there.get('/sps/inspectionplan/detail', { id: far })).status).toBe(404)
    expect((await idsOf(admin, '/sps/inspectionplan/list')).sort()).toEqual([far, own].sort())
  })

  test('lists without pages answer a page as well', async () => {
    for (const path of [templates, tasks, records])
      expect((await admin.get<Page>(`${path}/listNoPage`)).data).toMatchObject({ records: expect.any(Array), total: expect.any(Number) })
  })
})
