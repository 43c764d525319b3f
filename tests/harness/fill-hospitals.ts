import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { v7 } from 'uuid'
import { defaultRoles } from '#contract/roles.ts'
import { addDefaultRoles } from '#server/db/first/default-roles.ts'
import { writeAs } from '#server/db/pool.ts'
import { demoPassword, fillDemo } from '#server/demo/demo.ts'
import { demoRows } from '#server/modules.ts'
import { aliases, digest, type Hospital, home, other, password } from './hospitals.ts'

/** A hash that is checked in half a millisecond: tests sign in thousands of times. What the program's own hash costs is tested beside it. */
const quickHash = (of: string): Promise<string> => hash(digest(of), { memoryCost: 64, timeCost: 1, parallelism: 1 })

/** Department of each role's user: the keeper and the head stand above 骨科, the warehouse keeper in 内科. */
const deptOf = (of: Hospital, alias: string): string | null =>
  alias === 'keeper' || alias === 'head' ? of.depts.surgery : alias === 'warehouse_keeper' ? of.depts.medicine : null

const addHospital = async (pool: pg.Pool, of: Hospital, passwordHash: string): Promise<void> => {
  await writeAs(pool, '000000', async (tx) =>
    tx.later({ text: `insert into tenant (id, tenant_name, kind) values ($1, $2, 'hospital')`, values: [of.tenant, `医院${of.tenant}`] }),
  )
  const roles = await writeAs(pool, of.tenant, async (tx) => {
    const { surgery, bones, medicine } = of.depts
    for (const [id, name, parent, path] of [
      [surgery, '外科', null, `${surgery}/`],
      [bones, '骨科', surgery, `${surgery}/${bones}/`],
      [medicine, '内科', null, `${medicine}/`],
    ])
      tx.later({
        text: `insert into dept (tenant_id, id, dept_name, category, parent_id, path) values ($1, $2, $3, 'clinical', $4, $5)`,
        values: [of.tenant, id, name, parent, path],
      })
    return addDefaultRoles(tx)
  })
  for (const alias of aliases) {
    const person = v7()
    await writeAs(
      pool,
      of.tenant,
      async (tx) => {
        tx.later({ text: 'insert into person (id, password_hash) values ($1, $2)', values: [person, passwordHash] })
        tx.later({
          text: `insert into app_user (tenant_id, id, person_id, account, real_name, role_id, dept_id, status) values ($1, $2, $3, $4, $5, $6, $7, 'active')`,
          values: [of.tenant, of.users[alias], person, alias, defaultRoles[alias].zh, roles.get(alias), deptOf(of, alias)],
        })
        tx.later({
          text: 'insert into membership (person_id, tenant_id, user_id) values ($1, $2, $3)',
          values: [person, of.tenant, of.users[alias]],
        })
      },
      { personId: person },
    )
  }
}

/** Fills a migrated database with the demo and the two small hospitals. */
export const fillHospitals = async (pool: pg.Pool): Promise<void> => {
  await fillDemo(pool, demoRows)
  const passwordHash = await quickHash(password)
  for (const of of [home, other]) await addHospital(pool, of, passwordHash)
}

/** Gives the people of the demo hashes of their passwords that are quick to check. */
export const quickenDemo = async (superuser: pg.Client): Promise<void> => {
  for (const [tenant, word] of [
    ['000000', 'admin'],
    ['100001', demoPassword],
  ] as const)
    await superuser.query('update person set password_hash = $2 where id in (select person_id from app_user where tenant_id = $1)', [
      tenant,
      await quickHash(word),
    ])
}
