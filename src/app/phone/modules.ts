import { assetPhone } from '#src/features/asset/phone.tsx'
import { checkPhone } from '#src/features/check/phone.tsx'
import { checklistPhone } from '#src/features/checklist/phone.tsx'
import { custodyPhone } from '#src/features/custody/phone.tsx'
import { flowPhone } from '#src/features/flow/phone.tsx'
import { identityPhone } from '#src/features/identity/phone.tsx'
import { iotPhone } from '#src/features/iot/phone.tsx'
import { maintenancePhone } from '#src/features/maintenance/phone.tsx'
import { noticePhone } from '#src/features/notice/phone.tsx'
import { placePhone } from '#src/features/place/phone.tsx'
import { servicePhone } from '#src/features/service/phone.tsx'
import { toolingPhone } from '#src/features/tooling/phone.tsx'
import { offerParts } from '#src/kit/parts.tsx'
import type { PhoneModule } from '#src/kit/phone/module.ts'
import { giveRecordPaths } from '#src/kit/record/record-paths.ts'
import '../queue-loaders.ts'

/** The modules of the phone: the one list of this layer. */
export const phoneModules: readonly PhoneModule[] = [
  assetPhone,
  checkPhone,
  servicePhone,
  maintenancePhone,
  checklistPhone,
  iotPhone,
  custodyPhone,
  flowPhone,
  placePhone,
  identityPhone,
  toolingPhone,
  noticePhone,
]

for (const { parts, records } of phoneModules) {
  if (parts) offerParts(parts)
  if (records) giveRecordPaths(records)
}
