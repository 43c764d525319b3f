import { deviceDisposal } from '../entities/disposal/device-disposal.ts'
import type { HomeFacts } from '../kit/entity/home.ts'

const facts = { of: deviceDisposal, page: '/eam/dev-disposal' } as const
const todo = { ...facts, kind: 'processed' } as const

/** Disposals on the first page. */
export const disposalHome: HomeFacts = {
  figures: [
    {
      ...todo,
      name: 'disposal.toAppraise',
      zh: '待技术鉴定',
      en: 'Disposals to appraise',
      has: ['deviceDisposal.appraise'],
      where: { disposalStatus: 'submitted', appraisedAt: '_none' },
      tone: 'warn',
      hint: { zh: '科室已申报处置，等技术鉴定', en: 'Declared and waiting for the technical appraisal' },
    },
    {
      ...todo,
      name: 'disposal.toDecide',
      zh: '待处置决定',
      en: 'Disposals to decide on',
      has: ['deviceDisposal.decide'],
      where: { disposalStatus: 'submitted', appraisedAt: '_some' },
      tone: 'warn',
      hint: { zh: '鉴定已完成，等决定是否处置', en: 'Appraised. Decide whether to dispose of the devices' },
    },
    {
      ...todo,
      name: 'disposal.toExecute',
      zh: '待执行处置',
      en: 'Disposals to execute',
      has: ['deviceDisposal.execute'],
      where: { disposalStatus: 'approved' },
      tone: 'busy',
      hint: { zh: '已批准，等执行处置', en: 'Approved and not executed yet' },
    },
    {
      ...todo,
      name: 'disposal.toWriteOff',
      zh: '待财务核销',
      en: 'Disposals to write off',
      has: ['deviceDisposal.writeOff'],
      where: { disposalStatus: 'executed', writeOffMonth: '_none' },
      tone: 'warn',
      hint: { zh: '设备已处置，尚未核销，折旧仍在计提', en: 'Disposed of but not written off, so depreciation continues' },
    },
    {
      ...todo,
      name: 'disposal.toClose',
      zh: '待办结处置',
      en: 'Disposals to close',
      has: ['deviceDisposal.writeOff'],
      where: { disposalStatus: 'executed', writeOffMonth: '_some' },
      tone: 'plain',
      hint: { zh: '已核销，等登记收益上缴后办结', en: 'Written off; record the remittance to close them' },
    },
    {
      ...facts,
      name: 'disposal.mine',
      kind: 'apply',
      zh: '我的处置申请',
      en: 'My disposals',
      has: ['deviceDisposal.submit'],
      where: { disposalStatus: 'submitted,in_approval,approved', applicant: '_own' },
      tone: 'busy',
      hint: { zh: '我申报的、尚未处置的申请', en: 'Disposals I declared that are not executed' },
    },
  ],
}
