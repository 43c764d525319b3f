import { notPaused } from '../entities/asset/device/device-pause.ts'
import { metrologyCard } from '../entities/service/metrology-card.ts'
import { metrologyRecord } from '../entities/service/metrology-record.ts'
import type { HomeFigure } from '../kit/entity/home.ts'

/** Metrology on the first page. */
export const metrologyFigures: readonly HomeFigure[] = [
  {
    name: 'metrology.open',
    of: metrologyRecord,
    page: '/eam/measure-record',
    kind: 'processed',
    zh: '待登记的计量',
    en: 'Metrology without a result',
    has: ['measureRecord.work'],
    where: { recordStatus: 'planned,sent,returned' },
    tone: 'busy',
    hint: { zh: '待送检、送检中和已取回的计量记录', en: 'Metrology records that are planned, sent out or collected' },
  },
  {
    name: 'metrology.overdue',
    of: metrologyCard,
    page: '/eam/measure-card',
    kind: 'warn',
    zh: '计量已过期',
    en: 'Overdue metrology',
    where: { ...notPaused, dueDate_le: '_today-1' },
    tone: 'bad',
    hint: {
      zh: '证书有效期已过的设备，以及从未检定的强检设备',
      en: 'Devices with expired certificates, and mandatory devices never verified',
    },
  },
  {
    name: 'metrology.due',
    of: metrologyCard,
    page: '/eam/measure-card',
    kind: 'warn',
    zh: '计量 30 天内到期',
    en: 'Metrology due within 30 days',
    where: { ...notPaused, dueDate_ge: '_today', dueDate_le: '_today+30' },
    tone: 'warn',
    hint: { zh: '证书将在 30 天内到期的设备', en: 'Devices whose certificate expires within 30 days' },
  },
  {
    name: 'metrology.stopped',
    of: metrologyCard,
    page: '/eam/measure-card',
    kind: 'warn',
    zh: '计量停用',
    en: 'Out of service by metrology label',
    where: { ...notPaused, labelState: 'stopped' },
    tone: 'bad',
    hint: { zh: '计量标识为停用的设备', en: 'Devices with an out-of-service metrology label' },
  },
]
