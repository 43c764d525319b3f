import { deviceByCode, deviceLifeCycle, fieldConfigList, fieldConfigSave } from './calls/asset.ts'
import * as checking from './calls/check.ts'
import * as checkReports from './calls/check-report.ts'
import * as counts from './calls/counts.ts'
import { fileContent, filePart, fileState } from './calls/file.ts'
import * as hospital from './calls/hospital.ts'
import { allImportCalls } from './calls/import.ts'
import { labelContents, labelPdf, labelPreview, labelPrintStart } from './calls/label.ts'
import * as logs from './calls/log.ts'
import { tagRead, unreadNum } from './calls/notice.ts'
import { locationsByDept, storiedBuilding } from './calls/place.ts'
import { openRepairs, quickSave, repairBatch, repairEngineers, repairsOfApply } from './calls/repair.ts'
import * as roleCalls from './calls/role.ts'
import * as session from './calls/session.ts'
import { blindCodes, pack, pull, pullMany, push } from './calls/sync.ts'
import * as userCalls from './calls/user.ts'
import { assetsCategory } from './entities/asset/assets-category.ts'
import { device } from './entities/asset/device.ts'
import { deviceClass } from './entities/asset/device-class.ts'
import { deviceFiling, deviceState } from './entities/asset/device-machines.ts'
import { devicePart } from './entities/asset/device-part.ts'
import { checkDept, checkDeptFlow } from './entities/check/check-dept.ts'
import { checkLine } from './entities/check/check-line.ts'
import { checkMember } from './entities/check/check-member.ts'
import { checkReview, checkReviewFlow } from './entities/check/check-review.ts'
import { checkScan } from './entities/check/check-scan.ts'
import { checkFlow, checkTask } from './entities/check/check-task.ts'
import { labelItem } from './entities/label/label-item.ts'
import { labelPrint } from './entities/label/label-print.ts'
import { labelTemplate } from './entities/label/label-template.ts'
import { location } from './entities/place/location.ts'
import { accessLog } from './entities/platform/access-log.ts'
import { customField } from './entities/platform/custom-field.ts'
import { dept } from './entities/platform/dept.ts'
import { fieldConfig } from './entities/platform/field-config.ts'
import { file } from './entities/platform/file.ts'
import { importJob } from './entities/platform/import-job.ts'
import { notice } from './entities/platform/notice.ts'
import { role } from './entities/platform/role.ts'
import { user } from './entities/platform/user.ts'
import { repairFlow } from './entities/service/repair-flow.ts'
import { repairOrder } from './entities/service/repair-order.ts'
import { repairPart } from './entities/service/repair-part.ts'
import { supplier } from './entities/supply/supplier.ts'
import type { Call } from './kit/call.ts'
import type { Entity } from './kit/entity.ts'
import type { Machine } from './kit/machine.ts'

/** The only list of all entities, machines and calls. */
export const entities: readonly Entity[] = [
  dept,
  role,
  user,
  accessLog,
  fieldConfig,
  customField,
  assetsCategory,
  deviceClass,
  supplier,
  device,
  devicePart,
  location,
  checkTask,
  checkDept,
  checkLine,
  checkMember,
  checkScan,
  checkReview,
  repairOrder,
  repairPart,
  notice,
  file,
  importJob,
  labelTemplate,
  labelPrint,
  labelItem,
]
export const machines: readonly Machine[] = [deviceState, deviceFiling, checkFlow, checkDeptFlow, checkReviewFlow, repairFlow]
export const calls: readonly Call[] = [
  session.token,
  session.refresh,
  session.captcha,
  session.logout,
  session.uploadLogs,
  session.clearCache,
  session.routes,
  session.buttons,
  session.topMenu,
  session.userInfo,
  session.lockScreen,
  session.unlockScreen,
  session.mySessions,
  session.revokeSession,
  ...Object.values(userCalls),
  ...Object.values(roleCalls),
  ...Object.values(hospital),
  ...Object.values(logs),
  deviceByCode,
  deviceLifeCycle,
  ...Object.values(counts),
  fieldConfigList,
  fieldConfigSave,
  storiedBuilding,
  locationsByDept,
  ...Object.values(checking),
  ...Object.values(checkReports),
  quickSave,
  repairBatch,
  repairsOfApply,
  repairEngineers,
  openRepairs,
  unreadNum,
  tagRead,
  ...allImportCalls,
  labelPrintStart,
  labelPreview,
  labelContents,
  labelPdf,
  push,
  pack,
  pull,
  pullMany,
  blindCodes,
  fileState,
  filePart,
  fileContent,
]

const byName = new Map(entities.map((of) => [of.name, of]))

/** The entity of a name; throws when the declarations name one that does not exist. */
export function entityNamed(name: string): Entity {
  const found = byName.get(name)
  if (!found) throw new Error(`no entity is called ${name}`)
  return found
}

/** The machines of an entity. */
export function machinesOf(of: Entity): readonly Machine[] {
  return machines.filter((on) => on.entity === of.name)
}
