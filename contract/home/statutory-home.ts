import { notPaused } from '../entities/asset/device/device-pause.ts'
import { statutoryCard } from '../entities/quality/statutory-card.ts'
import type { HomeFigure } from '../kit/entity/home.ts'

const card = { of: statutoryCard, page: '/eam/statutory-card', kind: 'warn' } as const

/** Statutory inspections on the first page. */
export const statutoryFigures: readonly HomeFigure[] = [
  {
    ...card,
    name: 'statutory.overdue',
    zh: '法定检验已过期',
    en: 'Overdue statutory inspection',
    where: { ...notPaused, validUntil_le: '_today-1' },
    tone: 'bad',
    hint: { zh: '法定检验证书有效期已过的设备', en: 'Devices whose statutory certificate has expired' },
  },
  {
    ...card,
    name: 'statutory.due',
    zh: '法定检验 90 天内到期',
    en: 'Statutory inspection due within 90 days',
    where: { ...notPaused, validUntil_ge: '_today', validUntil_le: '_today+90' },
    tone: 'warn',
    hint: { zh: '法定检验证书将在 90 天内到期的设备', en: 'Devices whose statutory certificate expires within 90 days' },
  },
]
