import { type Duty, duties } from './kit/access/duty.ts'
import { expand, isPlatformRight, platformTenant } from './roles.ts'

interface DutyFacts {
  /** The rights that only roles of this duty may hold, as patterns: `param.*` all of an entity, `user.grant` one. */
  readonly alone: readonly string[]
  /** The indispensable ones of these: an active person must always have them. */
  readonly core: readonly string[]
  /** Further rights of its default role. */
  readonly beside: readonly string[]
}

/** The exclusive rights of each administrator where a hospital separates the three. The auditor reads and changes nothing. */
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

/** The duties in the order of their declaration. */
export const dutyNames = Object.keys(duties) as Duty[]

const belongs = new Map(dutyNames.flatMap((duty) => expand(dutyFacts[duty].alone).map((right): [string, Duty] => [right, duty])))

/** The duty that a right is exclusive to; undefined: any role may hold it. */
export const dutyOf = (right: string): Duty | undefined => belongs.get(right)

/** Whether a right only shows or exports rows and changes none. */
export const isReadOnlyRight = (right: string): boolean => /\.(list|export|seeAll)$/.test(right)

/**
 * Whether a role with this duty, or with none, may hold a right while the hospital separates the three. The database checks the same with
 * `right_duty`.
 */
export const dutyAllows = (right: string, duty: Duty | null): boolean => {
  const of = dutyOf(right)
  return of === undefined ? duty !== 'audit' || isReadOnlyRight(right) : of === duty
}

/** The rights of a duty's default role in a tenant. */
export const defaultRightsOf = (duty: Duty, tenantId: string): string[] =>
  expand([...dutyFacts[duty].alone, ...dutyFacts[duty].beside]).filter(
    (right) => dutyAllows(right, duty) && (tenantId === platformTenant || !isPlatformRight(right)),
  )
