import { rights } from '#contract/rights.ts'
import { settingsOf } from '../tenant-settings.ts'
import type { Actor } from './actor.ts'
import type { RowScope } from './scope-of-roles.ts'

const everything: RowScope = { isAll: true, deptIds: null, isOwn: false, custom: [], parts: [] }
const none = '00000000-0000-0000-0000-000000000000'

/**
 * An actor that sees every row of a hospital, for figures that a timed job reads in no person's name. It signs in nowhere and writes nothing: rows and
 * events are written by `Acting`.
 */
export const wholeActor = (tenantId: string): Actor => ({
  ...{ tenantId, tenantName: '', tenantKind: 'hospital', sessionId: none, personId: none, userId: none, account: '', realName: '' },
  ...{ roles: [], deptId: null, deptName: null, isLocked: false, actingRoleId: null, mustChange: false, mustEnrol: false },
  expiresAt: '',
  rights: new Set(rights.keys()),
  granted: new Set(),
  menuCodes: null,
  callPatterns: [],
  general: everything,
  scopeOf: () => everything,
  keepsThree: false,
  duties: [],
  settings: settingsOf({ epoch: 0, config: [], custom: [], dictionaries: new Map() }),
})
