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
