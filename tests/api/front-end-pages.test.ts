import { beforeAll, describe, expect, test } from 'vitest'
import { addNewMenus } from '#server/db/first/new-menus.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { type ForeignClient, type ForeignRow, foreignClient, type Params } from '#tests/harness/foreign-client.ts'
import { home, password } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'

/**
 * Every page of a front end of the SpringBlade family, as it stands: what its list asks and reads, the columns that its table shows, and what its form sends,
 * without a fact that it does not ask. `docs/DEVIATIONS.md` has what cannot be.
 */
const app = await appForFile()
await addNewMenus(app.pool)
const platform = await foreignClient(app, '000000', 'admin', 'admin')
const admin = await foreignClient(app, home.tenant, 'administrator', password)
const page = { current: 1, size: 10 }
const tenantId = home.tenant
const ofEach = ['tenantId', 'tenantName', 'isDeleted', 'status']

interface Page {
  readonly name: string
  readonly by: ForeignClient
  readonly list: string
  readonly params: Params
  readonly reads: 'page' | 'array'
  /** What its table shows of every row; null where nothing was said. */
  readonly columns: readonly string[]
  /** What no row of the table lacks. */
  readonly filled: readonly string[]
}

const pages: readonly Page[] = [
  {
    name: 'users',
    by: admin,
    list: '/blade-system/user/page',
    params: { ...page, account: '', realName: '', tenantId: '', deptId: '' },
    reads: 'page',
    columns: [...ofEach, 'account', 'realName', 'roleName', 'deptName', 'name', 'phone', 'email', 'statusName', 'postId'],
    filled: ['account', 'realName', 'roleName', 'tenantName', 'statusName'],
  },
  {
    name: 'departments, as a whole tree',
    by: admin,
    list: '/blade-system/dept/list',
    params: { ...page, deptName: '', tenantId: '', fullName: '' },
    reads: 'array',
    columns: [...ofEach, 'deptName', 'fullName', 'parentName', 'deptCategory', 'deptCategoryName', 'sort', 'remark', 'hasChildren'],
    filled: ['deptName', 'deptCategory', 'deptCategoryName', 'tenantName'],
  },
  {
    name: 'departments, level by level',
    by: admin,
    list: '/blade-system/dept/lazy-list',
    params: { parentId: 0, deptName: '' },
    reads: 'array',
    columns: [...ofEach, 'deptName', 'fullName', 'deptCategory', 'deptCategoryName', 'sort', 'hasChildren'],
    filled: ['deptName', 'deptCategoryName', 'hasChildren'],
  },
  {
    name: 'posts',
    by: admin,
    list: '/blade-system/post/list',
    params: { ...page, category: '', postCode: '', postName: '', tenantId: '' },
    reads: 'page',
    columns: [...ofEach, 'category', 'categoryName', 'postCode', 'postName', 'sort', 'remark'],
    filled: ['categoryName', 'postCode', 'postName'],
  },
  {
    name: 'roles',
    by: admin,
    list: '/blade-system/role/list',
    params: { ...page, roleName: '', tenantId: '', roleAlias: '' },
    reads: 'array',
    columns: [...ofEach, 'roleName', 'roleAlias', 'sort', 'parentId', 'parentName'],
    filled: ['roleName', 'roleAlias', 'tenantName', 'parentId'],
  },
  {
    name: 'menu, as a whole tree',
    by: platform,
    list: '/blade-system/menu/list',
    params: { ...page, name: '', code: '', alias: '' },
    reads: 'array',
    columns: [
      'name',
      'path',
      'source',
      'code',
      'category',
      'categoryName',
      'action',
      'alias',
      'isOpen',
      'sort',
      'parentName',
      'hasChildren',
      'remark',
    ],
    filled: ['name', 'path', 'source', 'code', 'category', 'alias', 'isOpen'],
  },
  {
    name: 'menu, level by level',
    by: platform,
    list: '/blade-system/menu/lazy-list',
    params: { parentId: 0, name: '' },
    reads: 'array',
    columns: ['name', 'path', 'source', 'code', 'category', 'categoryName', 'alias', 'isOpen', 'sort', 'hasChildren'],
    filled: ['name', 'path', 'source', 'code', 'alias', 'hasChildren'],
  },
  {
    name: 'the menu behind scopes',
    by: platform,
    list: '/blade-system/menu/lazy-menu-list',
    params: { parentId: 0 },
    reads: 'array',
    columns: ['name', 'path', 'source', 'code', 'hasChildren'],
    filled: ['name', 'code', 'hasChildren'],
  },
  {
    name: 'top menus',
    by: platform,
    list: '/blade-system/topmenu/list',
    params: { ...page, name: '', code: '' },
    reads: 'page',
    columns: [...ofEach, 'name', 'code', 'source', 'sort'],
    filled: ['name', 'code', 'source'],
  },
  {
    name: 'dictionaries',
    by: platform,
    list: '/blade-system/dict/parent-list',
    params: { ...page, code: '', dictValue: '', parentId: 0 },
    reads: 'page',
    columns: ['code', 'dictValue', 'sort', 'isSealed', 'remark', 'dictKey', 'parentId'],
    filled: ['code', 'dictValue', 'sort', 'isSealed'],
  },
  {
    name: 'dictionaries of a hospital',
    by: admin,
    list: '/blade-system/dict-biz/parent-list',
    params: { ...page, code: '', dictValue: '', parentId: 0, tenantId: '' },
    reads: 'page',
    columns: ['code', 'dictValue', 'sort', 'isSealed', 'remark'],
    filled: ['code', 'dictValue', 'sort'],
  },
  {
    name: 'tenants',
    by: platform,
    list: '/blade-system/tenant/list',
    params: { ...page, tenantId: '', tenantName: '', contactNumber: '' },
    reads: 'page',
    columns: [
      'tenantId',
      'tenantName',
      'linkman',
      'contactNumber',
      'address',
      'accountNumber',
      'expireTime',
      'domainUrl',
      'domain',
      'backgroundUrl',
      'status',
    ],
    filled: ['id', 'tenantId', 'tenantName', 'accountNumber', 'status'],
  },
  {
    name: 'tenant packages',
    by: platform,
    list: '/blade-system/tenant-package/list',
    params: { ...page, packageName: '' },
    reads: 'page',
    columns: [...ofEach, 'packageName', 'menuId', 'remark'],
    filled: ['packageName', 'menuId'],
  },
  {
    name: 'parameters',
    by: admin,
    list: '/blade-system/param/list',
    params: { ...page, paramName: '', paramKey: '' },
    reads: 'page',
    columns: [...ofEach, 'paramName', 'paramKey', 'paramValue', 'remark'],
    filled: ['paramName', 'paramKey', 'paramValue'],
  },
  {
    name: 'clients',
    by: platform,
    list: '/blade-system/client/list',
    params: { ...page, clientId: '' },
    reads: 'page',
    columns: [...ofEach, 'clientId', 'authorizedGrantTypes', 'accessTokenValidity', 'refreshTokenValidity', 'scope'],
    filled: ['clientId', 'authorizedGrantTypes', 'scope'],
  },
  {
    name: 'divisions',
    by: platform,
    list: '/blade-system/region/list',
    params: page,
    reads: 'page',
    columns: ['code', 'parentCode', 'parentName', 'name', 'regionLevel', 'sort', 'remark'],
    filled: ['code', 'name', 'regionLevel', 'sort'],
  },
  {
    name: 'notices',
    by: admin,
    list: '/blade-desk/notice/list',
    params: { ...page, title: '', category: '', releaseTime_datege: '2020-01-01 00:00:00', releaseTime_datelt: '2099-12-31 00:00:00' },
    reads: 'page',
    columns: [...ofEach, 'title', 'category', 'categoryName', 'releaseTime', 'content'],
    filled: ['title', 'categoryName', 'releaseTime', 'content'],
  },
  {
    name: 'API scopes of a menu item',
    by: platform,
    list: '/blade-system/api-scope/list',
    params: { ...page, menuId: '1', scopeName: '' },
    reads: 'page',
    columns: ['scopeName', 'resourceCode', 'scopePath', 'scopeType', 'scopeTypeName'],
    filled: ['scopeName', 'resourceCode', 'scopePath', 'scopeType'],
  },
  {
    name: 'sign-ins',
    by: admin,
    list: '/blade-log/usual/list',
    params: page,
    reads: 'page',
    columns: ['serviceId', 'env', 'logLevel', 'logId', 'title', 'logData', 'remoteIp', 'userAgent', 'createBy', 'createTime'],
    filled: ['serviceId', 'env', 'logLevel', 'logId', 'title', 'createBy', 'createTime'],
  },
  {
    name: 'the log of calls',
    by: admin,
    list: '/blade-log/api/list',
    params: page,
    reads: 'page',
    columns: ['serviceId', 'env', 'title', 'method', 'requestUri', 'createBy', 'createTime'],
    filled: ['serviceId', 'title', 'method', 'createTime'],
  },
  {
    name: 'the log of errors',
    by: admin,
    list: '/blade-log/error/list',
    params: page,
    reads: 'page',
    columns: ['serviceId', 'env', 'requestUri', 'exceptionName', 'message', 'createBy', 'createTime'],
    filled: ['serviceId', 'exceptionName', 'message', 'createTime'],
  },
  {
    name: 'stores of files',
    by: platform,
    list: '/blade-resource/oss/list',
    params: { ...page, ossCode: '', category: 1 },
    reads: 'page',
    columns: [...ofEach, 'category', 'categoryName', 'ossCode', 'endpoint', 'bucketName', 'accessKey', 'region', 'remark'],
    filled: ['category', 'categoryName', 'ossCode', 'status'],
  },
  {
    name: 'text messages',
    by: admin,
    list: '/blade-resource/sms/list',
    params: { ...page, smsCode: '', category: 3 },
    reads: 'page',
    columns: [...ofEach, 'category', 'categoryName', 'smsCode', 'templateId', 'accessKey', 'regionId', 'signName', 'remark'],
    filled: ['category', 'categoryName', 'smsCode', 'status'],
  },
  {
    name: 'the code generator',
    by: platform,
    list: '/blade-develop/code/list',
    params: { ...page, codeName: '', tableName: '', modelId: '' },
    reads: 'page',
    columns: [...ofEach, 'codeName', 'serviceName', 'tableName', 'pkName'],
    filled: ['codeName', 'serviceName', 'tableName'],
  },
  {
    name: 'databases',
    by: platform,
    list: '/blade-develop/datasource/list',
    params: { ...page, name: '' },
    reads: 'page',
    columns: ['name', 'driverClass', 'status'],
    filled: ['id', 'name'],
  },
  {
    name: 'attachments',
    by: admin,
    list: '/blade-resource/attach/list',
    params: { ...page, link: '', domainUrl: '', name: '', originalName: '', extension: '' },
    reads: 'page',
    columns: [...ofEach, 'link', 'name', 'originalName', 'extension', 'attachSize'],
    filled: ['name', 'originalName'],
  },
]

