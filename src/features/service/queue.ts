import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { type QueueFacts, stepFacts } from '#src/kit/phone/queue-facts.ts'

export const queue: QueueFacts = {
  kinds: [
    // Who fills these fields in reports something, and that is what their group is called.
    [`${repairOrder.name}.submit`, { words: repairOrder.fields.device.group, fields: repairOrder.fields }],
    ...stepFacts(repairFlow, repairOrder),
  ],
  entities: [repairOrder],
}
