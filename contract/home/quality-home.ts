import { notPaused } from '../entities/asset/device/device-pause.ts'
import { qualityCard } from '../entities/quality/quality-card.ts'
import { qualityControl } from '../entities/quality/quality-control.ts'
import type { HomeFacts } from '../kit/entity/home.ts'

const card = { of: qualityCard, page: '/eam/quality-card', kind: 'warn' } as const

/** Quality control on the first page. */
export const qualityHome: HomeFacts = {
  figures: [
    {
      name: 'quality.open',
      of: qualityControl,
      page: '/eam/quality-control',
      kind: 'processed',
      zh: '待完成的质控',
      en: 'Quality controls to finish',
      has: ['qualityControl.work'],
      where: { controlState: 'draft' },
      tone: 'busy',
      hint: { zh: '草稿状态的质控记录', en: 'Quality control records that are drafts' },
    },
    {
      ...card,
      name: 'quality.overdue',
      zh: '质控已逾期',
      en: 'Overdue quality control',
      where: { ...notPaused, nextDue_le: '_today-1' },
      tone: 'bad',
      hint: { zh: '已过下次质控日期的设备', en: 'Devices past the date of their next control' },
    },
    {
      ...card,
      name: 'quality.due',
      zh: '质控 30 天内到期',
      en: 'Quality control due within 30 days',
      where: { ...notPaused, nextDue_ge: '_today', nextDue_le: '_today+30' },
      tone: 'warn',
      hint: { zh: '30 天内应做质控的设备', en: 'Devices whose next control is due within 30 days' },
    },
    {
      ...card,
      name: 'quality.failed',
      zh: '上次质控不合格',
      en: 'Last control failed',
      where: { ...notPaused, lastResult: 'failed' },
      tone: 'bad',
      hint: { zh: '上次质控不合格的设备', en: 'Devices that failed their last control' },
    },
  ],
}
