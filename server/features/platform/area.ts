import { accessLog } from '#contract/entities/platform/access-log.ts'
import { announcement } from '#contract/entities/platform/announcement.ts'
import { dataScope } from '#contract/entities/platform/data-scope.ts'
import { dept } from '#contract/entities/platform/dept.ts'
import { user } from '#contract/entities/platform/user.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import type { ServerArea } from '#server/kit/area.ts'
import { exportKind } from '#server/kit/jobs/export-kind.ts'
import { accessReviewAnswers } from './access-review.ts'
import { actingRoleAnswers } from './acting-role.ts'
import { announcementAnswers } from './announcement-answers.ts'
import { sendDue } from './announcement-sending.ts'
import { apiScopeAnswers } from './api-scope-answers.ts'
import { apiScopeSaveAnswers } from './api-scope-save.ts'
import { clientAnswers } from './client-hooks.ts'
import { codeAnswers } from './code-answers.ts'
import { deptAnswers } from './dept-answers.ts'
import { deptOrderAnswers } from './dept-reorganize.ts'
import { dictionaryAnswers } from './dictionary-answers.ts'
import { dutyAnswers } from './duty-answers.ts'
import { factorAnswers } from './factor-answers.ts'
import { fieldConfigAnswers } from './field-config-answers.ts'
import { hospitalAnswers } from './hospital-answers.ts'
import { identityAnswers } from './identity-provider-hooks.ts'
import { jobAnswers } from './job-answers.ts'
import { listCountsAnswers } from './list-counts.ts'
import { listSumsAnswers } from './list-sums.ts'
import { lockAnswers } from './lock-answers.ts'
import { logAnswers } from './log-answers.ts'
import { menuAnswers } from './menu-answers.ts'
import { noticeAnswers } from './notice-answers.ts'
import { channelAnswers } from './notice-channel-hooks.ts'
import { deliverNotices } from './notice-delivery.ts'
import { ossAnswers } from './oss-hooks.ts'
import { ossMoveKind } from './oss-move.ts'
import { ownAnswers } from './own-answers.ts'
import { passkeyAnswers } from './passkey-answers.ts'
import { notify } from './public.ts'
import { regionAnswers } from './region-answers.ts'
import { registrationAnswers } from './registration-answers.ts'
import { reportListAnswers } from './report-list.ts'
import { roleAnswers } from './role-answers.ts'
import { savedFilterAnswers } from './saved-filter-answers.ts'
import { sessionAnswers } from './session-answers.ts'
import { sessionListAnswers } from './session-list.ts'
import { foundSignIns } from './sign-in-search.ts'
import { smsAnswers } from './sms-hooks.ts'
import { smsKind } from './sms-kind.ts'
import { smsSendAnswers } from './sms-send.ts'
import { datasourceAnswers } from './tenant-datasource.ts'
import { userAnswers } from './user-answers.ts'
import { userPlatformAnswers } from './user-platform.ts'
import './announcement-hooks.ts'
import './custom-field-hooks.ts'
import './data-scope-hooks.ts'
import './dept-hooks.ts'
import './menu-hooks.ts'
import './param-hooks.ts'
import './post-hooks.ts'
import './role-hooks.ts'
import './user-hooks.ts'

export const platformServer: ServerArea = {
  name: 'platform',
  countedLogs: [{ of: accessLog, kinds: ['event', 'outcome'], holding: foundSignIns }],
  answers: [
    ...sessionAnswers,
    ...sessionListAnswers,
    ...lockAnswers,
    ...actingRoleAnswers,
    ...ownAnswers,
    ...userAnswers,
    ...apiScopeAnswers,
    ...roleAnswers,
    ...dutyAnswers,
    ...deptAnswers,
    ...deptOrderAnswers,
    ...hospitalAnswers,
    ...logAnswers,
    ...dictionaryAnswers,
    ...menuAnswers,
    ...fieldConfigAnswers,
    ...noticeAnswers,
    ...jobAnswers,
    ...listCountsAnswers,
    ...listSumsAnswers,
    ...savedFilterAnswers,
    ...announcementAnswers,
    ...clientAnswers,
    ...regionAnswers,
    ...datasourceAnswers,
    ...userPlatformAnswers,
    ...apiScopeSaveAnswers,
    ...reportListAnswers,
    ...registrationAnswers,
    ...factorAnswers,
    ...passkeyAnswers,
    ...identityAnswers,
    ...ossAnswers,
    ...smsAnswers,
    ...smsSendAnswers,
    ...channelAnswers,
    ...codeAnswers,
    ...accessReviewAnswers,
  ],
  jobs: [
    {
      name: 'sendAnnouncements',
      zh: '发布到期的通知公告',
      en: 'Publish scheduled announcements',
      cron: '* * * * *',
      run: ({ pool, now }) => eachTenant(pool, (tx) => sendDue(tx, now)),
    },
    {
      name: 'deliverNotices',
      zh: '推送消息到企业微信和钉钉',
      en: 'Deliver notices to WeCom and DingTalk',
      cron: '* * * * *',
      run: deliverNotices,
    },
  ],
  deptHoldings: [
    { of: user, field: 'dept', keeps: true },
    { of: dataScope, field: 'depts', keeps: true },
    { of: announcement, field: 'depts' },
    { of: dept, field: 'mergedInto' },
  ],
  jobKinds: [exportKind, smsKind, ossMoveKind],
  tellEnd: (tx, { userId, jobId, subject, note }) =>
    notify({ actor: { userId } }, tx, {
      kind: 'job_ended',
      subject,
      detail: note,
      target: 'backgroundJob',
      targetId: jobId,
      to: { self: true },
    }),
}
