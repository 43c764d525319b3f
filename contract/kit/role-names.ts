import type { RoleName } from './area.ts'
import { duties } from './duty.ts'
import { type Language, listed, saySeeded, type Words } from './words.ts'

/** What the platform's tenant calls the role of its administrator, who looks after no hospital. */
export const platformAdministrator: Words = { zh: '平台管理员', en: 'Platform administrator' }

/** What the roles that every tenant starts with are called. */
export const roleNames: Readonly<Record<RoleName, Words>> = {
  administrator: { zh: '医院管理员', en: 'Hospital administrator' },
  equipment_manager: { zh: '设备科长', en: 'Equipment manager' },
  engineer: { zh: '工程师', en: 'Engineer' },
  keeper: { zh: '科室资产管理员', en: 'Department keeper' },
  head: { zh: '科主任', en: 'Department head' },
  warehouse_keeper: { zh: '库管', en: 'Warehouse keeper' },
  provider_engineer: { zh: '服务商工程师', en: 'Provider engineer' },
  auditor: { zh: '审计', en: 'Auditor' },
  virtual: { zh: '大屏用户', en: 'Wall board user' },
}

/** Every name that the program gives a role. */
export const seededRoleNames: readonly Words[] = [...Object.values(roleNames), platformAdministrator, ...Object.values(duties)]

/** The name of a role in the language of the reader, unless the hospital gave it another one. */
export const roleText = (name: string, language: Language): string => saySeeded(seededRoleNames, name, language)

/** The names of a person's roles, which the session tells with commas between them. */
export const roleTexts = (names: string, language: Language): string =>
  listed(
    names.split(',').map((name) => roleText(name, language)),
    language,
  )
