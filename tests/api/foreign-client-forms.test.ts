import { describe, expect, test } from 'vitest'
import { addNewMenus } from '#server/db/first/new-menus.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { type ForeignClient, type ForeignPage, type ForeignRow, foreignClient } from '#tests/harness/foreign-client.ts'
import { home, password } from '#tests/harness/hospitals.ts'

/** The forms of the same client as in `foreign-client.test.ts`: what they send, the empty fields and the tenant with it, is saved and read back. */
const app = await appForFile()
await addNewMenus(app.pool)
const platform = await foreignClient(app, '000000', 'admin', 'admin')
const admin = await foreignClient(app, home.tenant, 'administrator', password)

interface Form {
  /** The file that sends it. */
  readonly from: string
  readonly by?: ForeignClient
  readonly base: string
  readonly draft: Readonly<Record<string, unknown>>
  /** By which field of the draft the list finds it. */
  readonly known: string
  /** What is typed into the form that the detail has filled. */
  readonly changed: Readonly<Record<string, unknown>>
  /** What its tree keeps in a row. */
  readonly kept?: Readonly<Record<string, unknown>>
  /** How the list finds it again. */
  readonly search: Readonly<Record<string, unknown>>
  readonly reads?: 'array'
}

const tenantId = home.tenant
const roleId = (await admin.get<ForeignRow[]>('/blade-system/role/list')).find((role) => role.roleAlias === 'engineer')!.id

const forms: readonly Form[] = [
  {
    from: 'src/api/system/post.js',
    base: '/blade-system/post',
    draft: { tenantId, category: 1, postCode: 'nurse', postName: '护士', sort: 1, remark: '' },
    known: 'postCode',
    changed: { postName: '护士长' },
    search: { postName: '护士长' },
  },
  {
    from: 'src/api/system/role.js',
    base: '/blade-system/role',
    draft: { tenantId, roleName: '访客', roleAlias: 'guest', parentId: '', sort: '3' },
    known: 'roleAlias',
    changed: { roleName: '来宾' },
    search: { roleName: '来宾' },
    reads: 'array',
  },
  {
    from: 'src/api/system/dept.js',
    base: '/blade-system/dept',
    draft: { tenantId, deptName: '口腔科', fullName: '口腔科', parentId: '', sort: 9, remark: '' },
    known: 'deptName',
    changed: { fullName: '口腔医学科' },
    kept: { hasChildren: false },
    search: { deptName: '口腔科' },
    reads: 'array',
  },
  {
    from: 'src/api/system/param.js',
    base: '/blade-system/param',
    draft: { paramName: '首页', paramKey: 'foreign.first', paramValue: '1', remark: '' },
    known: 'paramKey',
    changed: { paramValue: '2' },
    search: { paramKey: 'foreign.first' },
  },
  {
    from: 'src/api/desk/notice.js',
    base: '/blade-desk/notice',
    draft: { title: '停电', category: 1, releaseTimeRange: '', releaseTime: '2099-01-01 08:00:00', content: '今晚' },
    known: 'title',
    changed: { content: '明晚' },
    search: { title: '停电' },
  },
  {
    from: 'ksxt src/api/resource/sms.js',
    base: '/blade-resource/sms',
    draft: {
      category: 'webhook',
      smsCode: 'foreign',
      templateId: '',
      accessKey: 'a',
      secretKey: 'Foreign-Secret-1',
      signName: '',
      remark: '',
    },
    known: 'smsCode',
    changed: { signName: '医院' },
    search: { smsCode: 'foreign' },
  },
  {
    from: 'ksxt src/api/resource/oss.js',
    by: platform,
    base: '/blade-resource/oss',
    draft: {
      category: 's3',
      ossCode: 'foreign',
      endpoint: 'https://s3.example.org',
      bucketName: 'foreign',
      accessKey: 'a',
      secretKey: 'Foreign-Secret-1',
      transformEndpoint: '',
      appId: '',
      region: '',
    },
    known: 'ossCode',
    changed: { remark: '备用' },
    search: { ossCode: 'foreign' },
  },
  {
    from: 'src/api/system/client.js',
    by: platform,
    base: '/blade-system/client',
    draft: {
      clientId: 'foreign',
      authorizedGrantTypes: 'password,refresh_token',
      accessTokenValidity: 3600,
      additionalInformation: '',
      autoapprove: '',
    },
    known: 'clientId',
    changed: { accessTokenValidity: 1800 },
    search: { clientId: 'foreign' },
  },
  {
    from: 'src/api/system/topmenu.js',
    by: platform,
    base: '/blade-system/topmenu',
    draft: { name: '库房', source: 'setting', code: 'stores', sort: 2 },
    known: 'code',
    changed: { sort: 3 },
    search: { code: 'stores' },
  },
]

