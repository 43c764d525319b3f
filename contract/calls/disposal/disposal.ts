import { deviceDisposal } from '../../entities/disposal/device-disposal.ts'
import { disposalLine } from '../../entities/disposal/disposal-line.ts'
import { listOf, one, out, saved } from '../../kit/entity/answer.ts'
import { chosenPeople } from '../../kit/entity/approval.ts'
import { type Call, type CallFacts, call } from '../../kit/entity/call.ts'
import { callsOfLine, type LineCall } from '../../kit/entity/line-calls.ts'
import { lineNamed } from '../../kit/entity/lines.ts'
import { lists } from '../../kit/entity/list.ts'
import { choice, integer, link, text } from '../../kit/fields/field.ts'

const acting = {
  module: 'disposal',
  method: 'POST',
  writes: true,
  changes: ['deviceDisposal', 'device'],
} as const satisfies Partial<CallFacts>
const id = text({ zh: '处置申请', en: 'Disposal', required: true, max: 36 })
const version = integer({ zh: '版本', en: 'Version', min: 1 })
const content = text({ zh: '意见', en: 'Comment', multiline: true, max: 500 })

/** The decision after the appraisal: the application goes into approval, or is rejected; an opinion is needed to reject it. */
export const decideDisposal = call('deviceDisposal.yesOrNo', {
  ...acting,
  zh: '处置决定',
  en: 'Decide on a disposal',
  path: '/eam/devicedisposal/yesOrNo',
  may: 'deviceDisposal.decide',
  answers: one(saved),
  input: {
    id,
    type: choice({ zh: '是否处置', en: 'Decision', required: true, of: deviceDisposal.fields.decision.of }),
    version,
    content,
    chosen: chosenPeople,
  },
})

/** Approves or rejects a disposal; an opinion is needed to reject it. */
export const auditDisposal = call('deviceDisposal.audit', {
  ...acting,
  zh: '审批处置申请',
  en: 'Approve a disposal',
  path: '/eam/devicedisposal/audit',
  may: 'deviceDisposal.audit',
  answers: one(saved),
  input: {
    id,
    type: choice({
      zh: '审批结果',
      en: 'Decision',
      required: true,
      of: { approve: { zh: '同意', en: 'Approve' }, reject: { zh: '驳回', en: 'Reject' } },
    }),
    version,
    content,
  },
})

/** Who signed for a disposal in its approval, in the order of the signatures: those of its last approval that agreed. */
export const disposalSignatures = call('deviceDisposal.signatures', {
  zh: '处置审批签名',
  en: 'Disposal approval signatures',
  module: 'disposal',
  method: 'GET',
  path: '/eam/devicedisposal/signatures',
  may: 'deviceDisposal.list',
  reads: ['deviceDisposal', 'flowInstance'],
  answers: listOf({
    id: out.text,
    nodeName: out.nullable(out.text),
    userName: out.nullable(out.text),
    opinion: out.nullable(out.text),
    signedAt: out.text,
  }),
  input: { id },
})

/** A disposal under its second address. */
export const disposalLists = lists(deviceDisposal, {
  record: { kind: 'row', zh: '处置记录', en: 'Disposal record', path: 'recordDetail' },
})

const scrap = '/eam/eventtypescrap'

/** Devices of disposals under the address of their event type, where the application is the disposal. */
export const scrapLists = lists(disposalLine, {
  scrapLines: { kind: 'page', zh: '处置明细', en: 'Disposal lines', path: `${scrap}/list` },
  scrapLine: { kind: 'row', zh: '处置明细详情', en: 'Disposal line details', path: `${scrap}/detail` },
  scrapByApply: {
    kind: 'list',
    zh: '申请的处置明细',
    en: 'Lines in one disposal',
    path: `${scrap}/getScrapListByApplyId`,
    need: ['apply'],
    given: { apply: 'disposal' },
  },
})

/** A call of the event type, and the call of the kit that saves the disposal with its lines. */
export interface ScrapCall {
  readonly of: Call
  readonly line: LineCall
}

/** Adds, changes and removes single devices of a disposal; `applyId` names the disposal. */
export const scrapCalls: readonly ScrapCall[] = callsOfLine(
  deviceDisposal,
  { ...lineNamed(deviceDisposal, 'lines'), calls: true },
  disposalLine,
).map((line) => {
  const { header: _, as: __, acts, name: ___, input, ...rest } = line as LineCall
  const { disposal: ____, ...fields } = input
  return acts === 'submit'
    ? {
        line,
        of: call('disposalLine.scrapSubmit', {
          ...rest,
          zh: '处置明细：新增或修改一行',
          en: 'Disposal lines: add or edit one',
          path: [`${scrap}/submit`, `${scrap}/save`],
          input: { ...fields, apply: link({ zh: '处置申请', en: 'Disposal', to: 'deviceDisposal' }) },
        }),
      }
    : {
        line,
        of: call('disposalLine.scrapRemove', {
          ...rest,
          zh: '处置明细：删除行',
          en: 'Disposal lines: delete',
          path: `${scrap}/remove`,
          input: fields,
        }),
      }
})