interface Form {
  readonly name: string
  readonly by: ForeignClient
  readonly base: string
  /** What it sends for a new row: nothing that it does not ask. */
  readonly draft: Readonly<Record<string, unknown>>
  /** What of it the row says, under the names that it reads. */
  readonly read?: Readonly<Record<string, unknown>>
  readonly changed: Readonly<Record<string, unknown>>
  /** What a new row says where the form is silent. */
  readonly gives?: Readonly<Record<string, unknown>>
  readonly key?: string
}

const forms: readonly Form[] = [
  {
    name: 'departments',
    by: admin,
    base: '/blade-system/dept',
    draft: { deptName: '前端科', tenantId, fullName: '前端科室', parentId: '', deptCategory: 3, sort: 1, remark: '' },
    read: { deptCategory: 3, deptCategoryName: '后勤' },
    changed: { deptCategory: 2, fullName: '前端科室二' },
  },
  {
    name: 'departments without a kind',
    by: admin,
    base: '/blade-system/dept',
    draft: { deptName: '无类科', fullName: '无类科室', sort: 2 },
    read: { deptCategory: 1 },
    changed: { remark: '改' },
  },
  {
    name: 'roles',
    by: admin,
    base: '/blade-system/role',
    draft: { roleName: '前端角色', roleAlias: 'front', tenantId, parentId: '', sort: 9 },
    changed: { roleName: '前端角色二' },
    gives: { reach: 'own' },
  },
  {
    name: 'posts',
    by: admin,
    base: '/blade-system/post',
    draft: { category: 1, tenantId, postCode: 'front', postName: '前端岗', sort: 1, remark: '' },
    changed: { postName: '前端岗二' },
  },
  {
    name: 'menu items',
    by: platform,
    base: '/blade-system/menu',
    draft: {
      name: '前端链接',
      path: 'https://example.org/front',
      source: 'iconfont icon-a',
      parentId: '',
      code: 'frontLink',
      category: 1,
      alias: 'menu',
      isOpen: 1,
      action: 0,
      sort: 1,
      remark: '',
    },
    read: { name: '前端链接', path: 'https://example.org/front' },
    changed: { name: '前端链接二' },
  },
  {
    name: 'top menus',
    by: platform,
    base: '/blade-system/topmenu',
    draft: { name: '前端顶', source: 'setting', code: 'front', sort: 7 },
    changed: { name: '前端顶二' },
  },
  {
    name: 'parameters',
    by: admin,
    base: '/blade-system/param',
    draft: { paramName: '前端', paramKey: 'front.key', paramValue: '1' },
    changed: { paramValue: '2' },
  },
  {
    name: 'clients',
    by: platform,
    base: '/blade-system/client',
    draft: {
      clientId: 'front',
      clientSecret: 'front_secret_1',
      authorizedGrantTypes: 'password,refresh_token',
      scope: 'all',
      accessTokenValidity: 3600,
      refreshTokenValidity: 604800,
      webServerRedirectUri: 'http://localhost:8888',
      resourceIds: '',
      authorities: '',
      additionalInformation: '{}',
      autoapprove: '',
    },
    changed: { accessTokenValidity: 1800, webServerRedirectUri: 'http://localhost:8888' },
  },
  {
    name: 'notices',
    by: admin,
    base: '/blade-desk/notice',
    draft: { title: '前端通知', category: 1, releaseTimeRange: '', releaseTime: '2026-01-01 08:00:00', content: '<p>内容</p>' },
    changed: { content: '改' },
    gives: { audience: 'none' },
  },
  {
    name: 'stores of files',
    by: platform,
    base: '/blade-resource/oss',
    draft: {
      category: 1,
      ossCode: 'front',
      endpoint: 'https://s3.example.org',
      bucketName: 'front',
      accessKey: 'a',
      secretKey: 'Front-Secret-1',
      region: '',
      remark: '',
    },
    read: { category: 1, categoryName: 'S3 兼容存储', status: 1 },
    changed: { remark: '备用' },
  },
  {
    name: 'text messages',
    by: admin,
    base: '/blade-resource/sms',
    draft: {
      category: 3,
      smsCode: 'front',
      templateId: 't',
      accessKey: 'a',
      secretKey: 'Front-Secret-1',
      regionId: 'cn-hangzhou',
      signName: '医院',
    },
    read: { category: 3, categoryName: '阿里云短信' },
    changed: { signName: '医院二' },
  },
]

