import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { openApplyStates } from '#contract/entities/custody/apply-states.ts'
import type { ServerArea } from '#server/kit/area.ts'
import './apply-lines.ts'
import './apply-steps.ts'
import './use-steps.ts'

const quoted = (states: readonly string[]): string => `p.status = any(array['${states.join("','")}'])`

export const custodyServer: ServerArea = {
  name: 'custody',
  deptHoldings: [{ of: deviceApply, field: 'dept', keeps: { open: quoted(openApplyStates) } }],
}
