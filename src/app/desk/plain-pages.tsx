import { devicePart } from '#contract/entities/asset/device-part.ts'
import { checkScan } from '#contract/entities/check/check-scan.ts'
import { customField } from '#contract/entities/platform/custom-field.ts'
import { role } from '#contract/entities/platform/role.ts'
import { user } from '#contract/entities/platform/user.ts'
import { EntityPage } from '#src/kit/entity-page.tsx'

/** Families that need nothing of their own. */
export const DevicePartPage = () => <EntityPage of={devicePart} />
export const CheckScanPage = () => <EntityPage of={checkScan} />
export const CustomFieldPage = () => <EntityPage of={customField} />
export const UserPage = () => <EntityPage of={user} />
export const RolePage = () => <EntityPage of={role} />
