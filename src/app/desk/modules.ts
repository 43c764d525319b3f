import { assetDesk } from '#src/features/asset/desk.tsx'
import { checkDesk } from '#src/features/check/desk.tsx'
import { checklistDesk } from '#src/features/checklist/desk.tsx'
import { custodyDesk } from '#src/features/custody/desk.tsx'
import { disposalDesk } from '#src/features/disposal/desk.tsx'
import { flowDesk } from '#src/features/flow/desk.tsx'
import { identityDesk } from '#src/features/identity/desk.tsx'
import { importDesk } from '#src/features/import/desk.tsx'
import { insightDesk } from '#src/features/insight/desk.tsx'
import { iotDesk } from '#src/features/iot/desk.tsx'
import { labelDesk } from '#src/features/label/desk.tsx'
import { ledgerDesk } from '#src/features/ledger/desk.tsx'
import { maintenanceDesk } from '#src/features/maintenance/desk.tsx'
import { noticeDesk } from '#src/features/notice/desk.tsx'
import { placeDesk } from '#src/features/place/desk.tsx'
import { poolDesk } from '#src/features/pool/desk.tsx'
import { qualityDesk } from '#src/features/quality/desk.tsx'
import { recordDesk } from '#src/features/record/desk.tsx'
import { serviceDesk } from '#src/features/service/desk.tsx'
import { settingsDesk } from '#src/features/settings/desk.tsx'
import { supplyDesk } from '#src/features/supply/desk.tsx'
import { toolingDesk } from '#src/features/tooling/desk.tsx'
import type { DeskModule } from '#src/kit/desk-module.ts'
import { offerPanels } from '#src/kit/home/home-panels.ts'
import { offerParts } from '#src/kit/parts.tsx'
import { giveRecordPaths } from '#src/kit/record/record-paths.ts'
import { offerTabs } from '#src/kit/record/record-tab.ts'

/** The modules of the desk: the one list of this layer. */
export const deskModules: readonly DeskModule[] = [
  insightDesk,
  assetDesk,
  importDesk,
  labelDesk,
  custodyDesk,
  checkDesk,
  flowDesk,
  serviceDesk,
  maintenanceDesk,
  qualityDesk,
  iotDesk,
  checklistDesk,
  poolDesk,
  disposalDesk,
  ledgerDesk,
  placeDesk,
  supplyDesk,
  identityDesk,
  recordDesk,
  settingsDesk,
  toolingDesk,
  noticeDesk,
]

for (const { panels, parts, records, tabs } of deskModules) {
  if (panels) offerPanels(panels)
  if (parts) offerParts(parts)
  if (records) giveRecordPaths(records)
  if (tabs) offerTabs(tabs)
}
