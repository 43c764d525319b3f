import { roundHandOver } from '#contract/entities/checklist/rounds/round-rules.ts'
import { openRoundStates } from '#contract/entities/checklist/rounds/round-states.ts'
import { rounding, roundTask } from '#contract/entities/checklist/rounds/round-task.ts'
import { refuseUnable } from '#server/features/identity/public.ts'
import { type OpenWork, ownWork } from '#server/kit/steps/open-work.ts'

const own = ownWork({
  of: roundTask,
  rule: roundHandOver,
  as: 'rounds',
  person: 'assignee',
  state: 'roundStatus',
  open: [...openRoundStates],
  about: 'route',
})

/** The rounds that a person has still to walk. */
export const openRounds: OpenWork = {
  ...own,
  async handOver(given) {
    const count = await own.handOver(given)
    if (count > 0)
      await refuseUnable(rounding.steps.explain.may, given.tx, given.to.id, {
        zh: '待交接的有巡检任务，接手人没有巡检权限',
        en: 'Rounds are to be handed over, but the colleague may not walk rounds',
      })
    return count
  },
}
