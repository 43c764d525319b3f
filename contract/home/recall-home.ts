import { recallDevice } from '../entities/quality/recall-device.ts'
import type { HomeFigure } from '../kit/entity/home.ts'

/** Recalls on the first page. */
export const recallFigures: readonly HomeFigure[] = [
  {
    name: 'recall.waiting',
    of: recallDevice,
    page: '/eam/recall-device',
    kind: 'warn',
    zh: '待处理的召回设备',
    en: 'Recalled devices to handle',
    where: { caseState: 'waiting' },
    tone: 'bad',
    hint: { zh: '厂家召回涉及、尚未处理完的设备', en: 'Devices of manufacturer recalls that are not handled yet' },
  },
]
