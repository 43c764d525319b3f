import { withClient } from '#server/db/cluster/embedded.ts'
import type { Page, Row, TestApp } from './app-for-test.ts'
import type { Account } from './desk.tsx'

/** The demo hospital. */
const home = { tenant: '100001', name: '江城市第一人民医院' }
/** The password that these people choose. */
const own = 'Bridge2026'

let made = 0

/** A person of the demo hospital with these roles by name, who has chosen a password of their own; used by no other test. */
export async function personWith(app: TestApp, roles: readonly string[]): Promise<Account & { readonly id: string }> {
  const admin = await app.signIn(home.tenant, 'admin')
  const account = `shell${++made}`
  const known = (await admin.get<Page>('/blade-system/role/page', { size: 50 })).data.records
  const [roleId, ...moreRoles] = roles.map((name) => known.find((role) => role.roleName === name)!.id)
  const keeper = (await admin.get<Page>('/blade/user/list', { account: 'keeper' })).data.records[0]!
  const draft = { account, realName: `小${made}`, roleId, moreRoles, deptId: keeper.deptId }
  const { id } = (await admin.post<Row>('/blade/user/save', draft)).data
  const { password } = (await admin.post<{ password: string }>('/osm/user/reset-password', { userId: id })).data
  const theirs = await app.signIn(home.tenant, account, password)
  await theirs.post('/osm/user/update-password', { oldPassword: password, newPassword: own, newPassword1: own })
  return { tenant: home.tenant, user: account, password: own, id }
}

export interface TwoHospitals {
  /** The person at home, the demo hospital. */
  readonly account: Account
  readonly home: { readonly tenant: string; readonly name: string }
  readonly second: { readonly tenant: string; readonly name: string }
}

/** One person with the same account in the demo hospital and in a second one that is made for it. */
export async function personOfTwo(app: TestApp): Promise<TwoHospitals> {
  const account = await personWith(app, ['审计'])
  const second = { tenant: `3${String(made).padStart(5, '0')}`, name: `对岸医院${made}` }
  const platform = await app.signIn('000000', 'admin', 'admin')
  const draft = { newTenant: second.tenant, tenantName: second.name, account: account.user, realName: '同一人' }
  await platform.post('/blade-system/tenant/submit', draft)
  // No page binds accounts of two hospitals to one person.
  await withClient(app.database.superUrl, async (client) => {
    await client.query(`select set_config('app.tenant', $1, false)`, [second.tenant])
    const { rows } = await client.query<{ person_id: string }>('select person_id from app_user where id = $1', [account.id])
    const values = [second.tenant, rows[0]!.person_id]
    await client.query('delete from membership where tenant_id = $1', [second.tenant])
    await client.query('update app_user set person_id = $2, must_change = 0 where tenant_id = $1', values)
    await client.query(
      'insert into membership (person_id, tenant_id, user_id) select $2, tenant_id, id from app_user where tenant_id = $1',
      values,
    )
  })
  return { account, home, second }
}
