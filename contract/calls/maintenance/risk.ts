import { riskProposal } from '../../entities/maintenance/risk/risk-proposal.ts'
import { riskScore } from '../../entities/maintenance/risk/risk-score.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'

const writing = { module: 'maintenance', method: 'POST', writes: true, input: {} } as const

/** Adds the ready points to classes of the catalogue that have none of their own. */
export const loadRiskScores = call('riskScore.loadReady', {
  ...writing,
  zh: '载入常用分类评分',
  en: 'Load ready risk scores',
  path: `${riskScore.path}/load-ready`,
  may: 'riskScore.submit',
  changes: ['riskScore'],
  answers: one({ made: out.number }),
})

/** Compares the plans of all devices with their scores now, as the night does. */
export const refreshProposals = call('riskProposal.refresh', {
  ...writing,
  zh: '重新计算',
  en: 'Recalculate',
  path: `${riskProposal.path}/refresh`,
  may: 'riskProposal.decide',
  changes: ['riskProposal'],
  answers: one({ open: out.number }),
})
