import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { dutyAllows, dutyFacts, dutyNames, dutyOf, isReadOnlyRight } from '#contract/duties.ts'
import { rights } from '#contract/rights.ts'
import { platformTenant } from '#contract/roles.ts'
import { grantNewRights } from '#server/db/first/new-rights.ts'
import { writeRightDuties } from '#server/db/first/right-duties.ts'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { holdWrites, waitedFor } from '#tests/harness/hold-writes.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { begin, type Job, problemsOf, verified as verifiedImport } from '#tests/harness/imports.ts'
import { own, peopleLab, type Settled } from '#tests/harness/people.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const lab = await peopleLab(app, () => admin)
const platform = await app.signIn('000000', 'admin', 'admin')

const path = '/blade-system/three-administrators'
interface Shown {
  readonly isOn: number
  readonly duties: { readonly duty: string; readonly roles: string[]; readonly people: { readonly account: string }[] }[]
  readonly holders: { readonly account: string; readonly duties: string[] }[]
  readonly losses: { readonly roleName: string; readonly rights: string[] }[]
  readonly faults: string[]
}
const shown = async (by: Client = admin) => (await by.get<Shown>(`${path}/detail`)).data
const switchTo = (isOn: number, by: Client = admin, more: object = {}, headers = {}) =>
  by.post(`${path}/switch`, { isOn, ...more }, headers)
const give = (userId: string, roleIds: (string | undefined)[], by: Client) => by.post('/blade-user/grant', { userIds: [userId], roleIds })
const setRights = (roleId: string | undefined, codes: readonly string[], by: Client, more: object = {}) =>
  by.post('/blade-system/role/grant', { roleIds: [roleId], menuIds: codes.join(), ...more })
const keysOf = async (roleId: string | undefined) =>
  (await security.client.get<{ menuIds: string[] }>('/blade-system/menu/role-tree-keys', { roleIds: roleId })).data.menuIds
/** What a hospital's roles, people and their rights are, to be the same after a refusal. */
const state = () =>
  app.sql(
    `select (select jsonb_agg(to_jsonb(g) - 'since' order by g.role_id, g.right_code) from role_grant g where tenant_id = $1) as grants,
      (select jsonb_agg(jsonb_build_object('u', user_id, 'r', role_id) order by user_id, role_id) from user_role where tenant_id = $1) as held,
      (select jsonb_agg(jsonb_build_object('r', id, 'd', duty, 'v', version, 'x', is_deleted) order by id) from role where tenant_id = $1) as roles,
      (select count(*) from app_user where tenant_id = $1 and not is_deleted) as people`,
    [home.tenant],
  )
/** Refused with a sentence about the three administrators, and nothing has changed. */
const refused = async (act: () => Promise<{ status: number; msg: string }>, said: RegExp = /三员分立/): Promise<void> => {
  const before = await state()
  const { status, msg } = await act()
  expect([status, msg]).toEqual([expect.toSatisfy((code: number) => [400, 403, 409].includes(code)), expect.stringMatching(said)])
  expect(await state()).toEqual(before)
}

/** A statement as the program itself makes it in the hospital. */
const alter = async (text: string, values: unknown[]) => (await writeAs(app.pool, home.tenant, (tx) => tx.run({ text, values }))).rows

/** Has a list of devices written that names keepers of 骨科. */
const nameKeepers = async (by: Client, ...names: string[]) => {
  const rows = names.map((name) => `三员机,${name},骨科,${name}`)
  const job = await verifiedImport(app, by, 'device', `设备名称,出厂编号,使用科室,保管人\n${rows.join('\n')}\n`, { createMissing: 1 })
  return begin(by, 'device', 'write', { id: job.id, skipFaulty: 1 })
}
/** Has a list of people checked. */
const listPeople = (by: Client, rows: string) => verifiedImport(app, by, 'user', `登录账号,姓名,科室,角色\n${rows}\n`)
/** Writes an import that the commit refuses: its note says so, and nothing is written. */
const refusedImport = (by: Client, target: 'user' | 'device', job: { id: string }, more: object = {}) =>
  refused(async () => {
    const { status, writtenCount, note } = await begin(by, target, 'write', { id: job.id, skipFaulty: 1, ...more })
    return status === 'done' && writtenCount ? { status: 200, msg: '' } : { status: 400, msg: String(note) }
  })

