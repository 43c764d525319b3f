import { depreciationRule } from '#contract/entities/ledger/depreciation-rule.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { hook } from '#server/kit/hooks.ts'

/** What a book with closed months goes by. */
const settled = ['ruleSet', 'beginsOn'] as const

hook(depreciationRule, {
  async beforeAdd(_, tx, { draft }) {
    const { rows } = await tx.run({
      text: 'select count(*)::int as n from depreciation_rule where tenant_id = $1 and not is_deleted',
      values: [tx.tenantId],
    })
    return rows[0]!.n === 0 && draft.isMain === undefined ? { is_main: 1 } : undefined
  },
  async beforeChange(_, __, { row, draft }) {
    const was = { ruleSet: row.rule_set, beginsOn: row.begins_on }
    const changed = settled.find((name) => name in draft && draft[name] !== was[name])
    if (row.closed_on !== null && changed) {
      const { zh, en } = depreciationRule.fields[changed]
      throw new Refusal('rule', { zh: `账簿已有结账月份，不能修改“${zh}”`, en: `The book has closed months, so “${en}” cannot be changed` })
    }
    return undefined
  },
  async afterSave(_, tx, { id, draft }) {
    if (draft.isMain !== 1) return
    tx.later({
      text: 'update depreciation_rule set is_main = 0, version = version + 1 where tenant_id = $1 and id <> $2 and is_main = 1 and not is_deleted',
      values: [tx.tenantId, id],
    })
  },
})
