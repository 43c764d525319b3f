import { device } from '#contract/entities/asset/device/device.ts'
import { deviceCopying } from '#contract/entities/asset/device/device-card-copy.ts'
import { step } from '#server/kit/steps/step.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { copyCards } from './copy-cards.ts'

step(deviceCopying, 'make', async ({ context, tx, row, changes }) => {
  const [card] = await lockRows(device, context, tx, [String(row.device_id)])
  const beside = { useDeptId: row.use_dept_id, locationId: row.location_id, keeperId: row.keeper_id }
  const { codes } = await copyCards(context, tx, card!, Number(row.copies), beside)
  const made = codes.length > 1 ? `${codes[0]} – ${codes.at(-1)}` : codes[0]!
  changes.codes = { from: null, to: made }
  return { codes: made }
})