/** Lists a person whom this one may not add as said: the check names the row and why, and nothing is written. */
const refusedPerson = async (by: Client, row: string): Promise<void> => {
  const job = await listPeople(by, row)
  expect((await problemsOf(by, job.id)).map(({ message }) => message)).toContainEqual(expect.stringMatching(/三员分立/))
  await refused(async () => {
    const { writtenCount } = await begin(by, 'user', 'write', { id: job.id, skipFaulty: 1 })
    return { status: writtenCount ? 200 : 400, msg: '' }
  }, /^$/)
}

/** An import of people that was checked before the three were kept apart. */
let early: Job
let system: Settled
let security: Settled
let audit: Settled
/** Someone without a duty, with the role of a keeper. */
let ward: Settled
const roles = lab.roles

beforeAll(async () => {
  await writeRightDuties(app.pool)
  ward = await lab.settled('keeper')
})

test('what the database knows of duties is what the program declares', async () => {
  const rows = await app.sql('select right_code, duty, is_core, only_reads from right_duty order by right_code')
  expect(rows).toEqual(
    [...rights.keys()].sort().map((right) => {
      const duty = dutyOf(right)
      return {
        right_code: right,
        duty: duty ?? null,
        is_core: duty !== undefined && dutyFacts[duty].core.includes(right),
        only_reads: isReadOnlyRight(right),
      }
    }),
  )
  for (const duty of dutyNames) for (const code of dutyFacts[duty].core) expect(dutyOf(code)).toBe(duty)
  expect(['device.submit', 'user.grant', 'accessLog.export', 'device.list'].map((right) => dutyAllows(right, 'audit'))).toEqual([
    false,
    false,
    true,
    true,
  ])
})

