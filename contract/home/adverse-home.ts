import { adverseEvent } from '../entities/quality/adverse-event.ts'
import type { HomeFigure } from '../kit/entity/home.ts'

const facts = { of: adverseEvent, page: '/eam/adverse-event' } as const

/** Adverse events on the first page. */
export const adverseFigures: readonly HomeFigure[] = [
  {
    ...facts,
    name: 'adverse.review',
    kind: 'processed',
    zh: '待审核的不良事件',
    en: 'Adverse events to review',
    has: ['adverseEvent.review'],
    where: { eventState: 'submitted' },
    tone: 'warn',
    hint: { zh: '已提交、等待审核的不良事件', en: 'Submitted adverse events that wait for a review' },
  },
  {
    ...facts,
    name: 'adverse.report',
    kind: 'processed',
    zh: '待上报的不良事件',
    en: 'Adverse events to report',
    has: ['adverseEvent.report'],
    where: { eventState: 'reviewed' },
    tone: 'busy',
    hint: { zh: '审核通过、尚未上报的不良事件', en: 'Reviewed adverse events that are not reported yet' },
  },
  {
    ...facts,
    name: 'adverse.mine',
    kind: 'apply',
    zh: '我填报的不良事件',
    en: 'My adverse events',
    has: ['adverseEvent.submit'],
    where: { eventState: 'draft,submitted,reviewed', reporter: '_own' },
    tone: 'busy',
    hint: { zh: '我填报、尚未上报的不良事件', en: 'Adverse events I entered that are not reported yet' },
  },
  {
    ...facts,
    name: 'adverse.due',
    kind: 'warn',
    zh: '不良事件 3 天内须上报',
    en: 'Adverse event reports due within 3 days',
    where: { dueAt_le: '_today+3' },
    tone: 'bad',
    hint: { zh: '上报或续报期限在 3 天内或已过的不良事件', en: 'Adverse events whose next report is due within 3 days or overdue' },
  },
]
