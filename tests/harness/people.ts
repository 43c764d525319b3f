import type { Answer, Client, Page, Row, TestApp } from './app-for-test.ts'
import { home } from './hospitals.ts'

/** The password that settled people chose. */
export const own = 'Own2026'

export interface Settled {
  readonly id: string
  readonly account: string
  readonly client: Client
}

/** What the tests of users and roles share, as the administrator of the small hospital. */
export interface PeopleLab {
  /** Ids of roles by alias. */
  readonly roles: Record<string, string>
  /** A new user of 骨科; no password is known yet. */
  add(role?: string, more?: object, by?: Client): Promise<{ answer: Answer<Row>; account: string; id: string }>
  reset(userId: string, by?: Client, more?: object): Promise<Answer<Record<string, string>>>
  change(client: Client, oldPassword: string, newPassword: string, again?: string): Promise<Answer>
  /** A person who has signed in and chosen a password of their own. */
  settled(role?: string, more?: object): Promise<Settled>
  /** A role of its own with these rights, and a user who holds it. */
  clerk(rights: readonly string[], reach?: string): Promise<Settled & { alias: string }>
  log(query?: Record<string, string>): Promise<Row[]>
  detail(id: string): Promise<Row>
}

const must = <T>(answer: Answer<T>): T => {
  if (!answer.success) throw new Error(`${answer.status} ${answer.msg}`)
  return answer.data
}

/** Accounts and roles of all labs of a file are numbered together: they may share a program. */
let serial = 0

/** Builds the lab on a program; `admin` returns the acting client, because a test may sign in again. */
export async function peopleLab(app: TestApp, admin: () => Client): Promise<PeopleLab> {
  const found = await app.sql('select id, role_alias from role where tenant_id = $1', [home.tenant])
  const roles: Record<string, string> = Object.fromEntries(found.map((row) => [String(row.role_alias), String(row.id)]))
  const lab: PeopleLab = {
    roles,
    async add(role = 'keeper', more = {}, by = admin()) {
      const account = `person${++serial}`
      const draft = { account, realName: `人员${serial}`, roleId: roles[role], deptId: home.depts.bones, ...more }
      const answer = await by.post<Row>('/blade/user/save', draft)
      return { answer, account, id: String(answer.data?.id) }
    },
    reset: (userId, by = admin(), more = {}) => by.post('/osm/user/reset-password', { userId, ...more }),
    change: (client, oldPassword, newPassword, newPassword1 = newPassword) =>
      client.post('/osm/user/update-password', { oldPassword, newPassword, newPassword1 }),
    async settled(role = 'keeper', more = {}) {
      const { id, account } = await lab.add(role, more)
      const { password } = must(await lab.reset(id))
      const client = await app.signIn(home.tenant, account, password)
      must(await lab.change(client, password!, own))
      return { id, account, client }
    },
    async clerk(rights, reach = 'all') {
      const alias = `clerk_${++serial}`
      const draft = { roleName: `文员${serial}`, roleAlias: alias, reach }
      roles[alias] = must(await admin().post<Row>('/blade-system/role/submit', draft)).id
      must(await admin().post('/blade-system/role/grant', { roleIds: [roles[alias]], menuIds: rights.join() }))
      return { alias, ...(await lab.settled(alias)) }
    },
    log: async (query = {}) => must(await admin().get<Page>('/blade-log/usual/list', { size: 100, ...query })).records,
    detail: async (id) => must(await admin().get<Row>('/blade/user/detail', { id })),
  }
  return lab
}
