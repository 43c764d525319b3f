import { hash } from '@node-rs/argon2'
import { addPerson } from '#server/db/first/add-person.ts'
import { addDefaultRoles } from '#server/db/first/default-roles.ts'
import { writeAs } from '#server/db/pool.ts'
import type { Client, TestApp } from './app-for-test.ts'
import { digest, password } from './hospitals.ts'

/** A service provider with its own tenant: an administrator and two engineers, signed in. */
export interface Provider {
  readonly tenant: string
  readonly name: string
  readonly boss: Client
  readonly first: Client
  readonly second: Client
}

const people = [
  ['boss', 'administrator'],
  ['first', 'provider_engineer'],
  ['second', 'provider_engineer'],
] as const

/** Makes the tenant of a service provider and signs its people in. */
export async function addProvider(app: TestApp, tenant: string, name: string): Promise<Provider> {
  const passwordHash = await hash(digest(password), { memoryCost: 64, timeCost: 1, parallelism: 1 })
  await writeAs(app.pool, '000000', async (tx) =>
    tx.later({ text: `insert into tenant (id, tenant_name, kind) values ($1, $2, 'provider')`, values: [tenant, name] }),
  )
  const roles = await writeAs(app.pool, tenant, async (tx) => addDefaultRoles(tx))
  for (const [account, role] of people)
    await writeAs(app.pool, tenant, async (tx) => {
      addPerson(tx, { account, realName: `${name}${account}`, roleId: roles.get(role), passwordHash })
    })
  const [boss, first, second] = await Promise.all(people.map(([account]) => app.signIn(tenant, account)))
  return { tenant, name, boss: boss!, first: first!, second: second! }
}
