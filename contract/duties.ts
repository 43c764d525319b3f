import { type Duty, duties } from './kit/duty.ts'
import { expand, isPlatformRight, platformTenant } from './roles.ts'

interface DutyFacts {
  /** The rights that no role of another duty holds, as patterns: `param.*` all of an entity, `user.grant` one. */
  readonly alone: readonly string[]
  /** Those of them without which the duty cannot be done: an active person always has them. */
  readonly core: readonly string[]
  /** What its usual role holds beside. */
  readonly beside: readonly string[]
}

/** What belongs to each administrator alone where a hospital keeps the three apart. The auditor reads and changes nothing. */
export const dutyFacts: Readonly<Record<Duty, DutyFacts>> = {
  system: {
    alone: [
      'user.submit',
      'user.status',
      'user.remove',
      'user.transfer',
      'registration.decide',
      'dept.remove',
      'dept.reorganize',
      'post.submit',
      'post.remove',
      'param.*',
      'oauthClient.submit',
      'oauthClient.remove',
      'sms.submit',
      'sms.remove',
      'oss.submit',
      'oss.remove',
      'dict.submit',
      'dict.remove',
      'region.submit',
      'region.remove',
      'menu.submit',
      'menu.remove',
      'topMenu.submit',
      'topMenu.remove',
      'tenantPackage.submit',
      'tenantPackage.remove',
      'hospital.submit',
      'codeForm.submit',
      'codeForm.remove',
      'timedJob.run',
      'tenant.clearCache',
      'backgroundJob.manage',
      'duty.switch',
    ],
    core: ['user.submit', 'user.status'],
    beside: [
      'user.list',
      'user.export',
      'importJob.list',
      'role.list',
      'dataScope.list',
      'dept.*',
      'post.*',
      'registration.list',
      'fieldConfig.*',
      'customField.*',
      'dictBiz.*',
      'announcement.*',
      'notice.list',
      'oauthClient.list',
      'region.list',
      'sms.*',
      'smsMessage.list',
      'hospital.list',
      'menu.list',
      'topMenu.list',
      'tenantPackage.list',
      'dict.list',
      'oss.list',
      'codeForm.list',
      'timedJob.list',
      'duty.list',
    ],
  },
  security: {
    alone: [
      'role.submit',
      'role.remove',
      'role.grant',
      'dataScope.submit',
      'dataScope.remove',
      'apiScope.submit',
      'apiScope.remove',
      'user.grant',
      'user.unlock',
      'user.reset',
      'user.passwordRule',
      'user.sessions',
      'identityProvider.submit',
      'identityProvider.remove',
    ],
    core: ['role.submit', 'role.grant', 'user.grant'],
    beside: ['user.list', 'role.list', 'dataScope.list', 'dept.list', 'identityProvider.list', 'notice.list', 'duty.list'],
  },
  audit: {
    alone: ['accessLog.*', 'log.*', 'accessReview.*'],
    core: ['accessLog.list', 'log.list', 'accessReview.list'],
    beside: ['user.list', 'user.export', 'role.list', 'dataScope.list', 'dept.list', 'dept.export', 'notice.list', 'duty.list'],
  },
}

/** The duties in the order of their words. */
export const dutyNames = Object.keys(duties) as Duty[]

const belongs = new Map(dutyNames.flatMap((duty) => expand(dutyFacts[duty].alone).map((right): [string, Duty] => [right, duty])))

/** The duty that a right belongs to alone; undefined: any role may hold it. */
export const dutyOf = (right: string): Duty | undefined => belongs.get(right)

/** Whether a right shows rows or takes them out and changes none. */
export const onlyReads = (right: string): boolean => /\.(list|export|seeAll)$/.test(right)

/** Whether a role of a duty, or of none, may hold a right while the hospital keeps the three apart. `right_duty` holds the same for the database. */
export const suits = (right: string, duty: Duty | null): boolean => {
  const of = dutyOf(right)
  return of === undefined ? duty !== 'audit' || onlyReads(right) : of === duty
}

/** The rights of the usual role of a duty in a tenant. */
export const usualRights = (duty: Duty, tenantId: string): string[] =>
  expand([...dutyFacts[duty].alone, ...dutyFacts[duty].beside]).filter(
    (right) => suits(right, duty) && (tenantId === platformTenant || !isPlatformRight(right)),
  )
