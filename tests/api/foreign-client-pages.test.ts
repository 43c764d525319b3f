import { describe, expect, test } from 'vitest'
import { defaultRoles } from '#contract/roles.ts'
import { addNewMenus } from '#server/db/first/new-menus.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'
import { flowLab, node, people } from '#tests/harness/flow.ts'
import { type ForeignClient, type ForeignPage, type ForeignRow, foreignClient } from '#tests/harness/foreign-client.ts'
import { digest, home, password } from '#tests/harness/hospitals.ts'

/**
 * The pages of the same client as in `foreign-client.test.ts` whose forms are of their own kind: divisions, menu items, tenants and their packages,
 * scopes, the code generator, attachments, uploads and the captcha. Above each test stands the file that sends what it sends.
 */
const app = await appForFile()
await addNewMenus(app.pool)
const platform = await foreignClient(app, '000000', 'admin', 'admin')
const admin = await foreignClient(app, home.tenant, 'administrator', password)
const page = { current: 1, size: 10 }

describe('divisions (src/views/base/region.vue, src/api/base/region.js)', () => {
  const form = { parentCode: '', parentName: '', code: '98', subCode: '98', name: '外省', regionLevel: 1, sort: 1, remark: '' }
  const detail = (code: string) => platform.get<ForeignRow>('/blade-system/region/detail', { code })

  test('one is added at the top, changed by the whole row with the part of its code, has one below it, and goes by its code in the query', async () => {
    await platform.post('/blade-system/region/submit', undefined, form)
    const row = await detail('98')
    // handleSubmit joins the codes again; nodeClick has cut the part out of them.
    await platform.post('/blade-system/region/submit', undefined, { ...row, subCode: '98', name: '外省改' })
    expect(await detail('98')).toMatchObject({ name: '外省改', parentCode: null })
    const below = {
      parentCode: '98',
      parentName: '外省改',
      code: '9801',
      subCode: '01',
      name: '外市',
      regionLevel: '2',
      sort: 1,
      remark: '',
    }
    await platform.post('/blade-system/region/submit', undefined, below)
    expect(await platform.get('/blade-system/region/lazy-tree', { parentCode: '98' })).toMatchObject([{ id: '9801', title: '外市' }])
    await platform.post('/blade-system/region/remove', { id: '9801' })
    await platform.post('/blade-system/region/remove', { id: '98' })
    await expect(detail('98')).rejects.toThrow(/^404/)
  })
})

describe('menu items (src/views/system/menu.vue, src/api/system/menu.js)', () => {
  const form = {
    name: '外链',
    path: 'https://example.org/x',
    parentId: '',
    source: 'iconfont iconicon_work',
    code: 'foreignLink',
    category: 1,
    alias: 'menu',
    isOpen: 1,
    sort: 1,
    remark: '',
  }
  const add = (more: object) => platform.post<ForeignRow>('/blade-system/menu/submit', undefined, { ...form, ...more })
  const detail = (id: string) => platform.get<ForeignRow>('/blade-system/menu/detail', { id })

  test('one is added, changed and removed; what was typed is what the menu of a person shows', async () => {
    const { id } = await add({})
    expect(await detail(id)).toMatchObject({ menuName: '外链', nameEn: '外链', address: form.path, icon: form.source })
    const shown = await platform.get<{ id: string }[]>('/blade-system/menu/routes', { topMenuId: '' })
    expect(shown).toContainEqual(expect.objectContaining({ name: '外链', path: form.path, source: form.source }))
    await platform.post('/blade-system/menu/submit', undefined, { ...(await detail(id)), ...form, name: '外链二', hasChildren: false })
    expect(await detail(id)).toMatchObject({ menuName: '外链二', nameEn: '外链' })
    const row = await detail(id)
    // Under our names something was changed: what the form sends back beside does not undo it.
    await platform.post('/blade-system/menu/submit', undefined, { ...row, ...form, menuName: '外链三' })
    expect(await detail(id)).toMatchObject({ menuName: '外链三', address: form.path })
    await platform.post('/blade-system/menu/remove', { ids: id })
    await expect(detail(id)).rejects.toThrow(/404/)
  })

  test('what an item of this program cannot be is refused by its name, and nothing is saved', async () => {
    const before = (await platform.get<ForeignRow[]>('/blade-system/menu/list', page)).length
    for (const [more, name] of [
      [{ category: 2 }, 'category'],
      [{ alias: 'add' }, 'alias'],
      [{ isOpen: 2 }, 'isOpen'],
    ] as const)
      await expect(add({ code: `foreign${name}`, ...more })).rejects.toThrow(new RegExp(`400.*${name}`))
    expect((await platform.get<ForeignRow[]>('/blade-system/menu/list', page)).length).toBe(before)
  })
})

