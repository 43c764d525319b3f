import type { RoleName } from '../module.ts'
import { type Language, listed, saySeeded, type Words } from '../words.ts'
import { duties } from './duty.ts'

/** The name of the platform administrator's role; it has no access to hospitals. */
export const platformAdministrator: Words = { zh: '平台管理员', en: 'Platform administrator' }

/** The names of the roles that every tenant starts with. */
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

/** Every role name that the program writes. */
export const seededRoleNames: readonly Words[] = [...Object.values(roleNames), platformAdministrator, ...Object.values(duties)]

/** A role name in the reader's language, unless the hospital renamed the role. */
export const roleText = (name: string, language: Language): string => saySeeded(seededRoleNames, name, language)

/** The names of a person's roles, separated by commas in the session. */
export const roleTexts = (names: string, language: Language): string =>
  listed(
    names.split(',').map((name) => roleText(name, language)),
    language,
  )