beforeAll(async () => {
  // Every table has a row.
  await admin.post('/blade-system/post/submit', undefined, { category: 1, postCode: 'first', postName: '首岗', sort: 1 })
  await admin.post('/blade-system/param/submit', undefined, { paramName: '首', paramKey: 'first', paramValue: '1' })
  await admin.post('/blade-desk/notice/submit', undefined, { title: '首', category: 1, content: '首', releaseTime: '2026-01-01 08:00:00' })
  await admin.post('/blade-system/dict-biz/submit', undefined, {
    code: 'first',
    dictValue: '首',
    sort: 1,
    isSealed: 0,
    dictKey: '',
    parentId: '',
  })
  await admin.post('/blade-resource/sms/submit', undefined, {
    category: 3,
    smsCode: 'first',
    accessKey: 'a',
    secretKey: 'First-Secret-1',
    signName: '医',
  })
  await admin.post('/blade-auth/oauth/logout', undefined, [{ type: 'TypeError', message: '坏了', stack: 'at x', url: '/wel' }])
  await platform.post('/blade-resource/oss/submit', undefined, {
    category: 1,
    ossCode: 'first',
    endpoint: 'https://s3.example.org',
    bucketName: 'first',
    accessKey: 'a',
    secretKey: 'First-Secret-1',
  })
  await platform.post('/blade-system/region/submit', undefined, { code: '99', name: '首省', parentCode: '', regionLevel: 1 })
  await platform.post('/blade-system/topmenu/submit', undefined, { name: '首', source: 'setting', code: 'first', sort: 1 })
  const [menu] = await platform.get<ForeignRow[]>('/blade-system/menu/grant-top-tree')
  await platform.post('/blade-system/tenant-package/submit', undefined, { packageName: '首包', menuId: menu!.id, remark: '' })
  await platform.post('/blade-develop/code/submit', undefined, {
    entityName: 'gasBottle',
    wordZh: '气瓶',
    wordEn: 'Gas bottle',
    module: 'asset',
    fields: [{ fieldName: 'serialNumber', wordZh: '编号', wordEn: 'Number', kind: 'text', isRequired: 1, isListed: 1 }],
  })
})

