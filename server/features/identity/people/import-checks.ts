import { dept } from '#contract/entities/identity/dept.ts'
import { user } from '#contract/entities/identity/user.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { codeKey } from '#contract/kit/text/one-writing.ts'
import type { Words } from '#contract/kit/words.ts'
import { nameKey } from '#server/kit/import/cells/cell-values.ts'
import { refusalWords } from '#server/kit/import/rows/compare-rows.ts'
import type { ReadRow } from '#server/kit/import/rows/read-rows.ts'
import type { CheckGiven, RowCheck } from '#server/kit/import/rows/row-checks.ts'
import { mayArrange } from './dept-hooks.ts'
import { refuseGivingRights } from './duty-limits.ts'
import { refuseRolesBeyond } from './limits.ts'

const elsewhere: Words = {
  zh: '不在您可管理的范围内，不能在其下新建科室',
  en: 'is outside your data scope, so no department can be added below it',
}
/** What a person may arrange is known when the import begins. */
const fresh: Words = { zh: '由本表新建，请先导入它，再导入其下级', en: 'is new in this list: import it first, then what stands below it' }
const atTop: Words = {
  zh: '为空，只有可管理全部科室的人才能新建一级科室',
  en: 'is empty: only who manages all departments may add one at the top',
}

/** Whether a row is about a department that is there and stays: who may change it is asked of itself, not of what it stands below. */
async function stayingIn({ actor, run }: CheckGiven): Promise<(row: ReadRow) => boolean> {
  const { rows } = await run({
    text: 'select dept_code, dept_name, parent_id from dept where tenant_id = $1 and not is_deleted',
    values: [actor.tenantId],
  })
  const spot = (name: unknown, parentId: unknown): string => `${parentId ?? ''} ${nameKey(String(name))}`
  const named = new Set(rows.map((row) => spot(row.dept_name, row.parent_id)))
  const coded = new Map(rows.flatMap((row) => (row.dept_code ? [[codeKey(String(row.dept_code)), row.parent_id ?? null] as const] : [])))
  return ({ draft, names }) => {
    const code = codeKey(String(draft.deptCode ?? ''))
    if (code !== '') return coded.has(code) && (names.parent === undefined || coded.get(code) === (draft.parentId ?? null))
    return named.has(spot(draft.deptName, draft.parentId))
  }
}

/** Tells departments that would stand where the person arranges none. */
export const deptPlaceCheck: RowCheck = {
  of: dept,
  async check(rows, given, wrong) {
    const { actor, known, above } = given
    if (actor.general.isAll) return
    const [standing, stays] = [await known(), await stayingIn(given)]
    for (const row of rows) {
      const { parentId } = row.draft
      const over = above(row)
      if (standing.has(row) || stays(row) || (!over && !parentId && row.names.parent !== undefined)) continue
      if (over) wrong(row, 'parent', fresh, row.names.parent ?? '')
      else if (!mayArrange(actor, parentId)) wrong(row, 'parent', parentId ? elsewhere : atTop, row.names.parent ?? '')
    }
  },
}

/** Tells new people whose role the person must not give. Roles of people who are there stay as they are. */
export const rolesCheck: RowCheck = {
  of: user,
  async check(rows, { actor, run }, wrong) {
    const accounts = rows.flatMap(({ draft }) => (draft.account ? [codeKey(String(draft.account))] : []))
    const found = await run({
      text: 'select account from app_user where tenant_id = $1 and code_key(account) = any($2::text[]) and not is_deleted',
      values: [actor.tenantId, accounts],
    })
    const there = new Set(found.rows.map(({ account }) => codeKey(String(account))))
    const groups = new Map<string, ReadRow[]>()
    for (const row of rows) {
      const { roleId, deptId, account } = row.draft
      const key = `${roleId} ${deptId ?? ''}`
      if (roleId && !there.has(codeKey(String(account ?? '')))) groups.set(key, [...(groups.get(key) ?? []), row])
    }
    const tx = { run, tenantId: actor.tenantId }
    for (const some of groups.values()) {
      const words = await refusedRole(some[0]!)
      if (words) for (const row of some) wrong(row, 'role', words, row.names.role ?? '')
    }

    async function refusedRole({ draft }: ReadRow): Promise<Words | undefined> {
      const [roles, deptIds] = [[String(draft.roleId)], [draft.deptId ? String(draft.deptId) : null]]
      try {
        await refuseGivingRights({ actor }, tx, roles)
        await refuseRolesBeyond({ actor }, tx, roles, { deptIds })
        return undefined
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { zh, en } = refusalWords(error)
        return { zh: `：${zh}`, en: `is refused: ${en}` }
      }
    }
  },
}
