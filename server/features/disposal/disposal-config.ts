import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import { disposalFlow } from '#contract/entities/disposal/disposal-flow.ts'
import { refuseClosedKind } from '#server/features/custody/public.ts'
import { hook } from '#server/kit/hooks.ts'
import { step } from '#server/kit/steps/step.ts'
import { deviceIdsOf } from './disposal-cards.ts'

// What a hospital configures of the kind disposal holds for disposals: switched off, or open to some roles only, by department and class.
hook(
  deviceDisposal,
  {
    async beforeAdd(context, tx, { draft, lines }) {
      const deviceIds = (lines.lines?.after ?? []).flatMap(({ deviceId }) => (deviceId ? [deviceId] : []))
      await refuseClosedKind(context, tx, { type: 'disposal', deptId: draft.useDeptId, deviceIds })
      return undefined
    },
  },
  10,
)

step(
  disposalFlow,
  'declare',
  async ({ context, tx, row }) => {
    await refuseClosedKind(context, tx, { type: 'disposal', deptId: row.use_dept_id, deviceIds: await deviceIdsOf(tx, row) })
    return undefined
  },
  10,
)
