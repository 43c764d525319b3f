import { user } from '#contract/entities/identity/user.ts'
import { seesAll } from '#server/kit/access/access.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import { nameKey } from '#server/kit/import/cells/cell-values.ts'
import type { Run } from '#server/kit/import/rows/name-links.ts'
import type { ReadRow } from '#server/kit/import/rows/read-rows.ts'
import type { RowCheck, RowWords } from '#server/kit/import/rows/row-checks.ts'

/** A person whom a list of devices named as keeper: without a password, under an account that the program made. */
interface Keeper {
  readonly id: string
  readonly version: number
  /** The identity that signs in. */
  readonly personId: string
  readonly name: string
  /** Departments of the devices they keep. */
  readonly depts: readonly string[]
}

/** Keepers who may be joined: under an account that the program made, at work, in no department, and bound to no identity of a provider. */
async function keepersNamed(names: readonly string[], actor: Actor, run: Run): Promise<Keeper[]> {
  const { rows } = await run({
    text: `select u.id, u.version, u.real_name, u.person_id, array(select distinct d.use_dept_id::text from device d
        where d.tenant_id = u.tenant_id and d.keeper_id = u.id and not d.is_deleted and d.use_dept_id is not null) as depts
      from app_user u where u.tenant_id = $1 and not u.is_deleted and u.status = 'active' and u.account ~ '^k-[0-9a-z]{12}$' and u.dept_id is null
        and not exists (select 1 from identity_binding b where b.tenant_id = u.tenant_id and b.user_id = u.id)
        and lower(u.real_name) = any($2::text[]) order by u.id`,
    values: [actor.tenantId, names],
  })
  return rows.map((row) => ({
    id: String(row.id),
    version: Number(row.version),
    personId: String(row.person_id),
    name: nameKey(String(row.real_name)),
    depts: row.depts as string[],
  }))
}

const nameOf = ({ draft }: ReadRow): string => nameKey(String(draft.realName ?? ''))

const isOf = ({ depts }: Keeper, deptId: string): boolean => depts.length === 1 && depts[0] === deptId
/** Keepers whose devices say nothing of their department, or say it beside others, may be anybody of the name. */
const mayBeOf = ({ depts }: Keeper, deptId: string): boolean => depts.length === 0 || depts.includes(deptId)

/** One row and one keeper of a name who can only mean each other. */
function pairsOf<R extends ReadRow>(called: readonly R[], keepers: readonly Keeper[]): [R, Keeper][] {
  return called.flatMap((row): [R, Keeper][] => {
    const deptId = String(row.draft.deptId)
    const [keeper, ...others] = keepers.filter((one) => mayBeOf(one, deptId))
    if (!keeper || others.length > 0 || !isOf(keeper, deptId)) return []
    return called.filter(({ draft }) => mayBeOf(keeper, String(draft.deptId))).length === 1 ? [[row, keeper]] : []
  })
}

/** Those of the people to whom no password was given. */
async function withoutPassword(keepers: readonly Keeper[], run: Run): Promise<ReadonlySet<string>> {
  if (keepers.length === 0) return new Set()
  const { rows } = await run({
    text: 'select id from people_without_password($1::uuid[]) id',
    values: [keepers.map(({ personId }) => personId)],
  })
  return new Set(rows.map(({ id }) => String(id)))
}

const groupedBy = <T>(list: readonly T[], key: (one: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const one of list) {
    const group = groups.get(key(one))
    if (group) group.push(one)
    else groups.set(key(one), [one])
  }
  return groups
}

/**
 * Which imported people are keepers that lists of devices named before: by name, where all devices they keep are in the department of the row, and where
 * neither the row nor the keeper may be meant by another one. All others of the name stay apart (`unsure`), as everybody does where three administrators
 * are kept apart: there, who adds people sets no passwords. `rows`: every row of the file, for each one of a name makes another one less sure.
 */
export async function matchKeepers<R extends ReadRow>(
  rows: readonly R[],
  { actor, run }: { readonly actor: Actor; readonly run: Run },
): Promise<{ matched: Map<R, Keeper>; unsure: R[] }> {
  const matched = new Map<R, Keeper>()
  const called = groupedBy(rows, nameOf)
  called.delete('')
  if (called.size === 0 || !seesAll(user, actor)) return { matched, unsure: [] }
  const named = groupedBy(await keepersNamed([...called.keys()], actor, run), ({ name }) => name)
  const pairs = actor.keepsThree ? [] : [...named].flatMap(([name, keepers]) => pairsOf(called.get(name) ?? [], keepers))
  const open = await withoutPassword(
    pairs.map(([, keeper]) => keeper),
    run,
  )
  for (const [row, keeper] of pairs) if (open.has(keeper.personId)) matched.set(row, keeper)
  const joined = new Set([...matched.values()].map(({ id }) => id))
  const unsure = [...named].flatMap(([name, keepers]) =>
    keepers.every(({ id }) => joined.has(id)) ? [] : (called.get(name) ?? []).filter((row) => !matched.has(row)),
  )
  return { matched, unsure }
}

const isKeeper: RowWords = {
  zh: '与设备台账中的保管人是同一人，其名下设备归此账号；导入后，本次导入和当初新建该保管人的设备导入都不能再撤销',
  en: 'is a keeper named in the list of devices; the devices they keep stay with this account. Neither this import nor the import of devices that made the keeper can be undone afterwards',
}
const mayBeKeeper: RowWords = {
  zh: '与设备台账中的保管人同名，科室不同或有多人，未合并，请核对其保管的设备',
  en: 'is also the name of a keeper in the list of devices, in another department or of several people: not joined, check the devices they keep',
}

/** Tells which imported people are keepers that lists of devices named before. */
export const keeperCheck: RowCheck = {
  of: user,
  async check(rows, given, wrong) {
    const known = await given.known()
    const { matched, unsure } = await matchKeepers(rows, given)
    const warn = (row: ReadRow, words: RowWords): void => {
      if (!known.has(row)) wrong(row, 'realName', words, String(row.draft.realName), 'warning')
    }
    for (const row of matched.keys()) warn(row, isKeeper)
    for (const row of unsure) warn(row, mayBeKeeper)
  },
}
