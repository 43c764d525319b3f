import { loadRiskScores, refreshProposals } from '#contract/calls/maintenance/risk.ts'
import { proposalPosting } from '#contract/entities/maintenance/maintain-rules.ts'
import { readyScores } from '#contract/entities/maintenance/risk/ready-scores.ts'
import { riskProposal } from '#contract/entities/maintenance/risk/risk-proposal.ts'
import { riskScore } from '#contract/entities/maintenance/risk/risk-score.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { daily } from '#server/kit/jobs/daily.ts'
import type { Job } from '#server/kit/jobs/job.ts'
import { read } from '#server/kit/refuse.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { submit } from '#server/kit/write/save.ts'
import { proposalLock, refreshAll } from './refresh-proposals.ts'

/** Adds the ready points to classes that never had points; those that a person removed do not come back. */
async function loadReady(context: Context, tx: Transaction) {
  read(loadRiskScores.input, context.input)
  takeNamedLock(tx, `risk scores ${tx.tenantId}`)
  const { rows } = await tx.run({
    text: `select c.id, c.class_code from device_class c where c.tenant_id = $1 and c.class_code = any($2::text[]) and not c.is_deleted and coalesce(c.is_inactive, 0) = 0
      and not exists (select 1 from risk_score s where s.tenant_id = c.tenant_id and s.classify_id = c.id) order by c.class_code`,
    values: [tx.tenantId, [...readyScores.keys()]],
  })
  const view = context.actor.settings.view(riskScore)
  for (const { id, class_code: code } of rows)
    await submit(view, { ...context, input: { classifyId: id, ...readyScores.get(String(code)) } }, tx)
  return { made: rows.length }
}

/** Brings the proposals for the devices that the person sees up to now; answers how many the person has to decide. */
async function refresh(context: Context, tx: Transaction) {
  read(refreshProposals.input, context.input)
  takeNamedLock(tx, `${proposalLock} ${tx.tenantId}`)
  await refreshAll(asSystem(context, proposalPosting), tx, homeDay(context.occurredAt), context.actor)
  const into = new Parameters()
  const tenant = into.add(tx.tenantId)
  const scope = scopeSql(riskProposal, context.actor, 't', into)
  const { rows } = await tx.run({
    text: `select count(*)::int as open from risk_proposal t where t.tenant_id = ${tenant} and t.proposal_state = 'open' and not t.is_deleted${scope ? ` and ${scope}` : ''}`,
    values: into.values,
  })
  return { open: Number(rows[0]!.open) }
}

export const riskAnswers: readonly Answer[] = [answer(loadRiskScores, { write: loadReady }), answer(refreshProposals, { write: refresh })]

/** Compares plans with scores every night, after the orders of the day were made. */
export const riskProposals: Job = {
  name: 'riskProposals',
  zh: '保养建议计算',
  en: 'Maintenance proposals',
  cron: '25 1 * * *',
  run: (tools) => daily(proposalPosting, proposalLock, tools, refreshAll),
}
