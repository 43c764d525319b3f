import { createHash } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { writeAs } from '../pool.ts'
import { addPerson } from './add-person.ts'
import { firstPolicy } from './add-tenant.ts'
import { addDefaultRoles } from './default-roles.ts'

const platform = '000000'

/**
 * Creates the platform tenant with its default roles and the account `admin` with this password, in one transaction: the initial content
 * without demo data. The sign-in sends the SHA-256 of a password, so that is what is hashed.
 */
export const makeFirstAdmin = async (pool: pg.Pool, password: string): Promise<void> => {
  const passwordHash = await hash(createHash('sha256').update(password).digest('hex'))
  await writeAs(pool, platform, async (tx) => {
    tx.later({ text: 'insert into tenant (id, tenant_name, kind) values ($1, $2, $3)', values: [platform, '平台管理', 'platform'] })
    tx.later(firstPolicy(platform))
    addPerson(tx, { account: 'admin', realName: '管理员', roleId: addDefaultRoles(tx).get('administrator'), passwordHash })
  })
}
