import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about stopped devices, the end of placed, leased and trial ones, and about codes that were told apart before they were compared in one form. */
export const assetNotices = {
  kinds: {
    device_stopped: { zh: '设备停用，请停止使用', en: 'Device out of service. Stop using it', tone: 'bad' },
    loan_stopped: {
      zh: '借用的设备已停用，请停止使用并归还',
      en: 'Borrowed device out of service. Stop using it and return it',
      tone: 'bad',
    },
    ownership_ending: { zh: '投放、租赁或试用即将到期', en: 'A device is due back to its owner soon', tone: 'warn' },
    set_device_left: { zh: '设备已退出套组，请核对套组', en: 'A device has left its set. Check the set', tone: 'warn' },
    codes_alike: { zh: '编码重复，请核对', en: 'Duplicate codes: check them', tone: 'warn' },
  },
  targets: { device: { zh: '设备卡', en: 'Device card' }, deviceSet: { zh: '设备套组', en: 'Device set' } },
} as const satisfies NoticeFacts
