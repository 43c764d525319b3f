import { labelReport } from '../entities/service/label/label-report.ts'
import { repairOrder } from '../entities/service/repair-order.ts'
import { openRepairStates, unfinishedRepairStates } from '../entities/service/repair-states.ts'
import type { HomeFacts, HomeFigure } from '../kit/entity/home.ts'
import { contractFigures } from './contract-home.ts'
import { metrologyFigures } from './metrology-home.ts'
import { shareFigures } from './share-home.ts'

const page = '/eam/repair'
const facts = { of: repairOrder, page } as const
const open = openRepairStates.join()
const unfinished = unfinishedRepairStates.join()
const mine = unfinishedRepairStates.filter((state) => state !== 'reported').join()

const signOff = {
  ...facts,
  kind: 'processed',
  zh: '待验收',
  en: 'Repairs to sign off',
  tone: 'warn',
  hint: { zh: '维修已完工，等使用科室验收', en: 'Finished and waiting for the department to sign off' },
} as const

/** Days that an open repair may take before it is shown as overdue. */
export const overdueDays = 3

const figures: readonly HomeFigure[] = [
  {
    ...facts,
    name: 'service.toAccept',
    kind: 'processed',
    zh: '待受理报修',
    en: 'Reports to acknowledge',
    has: ['repairOrder.work'],
    where: { repairStatus: 'reported' },
    tone: 'bad',
    hint: { zh: '已报修，尚无工程师受理', en: 'Reported, and no engineer has taken it yet' },
  },
  {
    of: labelReport,
    page: '/eam/label-report',
    name: 'labelReport.waiting',
    kind: 'processed',
    zh: '待接手扫码报修',
    en: 'Label reports to take over',
    has: ['labelReport.take'],
    where: { reportState: 'waiting' },
    tone: 'bad',
    hint: { zh: '扫码人未登录时报修，尚无人接手', en: 'Reported by label without an account, and not yet taken over' },
  },
  {
    ...facts,
    name: 'service.mine',
    kind: 'processed',
    zh: '我的维修工单',
    en: 'My repair orders',
    has: ['repairOrder.work'],
    where: { repairStatus: mine, engineer: '_own' },
    tone: 'busy',
    hint: { zh: '由我负责、尚未完工的工单', en: 'Unfinished orders assigned to me' },
  },
  {
    ...facts,
    name: 'service.team',
    kind: 'processed',
    zh: '班组待接单维修',
    en: 'Team repairs to take on',
    has: ['repairOrder.work'],
    where: { repairStatus: 'assigned', engineer: '_none', team: '_mine' },
    tone: 'warn',
    hint: { zh: '派给我的班组、尚无人接单的维修', en: 'Assigned to a team of mine and not yet taken on' },
  },
  { ...signOff, name: 'service.signOff', has: ['repairOrder.submit', 'repairOrder.assign'], where: { repairStatus: 'finished' } },
  {
    ...signOff,
    name: 'service.signOffDept',
    has: ['repairOrder.submit'],
    lacks: ['repairOrder.assign', 'repairOrder.work'],
    where: { repairStatus: 'finished' },
  },
  {
    ...signOff,
    name: 'service.signOffOwn',
    has: ['repairOrder.submit', 'repairOrder.work'],
    lacks: ['repairOrder.assign'],
    where: { repairStatus: 'finished', reporter: '_own' },
    hint: { zh: '我报修的设备已修好，等我验收', en: 'Repairs I reported, waiting for my sign-off' },
  },
  {
    ...facts,
    name: 'service.reported',
    kind: 'apply',
    zh: '我的报修',
    en: 'My reports',
    has: ['repairOrder.submit'],
    where: { repairStatus: open, reporter: '_own' },
    tone: 'busy',
    hint: { zh: '我报修的、尚未关闭的工单', en: 'Orders I reported that are not closed' },
  },
  {
    ...facts,
    name: 'service.critical',
    kind: 'warn',
    zh: '特急维修',
    en: 'Critical repairs',
    where: { repairStatus: unfinished, urgency: 'critical' },
    tone: 'bad',
    hint: { zh: '影响抢救、尚未修好的设备', en: 'Life-support devices not yet repaired' },
  },
  {
    ...facts,
    name: 'service.overdue',
    kind: 'warn',
    zh: `超过 ${overdueDays} 天未修好`,
    en: `Open for more than ${overdueDays} days`,
    where: { repairStatus: unfinished, reportedAt_le: `_today-${overdueDays + 1}` },
    tone: 'bad',
    hint: { zh: `报修超过 ${overdueDays} 天，尚未完工`, en: `Reported more than ${overdueDays} days ago and not finished` },
  },
  {
    ...facts,
    name: 'service.waiting',
    kind: 'warn',
    zh: '等待配件',
    en: 'Waiting for parts',
    where: { repairStatus: 'waiting' },
    tone: 'warn',
    hint: { zh: '维修停在等配件', en: 'On hold until parts arrive' },
  },
]

/** Repairs and metrology on the first page. */
export const serviceHome: HomeFacts = {
  figures: [...figures, ...shareFigures, ...contractFigures, ...metrologyFigures],
  help: [
    {
      name: 'service.report',
      zh: '报修',
      en: 'Report a repair',
      has: ['repairOrder.submit'],
      page,
      order: 60,
      hint: { zh: '手机扫设备标签，三步报修；也可以在设备卡上报修', en: 'Scan the label with a phone, or open the device card' },
    },
  ],
}
