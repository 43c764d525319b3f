import { addSurplus, scan, withdraw } from '#contract/calls/check.ts'
import { checkDept, checkDeptFlow } from '#contract/entities/check/check-dept.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { callFacts, type QueueFacts, stepFacts } from '#src/kit/phone/queue-facts.ts'

export const queue: QueueFacts = {
  kinds: [...[scan, withdraw, addSurplus].map(callFacts), ...stepFacts(checkDeptFlow, checkDept)],
  entities: [checkTask, checkDept, checkLine],
}