const rowsOf = (data: unknown, reads: Page['reads']): ForeignRow[] =>
  reads === 'page' ? (data as { records: ForeignRow[] }).records : (data as ForeignRow[])

describe.each(pages)('the list of $name', ({ by, list, params, reads, columns, filled }) => {
  test('has rows with the columns of its table', async () => {
    const rows = rowsOf(await by.get(list, params), reads)
    expect(Array.isArray(rows)).toBe(true)
    expect(rows.length > 0 || list.includes('attach')).toBe(true)
    for (const row of rows) {
      expect([list, columns.filter((name) => row[name] === undefined)]).toEqual([list, []])
      expect([list, filled.filter((name) => row[name] === null || row[name] === undefined || row[name] === '')]).toEqual([list, []])
    }
  })
})

describe.each(forms)('the form of $name', ({ by, base, draft, read = {}, changed, gives = {} }) => {
  const detail = (id: string) => by.get<ForeignRow>(`${base}/detail`, { id })

  test.each(['JSON', 'a plain form'])('saves what it sends as %s, and what the detail has filled', async (as) => {
    const body = { id: '', ...draft }
    const { id } =
      as === 'JSON' ? await by.post<ForeignRow>(`${base}/submit`, undefined, body) : await by.form<ForeignRow>(`${base}/submit`, body)
    const row = await detail(id)
    expect(row).toMatchObject({ ...read, ...gives })
    await by.post(`${base}/submit`, undefined, { ...row, ...changed })
    const { webServerRedirectUri: _, ...kept } = changed as Record<string, unknown>
    expect(await detail(id)).toMatchObject({ ...kept, ...gives })
    // Nothing else of the row can be smuggled in.
    const last = await detail(id)
    for (const smuggled of [{ createUserName: 'root' }, { tenantId: '100003' }, { isDeleted: 1 }, { nothing: 1 }])
      await expect(by.post(`${base}/submit`, undefined, { ...last, ...smuggled })).rejects.toThrow(/^400/)
    expect(await detail(id)).toEqual(last)
    await by.post(`${base}/remove`, { ids: id })
  })
})

