import { replacementRule } from '#contract/entities/insight/replacement-rule.ts'
import { type ReplacementTerms, termsProblem } from '#contract/entities/insight/replacement-terms.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { hook } from '#server/kit/hooks.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'

function refuseTerms(terms: ReplacementTerms): void {
  const problem = termsProblem(terms)
  if (problem) throw new Refusal('rule', { ...problem })
}

hook(replacementRule, {
  async beforeAdd(_, tx, { draft }) {
    refuseTerms(draft as unknown as ReplacementTerms)
    // Of two people at once the second finds the rule of the first.
    takeNamedLock(tx, `replacementRule ${tx.tenantId}`)
    const { rows } = await tx.run({
      text: 'select 1 from replacement_rule where tenant_id = $1 and not is_deleted',
      values: [tx.tenantId],
    })
    if (rows.length > 0)
      throw new Refusal('rule', {
        zh: '本院已有更新评分规则，请修改原有规则',
        en: 'The hospital already has a replacement rule. Change that one',
      })
    return undefined
  },
  async beforeChange(_, __, { row, draft }) {
    const names = Object.keys(replacementRule.fields)
    refuseTerms(
      Object.fromEntries(names.map((name) => [name, name in draft ? draft[name] : row[snake(name)]])) as unknown as ReplacementTerms,
    )
    return undefined
  },
})