describe('switching on', () => {
  test('is refused with what is missing, and says who holds administrative rights today', async () => {
    const before = await shown()
    expect(before.isOn).toBe(0)
    expect(before.faults).toHaveLength(3)
    expect(before.holders.find(({ account }) => account === 'administrator')!.duties.sort()).toEqual(['audit', 'security', 'system'])
    expect(before.losses.map(({ roleName }) => roleName)).toContain('医院管理员')
    await refused(() => switchTo(1), /没有在用且权限齐全的审计管理员/)
    expect((await switchTo(1, admin, {}, { 'accept-language': 'en' })).msg).toMatch(/^Three administrators: no active person/)
    expect((await shown()).isOn).toBe(0)
  })

  test('is for who has the right alone, and never for another hospital', async () => {
    for (const call of ['switch', 'prepare']) expect((await ward.client.post(`${path}/${call}`, { isOn: 1 })).status).toBe(403)
    expect((await ward.client.get(`${path}/detail`)).status).toBe(403)
    expect((await switchTo(1, admin, { ofTenant: other.tenant })).status).toBe(403)
    expect((await admin.post(`${path}/prepare`, { ofTenant: other.tenant })).status).toBe(403)
    expect((await admin.get(`${path}/detail`, { ofTenant: other.tenant })).status).toBe(403)
  })

  test('of two who add the roles at once the second finds those of the first', async () => {
    const held = await holdWrites(app, 'role', `new.role_alias = 'system_administrator'`)
    const first = platform.post(`${path}/prepare`, {})
    await held.reached()
    const second = platform.post(`${path}/prepare`, {})
    await expect.poll(async () => (await waitedFor(app)).length).toBe(2)
    await held.release()
    expect((await Promise.all([first, second])).map(({ status, data }) => [status, data])).toEqual([
      [200, { made: 3 }],
      [200, { made: 0 }],
    ])
  })

  test('makes the missing roles once, and a person for each', async () => {
    expect((await admin.post(`${path}/prepare`)).data).toEqual({ made: 3 })
    expect((await admin.post(`${path}/prepare`)).data).toEqual({ made: 0 })
    for (const row of (await admin.get<Page>('/blade-system/role/page', { size: 50 })).data.records) roles[String(row.roleAlias)] = row.id
    system = await lab.settled('system_administrator')
    security = await lab.settled('security_administrator')
    audit = await lab.settled('audit_administrator')
    expect((await shown()).faults).toEqual([])
  })

  test('is refused while no one of a duty has signed in with a password of their own', async () => {
    // Who never came, or has a password that someone else knows, cannot be the only one of a duty.
    for (const lack of ['last_sign_in = null', 'must_change = 1']) {
      await alter(`update app_user set ${lack} where tenant_id = $1 and id = $2`, [home.tenant, security.id])
      expect((await shown()).faults.join()).toMatch(/安全管理员.*自己设置的密码登录过/)
      await refused(() => switchTo(1), /安全管理员.*自己设置的密码登录过/)
      await alter('update app_user set last_sign_in = now(), must_change = 0 where tenant_id = $1 and id = $2', [home.tenant, security.id])
    }
  })

  test('is refused while one person has two duties', async () => {
    expect((await give(audit.id, [roles.audit_administrator, roles.system_administrator], admin)).status).toBe(200)
    expect((await shown()).faults.join()).toMatch(/不能同时担任审计管理员和系统管理员/)
    await refused(() => switchTo(1), /不能同时担任/)
    expect((await give(audit.id, [roles.audit_administrator, roles.engineer], admin)).status).toBe(200)
    await refused(() => switchTo(1), /是审计管理员，不能有角色“工程师”/)
    expect((await give(audit.id, [roles.audit_administrator], admin)).status).toBe(200)
  })

  test('does not join a keeper of a list of devices to the person of an import that was checked before', async () => {
    expect(await nameKeepers(admin, '同三', '同四', '同五')).toMatchObject({ status: 'done', writtenCount: 3 })
    expect((await admin.post('/blade-system/role/submit', { roleName: '待定岗', roleAlias: 'no_post', reach: 'dept' })).status).toBe(200)
    early = await listPeople(system.client, 'three_tong,同三,骨科,待定岗')
    expect((await problemsOf(system.client, early.id)).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^姓名与设备台账中的保管人是同一人/),
    ])
  })

  test('takes from the general administrator and all others what contradicts, and keeps that in the logs', async () => {
    expect((await switchTo(1)).data).toEqual({ tenantId: home.tenant, isOn: 1 })
    const left = await keysOf(roles.administrator)
    expect(left.filter((right) => dutyOf(right) !== undefined)).toEqual([])
    expect(left).toContain('device.submit')
    for (const log of ['/blade-log/usual/list', '/blade-log/api/list', '/blade-log/error/list'])
      expect((await admin.get(log)).status).toBe(403)
    expect((await give(ward.id, [roles.engineer], admin)).status).toBe(403)
    const changes = (await audit.client.get<Page>('/blade-log/access-review/changes', { entity: 'role', size: 100 })).data.records
    expect(changes.filter((row) => String(row.detail).includes('−')).map((row) => row.title)).toContain('医院管理员')
    const usual = (await audit.client.get<Page>('/blade-log/usual/list', { size: 100, event: 'rightsChange' })).data.records
    expect(usual.map((row) => row.detail)).toContain('三员分立 +')
  })
})

