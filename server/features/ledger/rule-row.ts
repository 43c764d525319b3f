import { ruleOfTenant } from '#contract/calls/ledger/depreciation.ts'
import { depreciationRule } from '#contract/entities/ledger/depreciation-rule.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { Parameters, type Rows } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { finisher, selectApart } from '#server/kit/read/select.ts'
import { read } from '#server/kit/refuse.ts'
import { bookOrder } from './books/book-cards.ts'
import { refuseOtherTenant } from './books/books.ts'

/** The book of the hospital as its detail shows it: the main one, or the one of the rules that are asked for. */
export function ruleRow(context: Context): ReadPlan<AnswerOf<typeof ruleOfTenant>> {
  const given = read(ruleOfTenant.input, context.input) as { tenantId?: string | null; ruleSet?: string | null }
  refuseOtherTenant(context, given.tenantId)
  const view = context.actor.settings.view(depreciationRule)
  const [into, selection] = [new Parameters(), selectApart(view)]
  const [tenant, rules] = [into.add(context.actor.tenantId), into.add(given.ruleSet ?? null)]
  const finish = finisher(view, selection.fields, context.language, context.actor)
  return {
    queries: [
      {
        text: `select ${selection.columns} from depreciation_rule t${selection.joins}
          where t.tenant_id = ${tenant} and not t.is_deleted and (${rules}::text is null or t.rule_set = ${rules}) ${bookOrder} limit 1`,
        values: into.values,
        named: selection.named,
      },
    ],
    answer([found]: Rows[]) {
      const row = found!.rows[0]
      if (!row) throw new Refusal('not_found', { what: depreciationRule })
      return finish(row) as unknown as AnswerOf<typeof ruleOfTenant>
    },
  }
}
