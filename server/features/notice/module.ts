import { announcement } from '#contract/entities/notice/announcement.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { announcementAnswers } from './announcement-answers.ts'
import { sendDue } from './announcement-sending.ts'
import { resetJobName } from './forgotten/reset-asks.ts'
import { sendResetCodes } from './forgotten/send-codes.ts'
import { mailAnswers } from './mail-answers.ts'
import { noticeAnswers } from './notice-answers.ts'
import { channelAnswers } from './notice-channel-hooks.ts'
import { deliverNotices } from './notice-delivery.ts'
import { pushAnswers } from './push/push-answers.ts'
import { pushNotices } from './push/push-delivery.ts'
import { smsAnswers } from './sms-hooks.ts'
import { smsKind } from './sms-kind.ts'
import { smsSendAnswers } from './sms-send.ts'
import './announcement-hooks.ts'
import './step-notices.ts'

export const noticeServer: ServerModule = {
  name: 'notice',
  answers: [...noticeAnswers, ...announcementAnswers, ...smsAnswers, ...smsSendAnswers, ...channelAnswers, ...mailAnswers, ...pushAnswers],
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
      zh: '推送消息到企业微信、钉钉和邮箱',
      en: 'Deliver notices to WeCom, DingTalk and e-mail',
      cron: '* * * * *',
      run: deliverNotices,
    },
    {
      name: 'pushNotices',
      zh: '推送消息到手机浏览器',
      en: 'Push notices to browsers of phones',
      cron: '* * * * *',
      run: pushNotices,
    },
    {
      name: resetJobName,
      zh: '发送重置密码的验证码',
      en: 'Send codes for new passwords',
      cron: '* * * * *',
      run: sendResetCodes,
    },
  ],
  jobKinds: [smsKind],
  deptHoldings: [{ of: announcement, field: 'depts' }],
}