interface Node {
  readonly id: string
  readonly name: string
  readonly path: string
  readonly title?: string
  readonly children: readonly Node[]
}

describe('the frame', () => {
  /** The pages that such a front end has, by the addresses that its menu opens. */
  const addresses = [
    ...['user', 'dept', 'post', 'menu', 'topmenu', 'dict', 'dictbiz', 'tenant', 'tenantpackage', 'param', 'client'].map(
      (one) => `/system/${one}`,
    ),
    ...['/authority/role', '/authority/datascope', '/authority/apiscope', '/base/region', '/desk/notice', '/tool/code'],
    ...['/monitor/log/usual', '/monitor/log/api', '/monitor/log/error', '/resource/oss', '/resource/sms', '/wel/dashboard'],
  ]
  const leaves = (nodes: readonly Node[]): string[] =>
    nodes.flatMap((node) => (node.children.length > 0 ? leaves(node.children) : [node.path]))

  test('the menu of the platform leads to pages that it has, and names each once', async () => {
    const paths = leaves(await platform.get<Node[]>('/blade-system/menu/routes', { topMenuId: '' }))
    expect(paths.filter((path) => !addresses.includes(path))).toEqual([])
    expect(new Set(paths).size).toBe(paths.length)
    expect(addresses.filter((path) => !paths.includes(path))).toEqual(['/system/dictbiz'])
    // Our own pages have other addresses, and more of them.
    const own = await app.signIn('000000', 'admin', 'admin')
    expect(leaves((await own.get<Node[]>('/blade-system/menu/routes')).data)).toContain('/system/hospital')
  })

  test('a hospital sees its part of it', async () => {
    const paths = leaves(await admin.get<Node[]>('/blade-system/menu/routes'))
    expect(paths).toEqual(expect.arrayContaining(['/system/dictbiz', '/authority/role', '/monitor/log/usual']))
    const approvals = ['start', 'claim', 'todo', 'send', 'done'].map((page) => `/work/${page}`)
    expect(paths.filter((path) => path.startsWith('/work/'))).toEqual(approvals)
    expect(paths).not.toContain('/system/tenant')
  })

  test('the tenant of a host: the one it belongs to, or none', async () => {
    await platform.post('/blade-system/tenant/setting', { id: tenantId, domain: 'front.example.org' })
    expect(await admin.get('/blade-system/tenant/info', { domain: 'http://front.example.org' })).toMatchObject({
      tenantId,
      domain: 'front.example.org',
    })
    expect(await admin.get('/blade-system/tenant/info', { domain: 'http://localhost:1888' })).toMatchObject({ tenantId: '' })
  })

  test('the databases that its forms offer', async () => {
    expect(await platform.get('/blade-develop/datasource/select')).toMatchObject([{ id: 'main', name: expect.any(String) }])
    await expect(admin.get('/blade-develop/datasource/select')).rejects.toThrow(/^403/)
  })

  test('a POST signs out', async () => {
    const leaving = await foreignClient(app, home.tenant, 'keeper', password)
    expect(await leaving.get('/blade-system/user/info')).toMatchObject({ account: 'keeper' })
    expect(await leaving.post('/blade-auth/logout')).toMatchObject({ signedOut: true })
    await expect(leaving.get('/blade-system/user/info')).rejects.toThrow(/^401/)
  })
})

