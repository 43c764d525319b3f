import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { loadRiskScores, refreshProposals } from '#contract/calls/maintenance/risk.ts'
import { riskProposal } from '#contract/entities/maintenance/risk/risk-proposal.ts'
import { riskScore } from '#contract/entities/maintenance/risk/risk-score.ts'
import { proposalReasons } from '#contract/entities/maintenance/risk/score.ts'
import { type CycleUnit, countText, cycleUnits } from '#contract/kit/fields/cycle.ts'
import type { Words } from '#contract/kit/words.ts'
import { type Row, useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** Risk scores of classes and devices; the ready ones are loaded here. */
export function RiskScorePage(): ReactNode {
  const { say, word } = useWords()
  const notice = useNotice()
  const load = useAction(loadRiskScores)
  const mayLoad = useRight(loadRiskScores.may)
  const send = (): void => void notice.tell(load.mutateAsync({ body: {} }), word('step.done', { step: say(loadRiskScores) }))
  return <EntityPage of={riskScore} listMore={mayLoad ? [{ key: loadRiskScores.name, label: say(loadRiskScores), onClick: send }] : []} />
}

/** Why a proposal is made, as a sentence. */
export function whyOf(row: Row): Words {
  const unit = cycleUnits[row.proposedCycleUnit as CycleUnit]
  const [zh, en] = (['zh', 'en'] as const).map((language) => countText(Number(row.proposedCycle), unit, language))
  const score = {
    zh: `功能 ${row.functionPoints} 分 + 风险 ${row.riskPoints} 分 + 维护 ${row.maintenancePoints} 分 + 历史 ${row.incidentPoints} 分（近 12 个月故障 ${row.failures} 次、不良事件 ${row.adverseEvents} 起）= ${row.points} 分`,
    en: `Function ${row.functionPoints} + risk ${row.riskPoints} + maintenance ${row.maintenancePoints} + history ${row.incidentPoints} (in the last 12 months ${row.failures} failures, ${row.adverseEvents} adverse events) = ${row.points} points`,
  }
  const reason = proposalReasons[row.intervalFrom as keyof typeof proposalReasons]
  if (row.proposedCycle === null || row.proposedCycle === undefined)
    return { zh: `${score.zh}，低于最低一级，不计划保养`, en: `${score.en}: below the lowest band, no planned maintenance` }
  if (row.intervalFrom === 'score') return { zh: `${score.zh}，每 ${zh}保养一次`, en: `${score.en}: every ${en}` }
  return { zh: `${score.zh}；按${reason.zh}，每 ${zh}保养一次`, en: `${score.en}; every ${en}, as set by: ${reason.en.toLowerCase()}` }
}

function Why({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  return <Alert type="info" showIcon title={say(whyOf(row))} />
}

/** Devices whose plans differ from what their scores propose: accepted or refused, several at once. */
export function RiskProposalPage(): ReactNode {
  const { say, word } = useWords()
  const notice = useNotice()
  const refresh = useAction(refreshProposals)
  const mayRefresh = useRight(refreshProposals.may)
  const send = (): void => void notice.tell(refresh.mutateAsync({ body: {} }), word('step.done', { step: say(refreshProposals) }))
  const button = (): ReactNode =>
    mayRefresh && (
      <Button loading={refresh.isPending} onClick={send}>
        {say(refreshProposals)}
      </Button>
    )
  return <EntityPage of={riskProposal} more={(row) => <Why row={row} />} listActions={button} />
}