describe('tenants (src/views/system/tenant.vue, src/api/system/tenant.js)', () => {
  const form = {
    tenantName: '外来医院',
    linkman: '',
    contactNumber: '',
    address: '',
    accountNumber: '',
    expireTime: '',
    domainUrl: '',
    backgroundUrl: '',
  }
  /** What other programs may say beside: the number of the tenant and its first administrator. */
  const asked = { tenantId: '180001', account: 'first', realName: '张三' }
  const detail = (id: string) => platform.get<ForeignRow>('/blade-system/tenant/detail', { id })

  test('one is added by the form, found, and changed by the whole row', async () => {
    await platform.post('/blade-system/tenant/submit', undefined, { ...form, ...asked })
    const search = { ...page, tenantId: '180001', tenantName: '', contactNumber: '' }
    const { records } = await platform.get<ForeignPage>('/blade-system/tenant/list', search)
    expect(records).toMatchObject([{ id: '180001', tenantName: '外来医院' }])
    const opened = await detail('180001')
    await platform.post('/blade-system/tenant/submit', undefined, { ...opened, ...form, tenantName: '外来医院改' })
    expect(await detail('180001')).toMatchObject({ tenantName: '外来医院改', sessionDays: 30, isStopped: 0 })
    // What was set while the form was open stays.
    await platform.post('/blade-system/tenant/setting', undefined, {
      id: '180001',
      isStopped: 1,
      domain: 'open.example.org',
      sessionDays: 7,
    })
    await platform.post('/blade-system/tenant/submit', undefined, { ...opened, ...form, tenantName: '外来医院再改' })
    expect(await detail('180001')).toMatchObject({ tenantName: '外来医院再改', isStopped: 1, domain: 'open.example.org', sessionDays: 7 })
  })

  test('no limit of accounts and no end are what holds already; a limit is refused by its name', async () => {
    await platform.post('/blade-system/tenant/setting', { ids: home.tenant, accountNumber: -1, expireTime: '' })
    await platform.post('/blade-system/tenant/setting', {}, { ids: home.tenant, accountNumber: null, expireTime: null })
    await expect(platform.post('/blade-system/tenant/setting', { ids: home.tenant, accountNumber: 5 })).rejects.toThrow(
      /400.*accountNumber/,
    )
    await expect(platform.post('/blade-system/tenant/setting', { ids: home.tenant, expireTime: '2099-01-01' })).rejects.toThrow(
      /400.*expireTime/,
    )
  })

  test('a typed field that the program has not is refused by its name, in a new tenant and in a changed one', async () => {
    await expect(
      platform.post('/blade-system/tenant/submit', undefined, { ...form, ...asked, tenantId: '180002', backgroundUrl: 'x.png' }),
    ).rejects.toThrow(/400.*backgroundUrl/)
    await expect(detail('180002')).rejects.toThrow(/404/)
    const row = await detail(home.tenant)
    for (const smuggled of [
      { backgroundUrl: 'x.png' },
      { tenantId: '180003' },
      { kind: 'platform' },
      { createTime: '2020-01-01 00:00:00' },
    ])
      await expect(platform.post('/blade-system/tenant/submit', undefined, { ...row, ...smuggled })).rejects.toThrow(/^400/)
    expect(await detail(home.tenant)).toEqual(row)
  })

  test('people of a hospital can do nothing of it', async () => {
    for (const id of [home.tenant, ''])
      await expect(admin.post('/blade-system/tenant/submit', undefined, { id, ...form, ...asked, tenantId: '180004' })).rejects.toThrow(
        /40[34]/,
      )
  })
})