test('selects name what they offer as the row does', async () => {
  for (const [by, path, name] of [
    [admin, '/blade-system/post/select', 'postName'],
    [admin, '/blade-system/role/select', 'roleName'],
    [admin, '/blade-system/dept/select', 'deptName'],
    [platform, '/blade-system/tenant-package/select', 'packageName'],
  ] as const) {
    const offered = await by.get<ForeignRow[]>(path)
    expect([path, offered.length > 0, offered.every((one) => typeof one[name] === 'string')]).toEqual([path, true, true])
  }
})

test('the keys of a dictionary are numbers where its forms take numbers', async () => {
  for (const code of ['org_category', 'oss', 'sms', 'post_category', 'notice', 'region', 'user_type', 'yes_no']) {
    const words = await admin.get<ForeignRow[]>('/blade-system/dict/dictionary', { code })
    expect([code, words.length > 0, words.every(({ dictKey }) => /^\d+$/.test(String(dictKey)))]).toEqual([code, true, true])
  }
  // Our own pages know them as words.
  const own = await app.as('administrator')
  const words = (await own.get<ForeignRow[]>('/blade-system/dict/dictionary', { code: 'oss' })).data
  expect(words.map(({ dictKey }) => dictKey)).toContain('s3')
})

test('searches by its own names find the rows, and by what no row says none', async () => {
  const found = await platform.get<ForeignRow[]>('/blade-system/menu/list', { ...page, name: '部门', alias: 'menu' })
  expect(found).toEqual([])
  expect(await platform.get<ForeignRow[]>('/blade-system/menu/list', { ...page, name: '菜单管理' })).toMatchObject([{ name: '菜单管理' }])
  expect(await platform.get<ForeignRow[]>('/blade-system/menu/list', { ...page, name: '菜单管理', category: 2 })).toEqual([])
  expect(await admin.get('/blade-system/data-scope/list', { ...page, menuId: '1' })).toMatchObject({ records: [], total: 0 })
})

