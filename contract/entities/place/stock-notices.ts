import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about parts in stock. */
export const stockNotices = {
  kinds: {
    part_low: { zh: '配件低于最低库存', en: 'A part is below its minimum', tone: 'bad' },
    part_expiring: { zh: '配件即将到期', en: 'A part expires soon', tone: 'bad' },
  },
  targets: { devicePart: { zh: '设备配件', en: 'Device part' } },
} as const satisfies NoticeFacts