test('packages: ticked items come joined by commas, and a list when the form was filled by the detail (src/views/system/tenantpackage.vue)', async () => {
  const tree = await platform.get<ForeignRow[]>('/blade-system/menu/tree')
  const menuId = tree.slice(0, 2).map(({ id }) => id)
  await platform.post('/blade-system/tenant-package/submit', undefined, { packageName: '外来包', menuId: menuId.join(','), remark: '' })
  const [row] = (await platform.get<ForeignPage>('/blade-system/tenant-package/list', { ...page, packageName: '外来包' })).records
  const detail = await platform.get<ForeignRow>('/blade-system/tenant-package/detail', { id: row!.id })
  expect(detail.menuId).toEqual(menuId)
  await platform.post('/blade-system/tenant-package/submit', undefined, { ...detail, menuId: menuId[0], packageName: '外来包改' })
  expect(await platform.get('/blade-system/tenant-package/detail', { id: row!.id })).toMatchObject({
    packageName: '外来包改',
    menuId: [menuId[0]],
  })
  await platform.post('/blade-system/tenant-package/remove', { ids: row!.id })
})

describe('scopes (src/views/authority/apiscope.vue, datascope.vue; src/api/system/scope.js)', () => {
  test('an API scope is saved with calls as its path, read, changed and removed; a scope that opens no call is refused', async () => {
    const [menu] = (await platform.get<ForeignRow[]>('/blade-system/menu/lazy-menu-list', { parentId: 0 })) as [ForeignRow]
    const form = { scopeName: '设备接口', resourceCode: '', scopePath: 'device.*', scopeType: 1, remark: '', menuId: menu.id }
    await expect(platform.post('/blade-system/api-scope/submit', undefined, { ...form, scopePath: 'no.*' })).rejects.toThrow(/400/)
    const { id } = await platform.post<ForeignRow>('/blade-system/api-scope/submit', undefined, form)
    const { records } = await platform.get<ForeignPage>('/blade-system/api-scope/list', { current: 1, size: 100, menuId: menu.id })
    expect(records).toContainEqual(expect.objectContaining({ id, patterns: ['device.*'] }))
    await platform.post('/blade-system/api-scope/submit', undefined, { ...form, id, scopePath: 'device.list' })
    expect(await platform.get('/blade-system/api-scope/detail', { id })).toMatchObject({ patterns: ['device.list'] })
    await platform.post('/blade-system/api-scope/remove', { ids: id })
  })

  test('a data scope of a menu item is refused by the names that it has not', async () => {
    const form = { scopeName: 'x', scopeColumn: 'create_dept', scopeType: 2, scopeField: '*', menuId: '1' }
    await expect(admin.post('/blade-system/data-scope/submit', undefined, form)).rejects.toThrow(/400.*scopeColumn/)
    expect((await admin.get<ForeignPage>('/blade-system/data-scope/list', { ...page, menuId: '1' })).total).toBe(0)
    expect((await admin.get<ForeignPage>('/blade-system/data-scope/list', page)).total).toBe(0)
  })
})

test('code generator: list, copy, generation for its own pages and removal; its form of tables is refused (src/views/tool/code.vue, src/api/tool/code.js)', async () => {
  const search = { ...page, codeName: '', tableName: '', modelId: '' }
  await expect(
    platform.post('/blade-develop/code/submit', undefined, { modelId: '', codeName: '气瓶', tableName: 'gas', templateType: 'crud' }),
  ).rejects.toThrow(/400.*codeName/)
  const fields = [{ fieldName: 'serialNumber', wordZh: '编号', wordEn: 'Number', kind: 'text', isRequired: 1, isListed: 1 }]
  const { id } = await platform.post<ForeignRow>('/blade-develop/code/submit', undefined, {
    entityName: 'gasBottle',
    wordZh: '气瓶',
    wordEn: 'Gas bottle',
    module: 'asset',
    fields,
  })
  const copied = await platform.post<ForeignRow>('/blade-develop/code/copy', { id })
  expect((await platform.get<ForeignPage>('/blade-develop/code/list', search)).total).toBe(2)
  for (const system of ['saber', 'saber3']) {
    const answer = await platform.blob('/blade-develop/code/gen-code', { ids: id, system })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  }
  await expect(platform.post('/blade-develop/code/gen-code', { ids: id, system: 'other' })).rejects.toThrow(/400/)
  await platform.post('/blade-develop/code/remove', { ids: `${id},${copied.id}` })
  expect((await platform.get<ForeignPage>('/blade-develop/code/list', search)).total).toBe(0)
})

