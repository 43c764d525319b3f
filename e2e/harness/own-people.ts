import { asOwner } from './as-owner.ts'
import { type Account, type Desk, openDesk, type Page } from './office.ts'
import type { RunningServer } from './program.ts'

/** The demo hospital. */
const home = '100001'
/** The password that these people choose. */
const own = 'Bridge2026'

interface Listed {
  readonly id: string
  readonly roleName: string
  readonly deptId: string
}

let made = 0

/** A person of the demo hospital with these roles by name, who has chosen a password of their own; used by no other test. */
export async function personWith(server: RunningServer, roles: readonly string[]): Promise<Account & { readonly id: string }> {
  const admin = await openDesk(server.url, { tenant: home, user: 'admin', password: 'ward2026' })
  const user = `shell${++made}`
  const known = (await admin.get<Page<Listed>>('/blade-system/role/page', { size: '50' })).records
  const [roleId, ...moreRoles] = roles.map((name) => known.find((role) => role.roleName === name)!.id)
  const keeper = (await admin.get<Page<Listed>>('/blade/user/list', { account: 'keeper' })).records[0]!
  const draft = { account: user, realName: `小${made}`, roleId, moreRoles, deptId: keeper.deptId }
  const { id } = await admin.post<{ id: string }>('/blade/user/save', draft)
  const password = await givenPassword(admin, id)
  await choosePassword(server, { tenant: home, user, password })
  return { tenant: home, user, password: own, id }
}

const givenPassword = async (admin: Desk, userId: string): Promise<string> =>
  (await admin.post<{ password: string }>('/osm/user/reset-password', { userId })).password

const choosePassword = async (server: RunningServer, account: Account): Promise<void> => {
  const theirs = await openDesk(server.url, account)
  await theirs.post('/osm/user/update-password', { oldPassword: account.password, newPassword: own, newPassword1: own })
}

export interface TwoHospitals {
  /** The person at home, the demo hospital. */
  readonly account: Account
  readonly home: { readonly tenant: string; readonly name: string }
  readonly second: { readonly tenant: string; readonly name: string }
}

/** One person with the same account in the demo hospital and in a second one that is made for it. */
export async function personOfTwo(server: RunningServer): Promise<TwoHospitals> {
  const account = await personWith(server, ['审计'])
  const second = { tenant: `3${String(made).padStart(5, '0')}`, name: `对岸医院${made}` }
  const platform = await openDesk(server.url, { tenant: '000000', user: 'admin', password: 'admin' })
  await platform.post('/blade-system/tenant/submit', {
    newTenant: second.tenant,
    tenantName: second.name,
    account: account.user,
    realName: '同一人',
  })
  // No page binds accounts of two hospitals to one person.
  await asOwner(server, async (client) => {
    const act = (tenant: string) => client.query(`select set_config('app.tenant', $1, true)`, [tenant])
    const { rows } = await client.query<{ person_id: string }>('select person_id from app_user where id = $1', [account.id])
    const values = [second.tenant, rows[0]!.person_id]
    await act(second.tenant)
    await client.query('delete from membership where tenant_id = $1', [second.tenant])
    await client.query('update app_user set person_id = $2, must_change = 0 where tenant_id = $1', values)
    await client.query(
      'insert into membership (person_id, tenant_id, user_id) select $2, tenant_id, id from app_user where tenant_id = $1',
      values,
    )
  })
  return { account, home: { tenant: home, name: '江城市第一人民医院' }, second }
}
