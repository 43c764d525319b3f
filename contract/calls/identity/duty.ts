import { duties } from '../../kit/access/duty.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { flag, text } from '../../kit/fields/field.ts'

const facts = { module: 'identity' } as const
const input = {
  ofTenant: text({ zh: '租户编号', en: 'Tenant', max: 12, pattern: '^[0-9A-Za-z]{4,12}$', example: '100001' }),
}
const nullable = out.nullable(out.text)

/**
 * Whether a hospital keeps its three administrators apart, and what switching it on would mean: who has each duty, who holds administrative rights today,
 * which roles would lose which rights, and what stands against it in sentences. `ofTenant`: another tenant, for people of the platform.
 */
export const dutyList = call('duty.list', {
  ...facts,
  zh: '查看三员分立',
  en: 'View three administrators',
  method: 'GET',
  path: '/blade-system/three-administrators/detail',
  may: 'duty.list',
  reads: ['user', 'role', 'dataScope'],
  answers: one({
    tenantId: out.text,
    isOn: out.flag,
    changedTime: nullable,
    changedByName: nullable,
    duties: out.list(
      out.object({
        duty: out.key(duties),
        roles: out.list(out.text),
        people: out.list(out.object({ id: out.text, realName: out.text, account: out.text, isActive: out.boolean })),
      }),
    ),
    holders: out.list(
      out.object({ id: out.text, realName: out.text, account: out.text, roles: out.list(out.text), duties: out.list(out.key(duties)) }),
    ),
    losses: out.list(out.object({ roleId: out.text, roleName: out.text, rights: out.list(out.text) })),
    faults: out.list(out.text),
  }),
  input,
})
/** Makes a role with the usual rights for each duty that has none. */
export const dutyPrepare = call('duty.prepare', {
  ...facts,
  zh: '新建三员角色',
  en: 'Add the three administrator roles',
  method: 'POST',
  path: '/blade-system/three-administrators/prepare',
  may: 'duty.switch',
  writes: true,
  changes: ['role'],
  answers: one({ made: out.number }),
  input,
})
/**
 * Keeps the three administrators apart from now on, and takes from every role what contradicts; refused until each duty has a person and no person has two.
 * Only people of the platform end it: a person who could in the hospital would hold all three duties.
 */
export const dutySwitch = call('duty.switch', {
  ...facts,
  zh: '启用三员分立',
  en: 'Keep three administrators apart',
  method: 'POST',
  path: '/blade-system/three-administrators/switch',
  may: 'duty.switch',
  writes: true,
  changes: ['role'],
  answers: one({ tenantId: out.text, isOn: out.flag }),
  input: { ...input, isOn: flag({ zh: '启用', en: 'Active', required: true }) },
})