test('a whole tree nests rows, and rows below one are asked by it; a program of another kind gets a page', async () => {
  const every = (rows: readonly ForeignRow[]): ForeignRow[] =>
    rows.flatMap((row) => [row, ...every((row.children as ForeignRow[] | undefined) ?? [])])
  const nested = await admin.get<ForeignRow[]>('/blade-system/dept/list', page)
  const own = await app.as('administrator')
  const paged = (await own.get<{ records: ForeignRow[]; total: number }>('/blade-system/dept/list', { size: 200 })).data
  const ids = (rows: readonly ForeignRow[]): string[] => rows.map(({ id }) => id).sort()
  expect(ids(every(nested))).toEqual(ids(paged.records))
  const above = every(nested).find((row) => row.hasChildren === true)!
  expect(ids(await admin.get<ForeignRow[]>('/blade-system/dept/list', { parentId: above.id }))).toEqual(ids(above.children as ForeignRow[]))
})

describe('users', () => {
  const draft = async (account: string) => {
    const [role] = (await admin.get<ForeignRow[]>('/blade-system/role/list')).filter(({ roleAlias }) => roleAlias === 'engineer')
    return {
      id: '',
      tenantId,
      userType: 1,
      account,
      password: 'Front2026end',
      password2: 'Front2026end',
      name: '昵称',
      realName: '前端用户',
      phone: '',
      email: '',
      sex: 1,
      birthday: '',
      statusName: '',
      code: '',
      roleId: role!.id,
      deptId: home.depts.bones,
      postId: '',
    }
  }
  const signIn = (account: string, word: string) => foreignClient(app, home.tenant, account, word)

  test('a new one signs in with the password that was typed, and changes it first', async () => {
    const { id } = await admin.post<ForeignRow>('/blade-system/user/submit', undefined, await draft('front1'))
    expect(await admin.get('/blade-system/user/detail', { id })).toMatchObject({ name: '昵称', realName: '前端用户' })
    const person = await signIn('front1', 'Front2026end')
    await expect(person.get('/blade-system/menu/list')).rejects.toThrow(/修改初始密码/)
    const kept = await app.sql(
      `select 1 from audit_event where entity_id = $1 and (changes::text like '%Front2026%' or input::text like '%Front2026%')`,
      [id],
    )
    expect(kept).toEqual([])
    await admin.post('/blade-system/user/update', undefined, {
      ...(await admin.get<ForeignRow>('/blade-system/user/detail', { id })),
      name: '新昵称',
      sex: 2,
    })
    expect(await admin.get('/blade-system/user/detail', { id })).toMatchObject({ name: '新昵称', nickName: '新昵称' })
    await admin.post('/blade-system/user/remove', { ids: id })
  })

  test('a weak or mistyped password, and one for who is there, are refused, and no person is added', async () => {
    const all = async () => (await admin.get<{ total: number }>('/blade-system/user/page', page)).total
    const before = await all()
    await expect(
      admin.post('/blade-system/user/submit', undefined, { ...(await draft('front2')), password: '123456', password2: '123456' }),
    ).rejects.toThrow(/^400.*密码/)
    await expect(
      admin.post('/blade-system/user/submit', undefined, { ...(await draft('front2')), password2: 'Front2026else' }),
    ).rejects.toThrow('两次密码输入不一致')
    expect(await all()).toBe(before)
    const own = home.users.keeper
    await expect(admin.post('/blade-system/user/update', undefined, { id: own, password: 'Front2026end' })).rejects.toThrow(
      /^400.*password/,
    )
  })
})

describe('tenants', () => {
  const draft = {
    id: '',
    tenantName: '前端医院',
    linkman: '李四',
    contactNumber: '010-1',
    address: '路 1 号',
    domainUrl: 'https://new.example.org',
    backgroundUrl: '',
    accountNumber: '',
    expireTime: '',
  }

  test('one is added by what the form asks, with a number and an administrator of its own', async () => {
    const made = await platform.post<ForeignRow>('/blade-system/tenant/submit', undefined, draft)
    expect(made).toMatchObject({ tenantId: expect.stringMatching(/^\d{6}$/), account: 'admin', password: expect.any(String) })
    const row = await platform.get<ForeignRow>('/blade-system/tenant/detail', { id: made.id })
    expect(row).toMatchObject({
      linkman: '李四',
      contactNumber: '010-1',
      address: '路 1 号',
      domainUrl: 'new.example.org',
      accountNumber: -1,
    })
    await platform.post('/blade-system/tenant/submit', undefined, { ...row, contactNumber: '010-2', domainUrl: 'http://other.example.org' })
    expect(await platform.get('/blade-system/tenant/detail', { id: made.id })).toMatchObject({
      contactNumber: '010-2',
      domain: 'other.example.org',
    })
    expect(await platform.get('/blade-system/tenant/list', { ...page, contactNumber: '010-2' })).toMatchObject({ total: 1 })
    for (const wrong of [{ accountNumber: 5 }, { backgroundUrl: 'x' }, { domainUrl: 'javascript:alert(1)' }])
      await expect(platform.post('/blade-system/tenant/submit', undefined, { ...draft, domainUrl: '', ...wrong })).rejects.toThrow(/^400/)
  })
})