describe.each(forms)('$from: the form of $base', ({ by = admin, base, draft, known, changed, kept, search, reads }) => {
  const listed = async (asked: object): Promise<readonly ForeignRow[]> => {
    const data = await by.get<ForeignPage | readonly ForeignRow[]>(`${base}/list`, { current: 1, size: 10, ...asked })
    return reads === 'array' ? (data as readonly ForeignRow[]) : (data as ForeignPage).records
  }
  const detail = (id: string) => by.get<ForeignRow>(`${base}/detail`, { id })
  /** Adds the draft as the form does, with an empty id, and answers the detail that fills the form again. */
  const added = async (): Promise<ForeignRow> => {
    await by.post(`${base}/submit`, undefined, { id: '', ...draft })
    const [row] = await listed(Object.fromEntries([known].map((name) => [name, draft[name]])))
    return detail(row!.id)
  }

  test('adds, changes by the whole row, and removes by ids in the query', async () => {
    const row = await added()
    await by.post(`${base}/submit`, undefined, { ...row, ...kept, ...changed })
    expect(await detail(row.id)).toMatchObject({ ...changed, version: 2 })
    expect((await listed(search)).map(({ id }) => id)).toEqual([row.id])
    await by.post(`${base}/remove`, { ids: row.id })
    expect(await listed(search)).toEqual([])
  })

  test('refuses what differs from the row and no field takes, and changes nothing', async () => {
    const row = await added()
    for (const smuggled of [{ createUserName: 'root' }, { createTime: '2020-01-01 00:00:00' }, { tenantId: '100003' }, { sex: 1 }])
      await expect(by.post(`${base}/submit`, undefined, { ...row, ...smuggled })).rejects.toThrow(/^400/)
    expect((await detail(row.id)).version).toBe(1)
    await by.post(`${base}/remove`, { ids: row.id })
  })
})

test('a select whose keys are numbers: digits of a dictionary are taken as such, and kinds of departments, stores and messages by the keys that the dictionary answers (ksxt dept.vue, oss.vue, sms.vue dataType)', async () => {
  const post = { category: 1, postCode: 'number', postName: '数字', sort: 1 }
  const { id } = await admin.post<ForeignRow>('/blade-system/post/submit', undefined, post)
  const row = await admin.get<ForeignRow>('/blade-system/post/detail', { id })
  expect(row.category).toBe('1')
  const keys = (await admin.get<ForeignRow[]>('/blade-system/dict/dictionary', { code: 'post_category' })).map(({ dictKey }) => dictKey)
  expect(keys).toContain('1')
  await admin.post('/blade-system/post/remove', { ids: id })
  for (const [by, base, draft, said] of [
    // Our own name of it is no number, and a number of another supplier is none of ours.
    [admin, '/blade-system/dept', { deptName: '数字科', sort: 1, category: 1 }, '科室类型'],
    [admin, '/blade-system/dept', { deptName: '数字科', sort: 1, deptCategory: 7 }, '科室类型'],
    [admin, '/blade-resource/sms', { smsCode: 'number', category: 1 }, '短信服务商'],
    [platform, '/blade-resource/oss', { ossCode: 'number', category: 2 }, '存储类型'],
  ] as const)
    await expect(by.post(`${base}/submit`, undefined, draft)).rejects.toThrow(new RegExp(`400.*${said}`))
})

test('the secret that the forms of stores and of text messages send is kept sealed, and an empty one leaves it (ksxt src/views/resource/oss.vue, sms.vue)', async () => {
  const saved = forms.filter(({ draft }) => 'secretKey' in draft)
  expect(saved.map(({ base }) => base)).toEqual(['/blade-resource/sms', '/blade-resource/oss'])
  for (const { by = admin, base, draft, known } of saved) {
    const { secretKey, ...asked } = draft
    await by.post(`${base}/submit`, undefined, { ...draft, [known]: 'sealed' })
    const list = () => by.get<ForeignPage>(`${base}/list`, { current: 1, size: 10, [known]: 'sealed' })
    const [row] = (await list()).records
    const detail = () => by.get<ForeignRow>(`${base}/detail`, { id: row!.id })
    const kept = () => app.sql(`select purpose, encode(sealed, 'base64') as sealed from secret where row_id = $1`, [row!.id])
    const [first] = await kept()
    expect(await detail()).toMatchObject({ secretSetAt: expect.any(String) })
    await by.post(`${base}/submit`, undefined, { ...(await detail()), secretKey: '', remark: '未改密钥' })
    expect(await kept()).toEqual([first])
    await by.post(`${base}/submit`, undefined, { ...(await detail()), secretKey: 'Foreign-Secret-2', remark: '已改密钥' })
    expect((await kept()).map(({ sealed }) => sealed)).not.toEqual([first!.sealed])
    await expect(by.post(`${base}/submit`, undefined, { ...asked, [known]: 'long', secretKey: 'x'.repeat(201) })).rejects.toThrow(/密钥/)
    const found = await app.sql(`select 1 from audit_event where entity_id = $1 and input::text like '%Foreign-Secret%'`, [row!.id])
    expect([JSON.stringify([await detail(), await list()]).includes(String(secretKey)), found]).toEqual([false, []])
    await by.post(`${base}/remove`, { ids: row!.id })
  }
})

