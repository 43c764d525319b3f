import type { NoticeFacts } from '../../kit/area.ts'

/** Notices about stopped devices, and about codes that were told apart before they were compared in one form. */
export const assetNotices = {
  kinds: {
    device_stopped: { zh: '设备停用，请停止使用', en: 'Device out of service. Stop using it', tone: 'bad' },
    loan_stopped: {
      zh: '借用的设备已停用，请停止使用并归还',
      en: 'Borrowed device out of service. Stop using it and return it',
      tone: 'bad',
    },
    codes_alike: { zh: '编码重复，请核对', en: 'Duplicate codes: check them', tone: 'warn' },
  },
  targets: { device: { zh: '设备卡', en: 'Device card' } },
} as const satisfies NoticeFacts