test('divisions: the level is a number, by which the form makes the one below', async () => {
  const above = await platform.get<ForeignRow>('/blade-system/region/detail', { code: '99' })
  expect(above).toMatchObject({ regionLevel: 1, sort: 0 })
  const below = {
    parentCode: '99',
    parentName: '首省',
    code: '9901',
    subCode: '01',
    name: '首市',
    regionLevel: Number(above.regionLevel) + 1,
    sort: 1,
    remark: '',
  }
  await platform.post('/blade-system/region/submit', undefined, below)
  expect(await platform.get('/blade-system/region/detail', { code: '9901' })).toMatchObject({ regionLevel: 2, parentName: '首省' })
  await platform.post('/blade-system/region/submit', undefined, { ...above, subCode: '99', name: '首省改' })
})

test('what a role may be given comes in three parts, and giving it takes ids of all three', async () => {
  const parts = await admin.get<Record<'menu' | 'dataScope' | 'apiScope', Node[]>>('/blade-system/menu/grant-tree')
  for (const part of [parts.menu, parts.dataScope, parts.apiScope])
    expect(part[0]).toMatchObject({ id: expect.any(String), title: expect.any(String) })
  const { id } = await admin.post<ForeignRow>('/blade-system/role/submit', undefined, {
    roleName: '三分',
    roleAlias: 'three_parts',
    parentId: 0,
    sort: 1,
  })
  const given = { roleIds: id, menuIds: 'param.list', dataScopeIds: parts.dataScope[0]!.id, apiScopeIds: parts.apiScope[0]!.id }
  await admin.post('/blade-system/role/grant', undefined, given)
  expect(await admin.get('/blade-system/menu/role-tree-keys', { roleIds: id })).toMatchObject({
    menu: ['param.list'],
    dataScope: [given.dataScopeIds],
  })
  expect(await admin.get('/blade-system/role/detail', { id })).toMatchObject({ reach: 'own' })
})

test('departments and API scopes of a grant are shown to who may list them alone', async () => {
  const own = await app.as('administrator')
  const lab = await peopleLab(app, () => own)
  const partsFor = async (rights: readonly string[]) => {
    const { client } = await lab.clerk(rights)
    const asked = await fetch(`${app.url}/api/blade-system/menu/grant-tree`, {
      headers: { ...client.headers, authorization: `Basic ${btoa('saber:')}` },
    })
    return ((await asked.json()) as { data: Record<'menu' | 'dataScope' | 'apiScope', Node[]> }).data
  }
  expect(await partsFor(['role.list'])).toMatchObject({ dataScope: [], apiScope: [{ id: expect.any(String) }, {}] })
  expect((await partsFor(['role.list', 'dept.list'])).dataScope.length).toBeGreaterThan(0)
})

test('an API scope is saved with the code that its form asks', async () => {
  const form = { menuId: '1', scopeName: '前端接口', resourceCode: 'front_scope', scopePath: 'device.*', scopeType: 1, remark: '' }
  const { id } = await platform.post<ForeignRow>('/blade-system/api-scope/submit', undefined, form)
  const row = await platform.get<ForeignRow>('/blade-system/api-scope/detail', { id })
  expect(row).toMatchObject({ scopeName: '前端接口', scopePath: 'device.*' })
  await platform.post('/blade-system/api-scope/submit', undefined, { ...row, scopeName: '前端接口二' })
  await platform.post('/blade-system/api-scope/remove', { ids: id })
})