test('people: the form joins roles, departments and posts by commas; rights, unlocking and removal travel in the query (src/api/system/user.js)', async () => {
  const draft = { tenantId, account: 'foreign', realName: '外来', phone: '', email: '', roleId, deptId: home.depts.bones, postId: '' }
  await admin.post('/blade-system/user/submit', undefined, draft)
  const [row] = (await admin.get<ForeignPage>('/blade-system/user/list', { current: 1, size: 10, account: 'foreign' })).records as [
    ForeignRow,
  ]
  const detail = await admin.get<ForeignRow>('/blade-system/user/detail', { id: row.id })
  await admin.post('/blade-system/user/update', undefined, { ...detail, realName: '外来者' })
  expect(await admin.get('/blade-system/user/detail', { id: row.id })).toMatchObject({ realName: '外来者', deptId: home.depts.bones })
  await admin.post('/blade-system/user/grant', { userIds: row.id, roleIds: roleId })
  await admin.post('/blade-system/user/unlock', { userIds: row.id })
  expect(await admin.get('/blade-system/user/info')).toMatchObject({ account: 'administrator' })
  // What the form always asks and the program does not keep is passed over; any other field is refused by its name.
  await admin.post('/blade-system/user/update', undefined, { id: row.id, realName: '外来', sex: 1, userType: 1 })
  await expect(admin.post('/blade-system/user/submit', undefined, { ...draft, account: 'other', rank: 1 })).rejects.toThrow(/400.*rank/)
  await admin.post('/blade-system/user/remove', { ids: row.id })
})

test('dictionaries: a word and one below it (ksxt src/api/system/dictbiz.js)', async () => {
  const draft = { tenantId, code: 'foreign_kind', dictValue: '种类', sort: 1, isSealed: 0, remark: '' }
  const { id } = await admin.post<ForeignRow>('/blade-system/dict-biz/submit', undefined, {
    code: draft.code,
    dictValue: draft.dictValue,
    sort: 1,
    isSealed: 0,
    dictKey: '',
    parentId: '',
  })
  await admin.post('/blade-system/dict-biz/submit', undefined, {
    ...draft,
    tenantId: undefined,
    dictValue: '甲',
    dictKey: '1',
    parentId: id,
  })
  expect(await admin.get('/blade-system/dict-biz/child-list', { current: 1, size: 10, parentId: id })).toMatchObject([{ dictValue: '甲' }])
  expect(await admin.get('/blade-system/dict-biz/dictionary', { code: draft.code })).toMatchObject([{ dictKey: '1' }])
  await expect(admin.post('/blade-system/dict-biz/remove', { ids: id })).rejects.toThrow('请先删除下级字典')
})

test('tenants: package and database travel in the query (ksxt src/api/system/tenant.js packageSetting, packageInfo, datasource)', async () => {
  const [menu] = (await platform.get<ForeignRow[]>('/blade-system/menu/grant-top-tree')) as [ForeignRow]
  const { id } = await platform.post<ForeignRow>('/blade-system/tenant-package/submit', undefined, {
    packageName: '全部',
    menuId: menu.id,
    remark: '',
  })
  await platform.post('/blade-system/tenant/package-setting', { tenantId, packageId: id })
  expect(await platform.get('/blade-system/tenant/package-detail', { tenantId })).toMatchObject({ packageId: id, menuId: [menu.id] })
  await platform.post('/blade-system/tenant/package-setting', { tenantId, packageId: '' })
  await platform.post('/blade-system/tenant-package/remove', { ids: id })
  // One database for all: another one is refused with a sentence.
  await expect(platform.post('/blade-system/tenant/datasource', { tenantId, datasourceId: 'second' })).rejects.toThrow(/共用一个数据库/)
})