describe('attachments and uploads', () => {
  test('a file comes as one part; the answer has link and names, and the link serves it (src/option/user/info.js, src/views/resource/attach.vue)', async () => {
    const bytes = Buffer.from('%PDF-1.4\n%%EOF\n')
    for (const call of ['put-file', 'put-file-attach', 'put-file?code=alioss']) {
      const kept = await admin.upload<Record<string, string>>(
        `/blade-resource/oss/endpoint/${call}`,
        new File([new Uint8Array(bytes)], '合格证.pdf'),
      )
      expect(kept).toMatchObject({ link: expect.stringMatching(/^\/api\/file\//), originalName: '合格证.pdf', name: expect.any(String) })
      const served = await fetch(`${app.url}${kept.link}`, { headers: { 'Blade-Auth': `bearer ${String(admin.token.access_token)}` } })
      expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
    }
  })

  test('the list is of documents of devices: empty searches pass, one by a name that it has not is refused (src/api/resource/attach.js)', async () => {
    const search = { ...page, link: '', domainUrl: '', name: '', originalName: '', extension: '' }
    expect((await admin.get<ForeignPage>('/blade-resource/attach/list', search)).total).toBeGreaterThanOrEqual(0)
    await expect(admin.get('/blade-resource/attach/list', { ...search, name: '合格证' })).rejects.toThrow(/400.*name/)
    await expect(admin.post('/blade-resource/attach/remove', { ids: home.tenant })).rejects.toThrow(/400/)
  })
})

describe('approvals (the pages work/start, claim, todo, send, done and the form of the sample leave)', () => {
  const work = async (client: ForeignClient, list: string) => (await client.get<ForeignPage>(`/blade-flow/work/${list}-list`, page)).records
  const asked = async () => {
    const keeper = await foreignClient(app, home.tenant, 'keeper', password)
    const manager = await foreignClient(app, home.tenant, 'equipment_manager', password)
    const lab = flowLab(app, await app.as('administrator'), await app.as('keeper'))
    await lab.decideBy(node('first', people(home.users.equipment_manager)))
    const [kind] = await work(keeper, 'start').then((rows) => rows.filter(({ key }) => key === 'leave'))
    expect(kind).toMatchObject({ id: 'leave', name: expect.any(String), category: 'leave', suspensionState: 'active' })
    const leave = {
      processDefinitionId: kind!.id,
      startTime: '2027-03-01',
      endTime: '2027-03-02',
      reason: '家事',
      taskUser: '',
    }
    await keeper.post('/blade-desk/process/leave/start-process', undefined, leave)
    const [sent] = await work(keeper, 'send')
    const [todo] = await work(manager, 'todo')
    expect(todo!.id).toBe(sent!.id)
    return { keeper, manager, sent: sent!, todo: todo!, leave }
  }
  const shown = {
    processDefinitionName: '请假',
    category: 'leave',
    categoryName: '请假',
    taskName: 'first',
    createTime: expect.any(String),
  }

  test('say the step, who has it and the document by its names, and its form decides', async () => {
    const { keeper, manager, sent, todo, leave } = await asked()
    expect(sent).toMatchObject({ ...shown, processIsFinished: 'unfinished', endTime: null })
    expect(todo).toMatchObject({
      ...shown,
      assigneeName: defaultRoles.equipment_manager.zh,
      taskId: expect.any(String),
      businessTable: 'flowLeave',
    })
    expect(await manager.get('/blade-desk/process/leave/detail', { businessId: todo.businessId })).toMatchObject({
      reason: leave.reason,
      startTime: '2027-03-01',
      endTime: '2027-03-02',
      tenantId: home.tenant,
    })
    const flow = { taskId: todo.taskId, processInstanceId: todo.processInstanceId }
    // Nothing that it leaves open decides, and nothing else is taken along.
    for (const wrong of [{}, { flag: 'yes' }, { flag: { toString: 1 } }, { flag: '' }, { flag: 'ok', toUserId: home.users.keeper }])
      await expect(manager.post('/blade-flow/work/complete-task', undefined, { ...flow, comment: '', ...wrong })).rejects.toThrow(/^400/)
    await expect(keeper.post('/blade-flow/work/complete-task', undefined, { ...flow, flag: 'ok', comment: '' })).rejects.toThrow(/^4/)
    await manager.post('/blade-flow/work/complete-task', undefined, { ...todo, flag: 'ok', comment: '同意' })
    expect((await work(manager, 'done'))[0]).toMatchObject({
      ...shown,
      id: todo.id,
      processIsFinished: 'finished',
      endTime: expect.any(String),
    })
    const course = await keeper.get<ForeignRow[]>('/blade-flow/process/history-flow-list', { processInstanceId: todo.id })
    expect(course.filter(({ comment }) => comment === '同意')).toMatchObject([
      {
        historyActivityName: 'first',
        assigneeName: defaultRoles.equipment_manager.zh,
        createTime: expect.any(String),
        historyActivityDurationTime: '',
      },
    ])
  })

  test('a rejection says why', async () => {
    const { manager, todo } = await asked()
    const flow = { taskId: todo.taskId, processInstanceId: todo.processInstanceId, flag: '' }
    await expect(manager.post('/blade-flow/work/complete-task', undefined, { ...flow, comment: '' })).rejects.toThrow(/^400.*意见/)
    await manager.post('/blade-flow/work/complete-task', undefined, { ...flow, comment: '人手不足' })
    expect((await work(manager, 'done'))[0]).toMatchObject({ id: todo.id, instanceStatus: 'refused' })
  })

  test('our own pages read our names alone', async () => {
    const { todo } = await asked()
    const own = await app.as('equipment_manager')
    const row = (await own.get<Page>('/blade-flow/work/todo-list', { size: 200 })).data.records.find(({ id }) => id === todo.id)
    expect([row!.nodeName, 'processInstanceId' in row!]).toEqual(['first', false])
  })
})

test('two new tenants with one host name at once: one gets it, the other hears of the name', async () => {
  const draft = { tenantName: '同名', domainUrl: 'https://twice.example.org' }
  const added = await Promise.allSettled([1, 2, 3].map(() => platform.post('/blade-system/tenant/submit', undefined, draft)))
  const refused = added.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(refused).toEqual(Array(2).fill(expect.stringContaining('409: 绑定域名“twice.example.org”已存在')))
})

test('a row at the top names what is above it by 0, as a number or a text', async () => {
  for (const [index, parentId] of [0, '0', ''].entries()) {
    const form = { deptName: `顶层${index}`, fullName: '顶层', parentId, sort: 1 }
    const { id } = await admin.post<ForeignRow>('/blade-system/dept/submit', undefined, form)
    await admin.post('/blade-system/dept/submit', undefined, {
      ...(await admin.get<ForeignRow>('/blade-system/dept/detail', { id })),
      parentId,
    })
    expect(await admin.get('/blade-system/dept/detail', { id })).toMatchObject({ parentId: null })
  }
})

test.each([
  ['/blade-system/dept/submit', { deptName: '对象科', fullName: '对象', deptCategory: { toString: 1 } }],
  ['/blade-system/dept/submit', { deptName: '列表科', fullName: '列表', deptCategory: [3] }],
  ['/blade-system/tenant/submit', { id: { toString: 1 }, tenantName: '对象' }],
  ['/blade-system/tenant/submit', { tenantName: '对象', accountNumber: { toString: 1 } }],
  ['/blade-system/tenant/setting', { id: home.tenant, accountNumber: { toString: 1 } }],
  ['/blade-develop/code/gen-code', { ids: [home.users.keeper], system: { toString: 1 } }],
])('%s refuses an object in place of a key: %j', async (path, draft) => {
  await expect(platform.post(path, undefined, draft)).rejects.toThrow(/^400/)
})

test('captcha: the picture is asked without a session, and signs in with its key and text as headers (src/api/user.js getCaptcha, loginByUsername)', async () => {
  const { key, image } = (await (await fetch(`${app.url}/api/blade-auth/oauth/captcha`)).json()) as Record<string, string>
  expect(image).toMatch(/^data:image\/png;base64,/)
  const [row] = await app.sql('select answer from captcha where id = $1', [key])
  const params = {
    tenantId: home.tenant,
    username: 'administrator',
    password: digest(password),
    grant_type: 'captcha',
    scope: 'all',
    type: 'account',
  }
  const signIn = (code: string) =>
    fetch(`${app.url}/api/osm/auth/oauth/token?${new URLSearchParams(params)}`, {
      method: 'POST',
      headers: { 'Tenant-Id': home.tenant, 'Dept-Id': '', 'Role-Id': '', 'Captcha-Key': key!, 'Captcha-Code': code },
    })
  expect(await (await signIn(String(row!.answer))).json()).toMatchObject({ access_token: expect.any(String) })
  // A picture counts once.
  expect((await signIn(String(row!.answer))).status).toBe(400)
})

test('calls of no other form refuse a name that they do not know, empty or not', async () => {
  await expect(platform.get('/blade-system/tenant/detail', { id: home.tenant, nothing: '' })).rejects.toThrow(/400.*nothing/)
})