describe('while the three are kept apart', () => {
  const logs = [
    'usual/list',
    'usual/export',
    'api/list',
    'error/list',
    'access-review/list',
    'access-review/export',
    'access-review/changes',
  ]

  test('the auditor reads every log and changes nothing; the other two read none', async () => {
    const [entry] = (await audit.client.get<Page>('/blade-log/api/list')).data.records
    for (const log of logs) {
      expect([log, (await audit.client.file(`/blade-log/${log}`)).status]).toEqual([log, 200])
      for (const { client } of [system, security]) expect([log, (await client.file(`/blade-log/${log}`)).status]).toEqual([log, 403])
    }
    for (const { client } of [system, security]) {
      expect((await client.get('/blade-log/api/detail', { id: entry!.id })).status).toBe(403)
      expect((await client.get('/blade-log/access-review/explain', { userId: ward.id })).status).toBe(403)
    }
    const draft = { account: 'nobody1', realName: '无', roleId: roles.keeper }
    expect((await audit.client.post('/blade/user/save', draft)).status).toBe(403)
    expect((await audit.client.post('/blade-system/dept/submit', { deptName: '科', category: 'clinical' })).status).toBe(403)
    expect((await give(ward.id, [roles.engineer], audit.client)).status).toBe(403)
  })

  test('no one changes or clears a log, the database included', async () => {
    for (const text of [
      'delete from access_log',
      'update access_log set actor_id = null',
      'delete from audit_event',
      'update audit_event set actor_id = null',
    ])
      await expect(writeAs(app.pool, home.tenant, (tx) => tx.run({ text }))).rejects.toThrow()
    for (const { client } of [system, security, audit])
      for (const log of ['usual', 'api', 'error'])
        for (const verb of ['remove', 'submit', 'clear'])
          expect((await client.post(`/blade-log/${log}/${verb}`, { ids: v7() })).status).toBeGreaterThanOrEqual(403)
  })

  test('a second duty is refused however it is given: to one, to many, beside another role, to an auditor', async () => {
    const by = security.client
    await refused(() => give(system.id, [roles.system_administrator, roles.audit_administrator], by), /不能同时担任/)
    await refused(() =>
      by.post('/blade-user/grant', { userIds: [ward.id, system.id], roleIds: [roles.audit_administrator, roles.system_administrator] }),
    )
    await refused(() => give(audit.id, [roles.audit_administrator, roles.keeper], by), /是审计管理员，不能有角色/)
    await refused(() => give(audit.id, [roles.keeper], by), /没有在用且权限齐全的审计管理员/)
    await refused(() => give(security.id, [roles.audit_administrator], by), /自己/)
    expect(
      (
        await by.post(
          '/blade-user/grant',
          { userIds: [system.id], roleIds: [roles.system_administrator, roles.audit_administrator] },
          { 'accept-language': 'en' },
        )
      ).msg,
    ).toMatch(/cannot be audit administrator and system administrator at once/)
    expect((await give(ward.id, [roles.engineer, roles.keeper], by)).status).toBe(200)
  })

  test('a role gains no right of another duty: by its rights, a copy, its kind, its scopes', async () => {
    const by = security.client
    const [keeper, auditing, keeping] = await Promise.all([roles.keeper, roles.audit_administrator, roles.system_administrator].map(keysOf))
    await refused(() => setRights(roles.keeper, [...keeper!, 'log.list'], by), /“查看系统日志”只属于审计管理员/)
    await refused(() => setRights(roles.keeper, [...keeper!, 'user.grant'], by), /只属于安全管理员/)
    await refused(() => setRights(roles.system_administrator, [...keeping!, 'accessLog.list'], by))
    await refused(() => setRights(roles.audit_administrator, [...auditing!, 'device.submit'], by), /审计管理员不更改数据/)
    await refused(() => setRights(roles.audit_administrator, ['user.list'], by), /没有在用且权限齐全的审计管理员/)
    await refused(() => by.post('/blade-system/role/grant', { roleIds: [roles.audit_administrator], apiScopeIds: [] }), /审计管理员/)
    await refused(() => by.post('/blade-system/role/submit', { id: roles.audit_administrator, reach: 'own' }), /审计管理员/)
    await refused(
      () => by.post('/blade-system/data-scope/submit', { roleId: roles.audit_administrator, entity: 'user', reach: 'own' }),
      /审计管理员/,
    )
    await refused(() => by.post('/blade-system/role/submit', { id: roles.system_administrator, duty: 'audit' }))
    await refused(() => by.post('/blade-system/role/submit', { id: roles.system_administrator, duty: null }))
    await refused(() => by.post('/blade-system/role/submit', { id: roles.keeper, duty: 'audit' }), /审计管理员/)
    await refused(() => by.post('/blade-system/role/submit', { id: roles.security_administrator, duty: null }), /自己/)
    await refused(() => by.post('/blade-system/role/remove', { ids: roles.audit_administrator }), /审计管理员|使用/)
    const copy = await by.post<Row>('/blade-system/role/copy', {
      roleId: roles.audit_administrator,
      roleName: '审计二',
      roleAlias: 'audit_two',
    })
    expect(copy.status).toBe(200)
    await refused(() => give(system.id, [roles.system_administrator, copy.data.id], by), /不能同时担任/)
    expect((await setRights(roles.keeper, [...keeper!, 'device.export'], by)).status).toBe(200)
  })

  test('the system administrator keeps people and gives no right', async () => {
    const by = system.client
    const bare = await security.client.post<Row>('/blade-system/role/submit', { roleName: '待授权', roleAlias: 'waiting', reach: 'dept' })
    expect(bare.status).toBe(200)
    await refused(() => lab.add('keeper', {}, by).then(({ answer }) => answer), /只能由安全管理员授予/)
    const { answer, id } = await lab.add('keeper', { roleId: bare.data.id }, by)
    expect(answer.status).toBe(200)
    await refused(() => by.post('/blade/user/save', { id, roleId: roles.engineer }), /只能由安全管理员授予/)
    await refused(() => by.post('/blade/user/save', { id, moreRoles: [roles.engineer] }), /只能由安全管理员授予/)
    expect((await by.post('/blade/user/save', { id: ward.id, deptId: home.depts.medicine })).status).toBe(200)
    expect((await give(id, [roles.engineer], by)).status).toBe(403)
    expect((await lab.reset(id, by)).status).toBe(403)
    expect((await setRights(roles.keeper, [], by)).status).toBe(403)
    expect((await give(id, [roles.engineer], security.client)).status).toBe(200)
    expect((await lab.reset(id, security.client)).status).toBe(200)
    // Registrations come without rights too.
    await app.sql('update tenant set takes_registrations = 1 where id = $1', [home.tenant])
    const [row] = await app.sql(
      `insert into registration (tenant_id, id, account, real_name, state, password_hash) values ($1, $2, 'guest9', '来客', 'waiting', 'x') returning id`,
      [home.tenant, v7()],
    )
    await refused(
      () => by.post('/blade-user/registration/approve', { registrationId: row!.id, roleId: roles.engineer }),
      /只能由安全管理员授予/,
    )
    expect((await by.post('/blade-user/registration/approve', { registrationId: row!.id, roleId: bare.data.id })).status).toBe(200)
  })

  test('an import of people brings no rights and no password that the system administrator could sign in with', async () => {
    const by = system.client
    await refusedPerson(by, 'three_li,李三,骨科,工程师')
    const fine = await listPeople(by, 'three_he,何三,骨科,待定岗')
    expect(await begin(by, 'user', 'write', { id: fine.id })).toMatchObject({ status: 'done', writtenCount: 1 })
    const list = await by.post('/blade/user/import-passwords', { id: fine.id })
    expect([list.status, list.msg]).toEqual([400, expect.stringMatching(/三员分立/)])
    expect(await app.sql('select 1 from secret where row_id = $1', [fine.id])).toEqual([])
    const [made] = await app.sql('select id from app_user where tenant_id = $1 and account = $2', [home.tenant, 'three_he'])
    const set = await lab.reset(String(made!.id), security.client)
    expect(await app.signIn(home.tenant, 'three_he', set.data.password)).toBeDefined()
    expect((await by.post('/blade-user/remove', { ids: made!.id })).status).toBe(200)
  })

  test('a keeper of a list of devices is joined to no one, so that no rights come with a name', async () => {
    const by = system.client
    const keepers = () =>
      app.sql(
        `select u.id, u.real_name, u.account ~ '^k-' as is_keeper, u.dept_id is null as is_nowhere, p.password_hash = '!' as is_closed, r.role_alias
          from app_user u join person p on p.id = u.person_id join role r on r.id = u.role_id
          where u.tenant_id = $1 and u.real_name like '同%' and not u.is_deleted order by u.real_name collate "C", u.account`,
        [home.tenant],
      )
    const before = await keepers()
    expect(before).toMatchObject(
      ['同三', '同五', '同四'].map((real_name) => ({
        real_name,
        is_keeper: true,
        is_nowhere: true,
        is_closed: true,
        role_alias: 'keeper',
      })),
    )
    // Checked while the two were still one person, and checked now: both come apart, with a role without rights.
    expect(await begin(by, 'user', 'write', { id: early.id })).toMatchObject({ status: 'done', writtenCount: 1 })
    const now = await listPeople(by, 'three_si,同四,骨科,待定岗')
    expect((await problemsOf(by, now.id)).map(({ message }) => message)).toEqual([expect.stringMatching(/未合并/)])
    expect(await begin(by, 'user', 'write', { id: now.id })).toMatchObject({ status: 'done', writtenCount: 1 })
    const after = await keepers()
    expect(after.filter(({ is_keeper }) => is_keeper)).toEqual(before)
    expect(after.filter(({ is_keeper }) => !is_keeper)).toMatchObject(
      ['同三', '同四'].map((real_name) => ({ real_name, is_closed: true, role_alias: 'no_post' })),
    )
    await refusedPerson(by, 'three_wu,同五,骨科,科室资产管理员')
    // Nor is the keeper taken over by hand.
    const { id } = before.find(({ real_name }) => real_name === '同五')!
    await refused(() => by.post('/blade/user/save', { id, account: 'three_wu' }))
    await refused(() => by.post('/blade/user/save', { id, moreRoles: [roles.engineer] }))
    expect((await lab.reset(String(id), by)).status).toBe(403)
  })

  test('a list of devices makes no keepers: who may add people gives no rights, and who has no such right adds none', async () => {
    expect(await nameKeepers(admin, '同六')).toMatchObject({ status: 'done', missing: { user: ['同六'] } })
    const keeping = await keysOf(roles.system_administrator)
    const more = ['device.list', 'device.submit']
    expect((await setRights(roles.system_administrator, [...keeping, ...more], security.client)).status).toBe(200)
    const rows = '设备名称,出厂编号,使用科室,保管人\n三员机,T-7,骨科,同七\n'
    const job = await verifiedImport(app, system.client, 'device', rows, { createMissing: 1 })
    await refusedImport(system.client, 'device', job, { createMissing: 1 })
    expect(await app.sql(`select 1 from device where sn = 'T-7'`)).toEqual([])
    expect((await setRights(roles.system_administrator, keeping, security.client)).status).toBe(200)
    expect(await app.sql(`select 1 from app_user where real_name in ('同六', '同七')`)).toEqual([])
  })

  test('a merged department takes its people along with their duties and roles, and the system administrator alone merges', async () => {
    const by = system.client
    const add = async (deptName: string) =>
      String((await by.post<Row>('/blade-system/dept/submit', { deptName, category: 'clinical' })).data.id)
    const [from, to] = [await add('并出科'), await add('并入科')]
    const people = [ward, system, security, audit]
    const stood = await app.sql('select id, dept_id from app_user where tenant_id = $1 and id = any($2::uuid[])', [
      home.tenant,
      people.map(({ id }) => id),
    ])
    for (const { id } of people) await alter('update app_user set dept_id = $3 where tenant_id = $1 and id = $2', [home.tenant, id, from])
    const before = await state()
    const merge = { deptId: from, kind: 'merge', toId: to }
    for (const { client } of [security, audit]) expect((await client.post('/blade-system/dept/reorganize', merge)).status).toBe(403)
    const done = await by.post('/blade-system/dept/reorganize', merge)
    expect([done.status, done.msg]).toEqual([200, '操作成功'])
    const moved = await app.sql('select count(*)::int as n from app_user where tenant_id = $1 and dept_id = $2', [home.tenant, to])
    expect(moved[0]!.n).toBe(people.length)
    expect(await state()).toEqual(before)
    for (const row of stood)
      await alter('update app_user set dept_id = $3 where tenant_id = $1 and id = $2', [home.tenant, row.id, row.dept_id])
    expect((await shown(security.client)).faults).toEqual([])
  })

  test('no one takes over or stops an administrator of another duty', async () => {
    await refused(() => lab.reset(audit.id, security.client), /不能对审计管理员执行此操作/)
    await refused(() => lab.reset(system.id, security.client), /不能对系统管理员执行此操作/)
    for (const { id } of [audit, security]) {
      await refused(() => system.client.post('/osm/user/update-user-status', { userIds: [id], status: 'stopped' }), /不能对/)
      await refused(() => system.client.post('/blade/user/save', { id, account: 'stolen' }), /不能对/)
      await refused(() => system.client.post('/blade-user/remove', { ids: id }), /不能对/)
    }
  })

  test('the system administrator changes nothing by which a provider finds another account', async () => {
    const [provider] = await alter(
      `insert into identity_provider (tenant_id, id, provider_code, provider_name, kind, match_by) values ($1, $2, 'three', '统一登录', 'oidc', 'email') returning id`,
      [home.tenant, v7()],
    )
    const save = (more: object) => system.client.post('/blade/user/save', { id: ward.id, ...more })
    await refused(() => save({ account: 'mine2' }), /三员分立.*登录/)
    await refused(() => save({ email: 'mine@example.org' }), /三员分立.*登录/)
    expect((await save({ phone: '13800000077' })).status).toBe(200)
    await alter('update identity_provider set is_deleted = true where tenant_id = $1 and id = $2', [home.tenant, provider!.id])
    expect((await save({ email: 'mine@example.org' })).status).toBe(200)
    // The platform's text messages carry codes for new passwords of this hospital, too.
    const [template] = await app.sql(
      `insert into sms (tenant_id, id, sms_code, category, content, is_stopped) values ($1, $2, 'password_reset', 'webhook', '\${code}', 0) returning id`,
      [platformTenant, v7()],
    )
    await refused(() => save({ phone: '13800000078' }), /三员分立.*登录/)
    await app.sql('update sms set is_deleted = true where tenant_id = $1 and id = $2', [platformTenant, template!.id])
    expect((await save({ phone: '13800000078' })).status).toBe(200)
  })

  test('who is given a duty loses other identities and sessions, and a session of a provider carries no duty', async () => {
    const role = await security.client.post<Row>('/blade-system/role/copy', {
      roleId: roles.security_administrator,
      roleName: '安全三',
      roleAlias: 'security_three',
    })
    const bound = () => app.sql('select subject from identity_binding where tenant_id = $1 and user_id = $2', [home.tenant, ward.id])
    await alter(`insert into identity_binding (tenant_id, issuer, subject, user_id) values ($1, 'https://sso.example', 'ward', $2)`, [
      home.tenant,
      ward.id,
    ])
    expect((await give(ward.id, [roles.engineer, roles.keeper, role.data.id], security.client)).status).toBe(200)
    expect(await bound()).toEqual([])
    expect((await ward.client.get('/blade-system/role/page')).status).toBe(401)
    const client = await app.signIn(home.tenant, ward.account, own)
    expect((await client.get('/blade-system/role/page')).status).toBe(200)
    expect((await setRights(role.data.id, ['role.list'], client)).status).not.toBe(401)
    await alter('update session set provider_id = $3 where tenant_id = $1 and user_id = $2', [home.tenant, ward.id, v7()])
    await alter('update tenant_epoch set epoch = epoch + 1 where tenant_id = $1', [home.tenant])
    expect((await client.get('/blade-system/role/page')).status).toBe(403)
    expect((await client.get('/eam/device/list')).status).toBe(200)
    expect((await give(ward.id, [roles.engineer], security.client)).status).toBe(200)
  })

  test('who holds a role that is given a duty loses them too', async () => {
    const plain = await security.client.post<Row>('/blade-system/role/submit', { roleName: '值班', roleAlias: 'on_duty', reach: 'dept' })
    expect((await give(ward.id, [roles.engineer, plain.data.id], security.client)).status).toBe(200)
    const client = await app.signIn(home.tenant, ward.account, own)
    await alter(`insert into identity_binding (tenant_id, issuer, subject, user_id) values ($1, 'https://sso.example', 'again', $2)`, [
      home.tenant,
      ward.id,
    ])
    const changed = await security.client.post('/blade-system/role/submit', { id: plain.data.id, duty: 'security' })
    expect([changed.status, changed.msg]).toEqual([200, expect.any(String)])
    expect((await client.get('/eam/device/list')).status).toBe(401)
    expect(await app.sql('select subject from identity_binding where tenant_id = $1 and user_id = $2', [home.tenant, ward.id])).toEqual([])
    // A change of anything else ends no session.
    const again = await app.signIn(home.tenant, ward.account, own)
    expect((await security.client.post('/blade-system/role/submit', { id: plain.data.id, roleName: '值班长' })).status).toBe(200)
    expect((await again.get('/eam/device/list')).status).not.toBe(401)
    expect((await give(ward.id, [roles.engineer], security.client)).status).toBe(200)
  })

  test('of two grants at the same time one wins, and no person ever holds two duties', async () => {
    const second = await security.client.post<Row>('/blade-system/role/copy', {
      roleId: roles.security_administrator,
      roleName: '安全二',
      roleAlias: 'security_two',
    })
    expect(second.status).toBe(200)
    const deputy = await app.sql(`select id from app_user where tenant_id = $1 and account = 'head'`, [home.tenant])
    expect((await give(String(deputy[0]!.id), [second.data.id], security.client)).status).toBe(200)
    const head = await app.as('head')
    for (let round = 0; round < 6; round++) {
      const roleId = (
        await security.client.post<Row>('/blade-system/role/submit', {
          roleName: `临时${round}`,
          roleAlias: `passing${round}`,
          reach: 'all',
        })
      ).data.id
      // One gives the role to the system administrator while the other makes it an auditor's.
      const answers = await Promise.all([
        give(system.id, [roles.system_administrator, roleId], security.client),
        head.post('/blade-system/role/submit', { id: roleId, duty: 'audit' }),
      ])
      expect(answers.map(({ status }) => status).filter((status) => status === 200).length).toBeLessThanOrEqual(1)
      for (const { status, msg } of answers) if (status !== 200) expect(msg).toMatch(/三员分立|修改|繁忙/)
      const two = await app.sql(
        `select ur.user_id from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id where ur.tenant_id = $1 and r.duty is not null and not r.is_deleted
          group by ur.user_id having count(distinct r.duty) > 1`,
        [home.tenant],
      )
      expect(two).toEqual([])
      expect((await give(system.id, [roles.system_administrator], security.client)).status).toBe(200)
    }
  })

  test('the rule stands at the commit of the database, for every writer', async () => {
    const write = (text: string, values: unknown[]) => writeAs(app.pool, home.tenant, (tx) => tx.run({ text, values }))
    const before = await state()
    await expect(
      write(`insert into role_grant (tenant_id, role_id, right_code) values ($1, $2, 'log.list')`, [home.tenant, roles.administrator]),
    ).rejects.toMatchObject({ code: 'rule' })
    await expect(
      write('update app_user set more_roles = array[$2::uuid] where tenant_id = $1 and id = $3', [
        home.tenant,
        roles.audit_administrator,
        system.id,
      ]),
    ).rejects.toMatchObject({ code: 'rule' })
    await expect(
      write(`update app_user set status = 'stopped' where tenant_id = $1 and id = $2`, [home.tenant, audit.id]),
    ).rejects.toMatchObject({ code: 'rule' })
    expect(await state()).toEqual(before)
  })

  test('a start with a program that knows more rights leaves them apart', async () => {
    await app.sql(`delete from program_state where key = 'rights'`)
    // A hospital whose duties have come into disorder is passed over, and the program starts.
    const disorder = async (status: string) => {
      await app.sql('alter table app_user disable trigger user')
      await app.sql('update app_user set status = $3 where tenant_id = $1 and id = $2', [home.tenant, audit.id, status])
      await app.sql('alter table app_user enable trigger user')
    }
    await disorder('stopped')
    const before = await state()
    await grantNewRights(app.pool)
    expect(await state()).toEqual(before)
    await disorder('active')
    await app.sql(`delete from program_state where key = 'rights'`)
    await grantNewRights(app.pool)
    expect((await shown(security.client)).losses).toEqual([])
    expect((await shown(security.client)).faults).toEqual([])
  })

  test('no one in the hospital switches it off; the platform does, and both logs say so', async () => {
    await refused(() => switchTo(0, system.client), /只能由平台停用/)
    expect((await switchTo(0, security.client)).status).toBe(403)
    expect((await switchTo(0)).status).toBe(403)
    expect((await platform.get<Shown>(`${path}/detail`, { ofTenant: home.tenant })).data).toMatchObject({ isOn: 1, faults: [] })
    expect((await switchTo(0, platform, { ofTenant: home.tenant })).status).toBe(200)
    const usual = (await audit.client.get<Page>('/blade-log/usual/list', { size: 100, event: 'rightsChange' })).data.records
    expect(usual.map((row) => row.detail)).toContain('三员分立 − 000000 admin')
    expect((await platform.get<Page>('/blade-log/usual/list', { size: 20 })).data.records.map((row) => row.detail)).toContain(
      `${home.tenant} 三员分立 −`,
    )
    // Someone administers people and roles afterwards, and the log says who was made to.
    const changed = usual.map((row) => String(row.detail))
    expect(changed.some((detail) => detail.includes('医院管理员') && detail.includes('+'))).toBe(true)
    expect((await give(audit.id, [roles.audit_administrator, roles.keeper], system.client)).status).toBe(200)
    expect((await system.client.post('/osm/user/update-user-status', { userIds: [ward.id], status: 'stopped' })).status).toBe(200)
    expect((await lab.reset(security.id, system.client)).status).toBe(200)
  })
})
