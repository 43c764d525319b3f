import { chosenPeople } from '../../kit/entity/approval.ts'
import { machine, same } from '../../kit/entity/machine.ts'
import { date, ids, items, link, money, text } from '../../kit/fields/field.ts'
import { ofApproval } from '../flow/circle.ts'
import { deviceDisposal } from './device-disposal.ts'

const opinion = { zh: '意见', en: 'Comment', multiline: true, max: 500 } as const
/** What a notice about a disposal is about. */
const subject = ['disposalNo', 'applyTitle'] as const
const path = '/eam/devicedisposal'

/** The steps of a disposal. The states of its devices follow in the same transaction. */
export const disposalFlow = machine(deviceDisposal, 'disposalStatus', {
  declare: {
    from: ['draft', 'rejected', 'undone'],
    to: 'submitted',
    zh: '提交申报',
    en: 'Declare',
    may: 'deviceDisposal.submit',
    confirm: true,
    tells: { kind: 'disposal_declared', subject, holders: 'deviceDisposal.appraise' },
    input: {},
  },
  appraise: {
    from: ['submitted'],
    to: same(),
    zh: '技术鉴定',
    en: 'Appraise',
    may: 'deviceDisposal.appraise',
    input: {
      appraisal: text({ zh: '鉴定意见', en: 'Appraisal', required: true, multiline: true, max: 1000 }),
      prices: items({
        zh: '鉴定价格（与申报不同的设备）',
        en: 'Appraisal prices (where they differ)',
        max: 500,
        fields: {
          device: link({ zh: '设备', en: 'Device', to: 'device', required: true }),
          approvePrice: money({ zh: '鉴定价格', en: 'Appraisal price', required: true, min: 0 }),
        },
      }),
    },
  },
  decideYes: {
    from: ['submitted'],
    to: 'in_approval',
    zh: '同意处置',
    en: 'Decide to dispose',
    inner: true,
    input: { opinion: text(opinion), chosen: chosenPeople },
  },
  decideNo: {
    from: ['submitted'],
    to: 'rejected',
    zh: '不予处置',
    en: 'Decide to keep',
    inner: true,
    tells: { kind: 'disposal_rejected', subject, users: ['applicant'], detail: 'decisionNote' },
    input: { opinion: text(opinion) },
  },
  agree: {
    from: ['in_approval'],
    to: 'approved',
    zh: '同意',
    en: 'Approve',
    may: 'deviceDisposal.audit',
    input: { opinion: text({ ...opinion, closed: ofApproval }) },
  },
  refuse: {
    from: ['in_approval'],
    to: 'rejected',
    zh: '驳回',
    en: 'Reject',
    may: 'deviceDisposal.audit',
    input: { opinion: text({ ...opinion, required: true, closed: ofApproval }) },
  },
  superior: {
    from: ['approved'],
    to: same(),
    zh: '登记上级批复',
    en: 'Record the superior approval',
    may: 'deviceDisposal.superior',
    input: {
      superiorNo: text({ zh: '上级批复文号', en: 'Approval document no.', required: true, max: 100 }),
      superiorDate: date({ zh: '批复日期', en: 'Approval date', required: true }),
      superiorScan: ids({ zh: '批复扫描件', en: 'Approval scan', to: 'file', max: 9 }),
    },
  },
  writeOff: {
    from: ['approved', 'executed'],
    to: same(),
    zh: '财务核销',
    en: 'Write off',
    may: 'deviceDisposal.writeOff',
    input: {
      writeOffMonth: date({ zh: '核销月份（取当月 1 日）', en: 'Write-off month (its first day)', required: true }),
      writeOffVoucher: text({ zh: '核销凭证号', en: 'Write-off voucher no.', max: 60 }),
    },
  },
  execute: {
    from: ['approved'],
    to: 'executed',
    zh: '执行处置',
    en: 'Execute',
    may: 'deviceDisposal.execute',
    tells: { kind: 'disposal_executed', subject, holders: 'deviceDisposal.writeOff' },
    input: {
      executedAt: date({ zh: '处置日期', en: 'Disposed of on', required: true }),
      receiver: text({ zh: '接收单位', en: 'Receiver', max: 120 }),
      proceeds: money({ zh: '处置收入', en: 'Proceeds', min: 0 }),
      costs: money({ zh: '处置费用', en: 'Costs', min: 0 }),
      disImages: ids({ zh: '处置后照片', en: 'Photos after', to: 'file', max: 20 }),
      executeNote: text({ zh: '执行说明', en: 'Note', multiline: true, max: 500 }),
    },
  },
  remit: {
    from: ['executed'],
    to: 'finished',
    zh: '办结（收益上缴）',
    en: 'Close (remittance)',
    may: 'deviceDisposal.writeOff',
    input: {
      remitted: money({ zh: '上缴金额', en: 'Remitted', required: true, min: 0 }),
      remittedOn: date({ zh: '上缴日期', en: 'Remitted on', required: true }),
      remitVoucher: text({ zh: '缴款凭证号', en: 'Remittance voucher no.', max: 60 }),
    },
  },
  withdraw: { from: ['in_approval'], to: 'undone', zh: '申请人撤销', en: 'Withdrawn by the applicant', inner: true, input: {} },
  undo: {
    from: ['submitted', 'in_approval', 'approved'],
    to: 'undone',
    zh: '撤销处置',
    en: 'Withdraw disposal',
    may: 'deviceDisposal.submit',
    many: true,
    confirm: true,
    url: `${path}/undo`,
    input: {},
  },
})
