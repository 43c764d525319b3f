import { announcementRead, announcementReaders } from '../calls/notice/announcement.ts'
import { tagRead, unreadNum } from '../calls/notice/notice.ts'
import * as channels from '../calls/notice/notice-channel.ts'
import { chooseMail, mailChoices } from '../calls/notice/notice-mail.ts'
import { pushKey, pushSubscribe, pushUnsubscribe } from '../calls/notice/push.ts'
import { smsEnable, smsSecret, smsSend } from '../calls/notice/sms.ts'
import { announcement } from '../entities/notice/announcement.ts'
import { announcementNotices } from '../entities/notice/announcement-notices.ts'
import { notice } from '../entities/notice/notice.ts'
import { noticeChannel } from '../entities/notice/notice-channel.ts'
import { noticeDelivery } from '../entities/notice/notice-delivery.ts'
import { sms } from '../entities/notice/sms.ts'
import { smsMessage } from '../entities/notice/sms-message.ts'
import { module } from '../kit/module.ts'

/** Notices, announcements, and the channels and text messages that carry them. */
export const noticeModule = module({
  name: 'notice',
  part: 'platform',
  entities: [notice, announcement, sms, smsMessage, noticeChannel, noticeDelivery],
  calls: [
    unreadNum,
    tagRead,
    announcementRead,
    announcementReaders,
    smsEnable,
    smsSecret,
    smsSend,
    mailChoices,
    chooseMail,
    pushKey,
    pushSubscribe,
    pushUnsubscribe,
    ...Object.values(channels),
  ],
  menu: [
    {
      under: 'system',
      order: 120,
      code: 'announcement',
      zh: '通知公告',
      en: 'Announcements',
      path: '/desk/notice',
      icon: 'list',
      entity: 'announcement',
    },
    {
      under: 'system',
      order: 160,
      code: 'sms',
      zh: '短信配置',
      en: 'SMS templates',
      path: '/resource/sms',
      icon: 'setting',
      entity: 'sms',
    },
    {
      under: 'system',
      order: 170,
      code: 'smsMessage',
      zh: '短信记录',
      en: 'Text messages',
      path: '/resource/sms-message',
      icon: 'list',
      entity: 'smsMessage',
    },
    {
      under: 'system',
      order: 200,
      code: 'noticeChannel',
      zh: '消息通道',
      en: 'Notice channels',
      path: '/resource/notice-channel',
      icon: 'setting',
      entity: 'noticeChannel',
    },
    {
      under: 'system',
      order: 210,
      code: 'noticeDelivery',
      zh: '消息推送记录',
      en: 'Notice deliveries',
      path: '/resource/notice-delivery',
      icon: 'list',
      entity: 'noticeDelivery',
    },
  ],
  rights: {
    equipment_manager: ['announcement.*'],
    engineer: ['notice.list'],
    keeper: ['notice.list'],
    head: ['notice.list'],
    warehouse_keeper: ['notice.list'],
    provider_engineer: ['notice.list'],
  },
  secretCalls: ['sms.secret', 'sms.submit', 'noticeChannel.secret', 'noticeChannel.mailSecret', 'sms.send'],
  notices: announcementNotices,
})
