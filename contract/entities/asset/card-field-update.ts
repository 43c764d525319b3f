import { approval } from '../../kit/entity/approval.ts'
import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { choice, integer, link, money, text } from '../../kit/fields/field.ts'
import { ofApproval } from '../flow/circle.ts'
import { valueChange } from './device/value-change.ts'

const opinion = { zh: '审批意见', en: 'Comment', multiline: true, max: 500, closed: ofApproval } as const

/** Changes that a person asks for on a card: field by field, the old value beside the new one. */
export const cardFieldUpdate = entity('cardFieldUpdate', {
  zh: '设备卡变更申请',
  en: 'Change request',
  module: 'asset',
  path: ['/eam/cardfieldupdate', '/eam/devicecardfieldupdate'],
  title: 'requestTitle',
  searchHint: { zh: '设备名称', en: 'Device name' },
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  scope: { through: 'device' },
  sort: { by: 'createTime', descending: true },
  editable: { requestStatus: ['submitted'] },
  removable: { requestStatus: ['submitted', 'rejected'] },
  lines: [
    {
      zh: '变更内容',
      en: 'Changes',
      entity: 'cardFieldUpdateLine',
      by: 'request',
      as: 'lines',
      order: 'place',
      max: 50,
      once: ['fieldCode'],
      required: true,
      totals: { fieldCount: [] },
      hint: {
        zh: '变更后：选项填名称，科室、位置、人员等填名称；留空表示清空',
        en: 'New value: the name of the option, department, location or person. Leave empty to clear the field',
      },
    },
  ],
  fields: {
    requestTitle: text({ zh: '申请', en: 'Request', list: true, search: true, max: 140, composed: ['device'] }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, list: true, goesWith: true }),
    reason: text({ zh: '变更原因', en: 'Reason', required: true, list: true, multiline: true, max: 500 }),
    changeKind: { ...valueChange.changeKind, list: false },
    fieldCount: integer({ zh: '变更字段数', en: 'Fields', readOnly: true, list: true }),
    requestStatus: choice({
      zh: '申请状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'submitted',
      of: {
        submitted: { zh: '待审批', en: 'Awaiting approval', tone: 'busy' },
        approved: { zh: '已同意', en: 'Approved', tone: 'good' },
        rejected: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
      },
    }),
    decidedBy: link({ zh: '审批人', en: 'Decided by', to: 'user', readOnly: true, list: true }),
    opinion: text({ ...opinion, readOnly: true }),
  },
})

const decided = { decidedById: 'me', opinion: 'said.opinion' } as const

/** The two steps of a request. The approval engine raises them; their routes answer the open task of the person. */
export const fieldUpdating = machine(cardFieldUpdate, 'requestStatus', {
  approve: {
    from: ['submitted'],
    to: 'approved',
    zh: '同意',
    en: 'Approve',
    may: 'cardFieldUpdate.approve',
    many: true,
    sets: decided,
    input: { opinion: text(opinion) },
  },
  reject: {
    from: ['submitted'],
    to: 'rejected',
    zh: '驳回',
    en: 'Reject',
    may: 'cardFieldUpdate.approve',
    sets: decided,
    input: { opinion: text({ ...opinion, required: true }) },
  },
})

/** Requests are decided by an approval: by any holder of the right, unless a hospital defines it otherwise. */
export const fieldUpdateApproval = approval({
  kind: 'cardFieldUpdate',
  zh: '设备卡变更',
  en: 'Change request',
  of: fieldUpdating,
  steps: { agreed: 'approve', refused: 'reject' },
  facts: {
    category: link({ zh: '资产分类', en: 'Asset category', to: 'assetsCategory' }),
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept' }),
    fieldCount: integer({ zh: '变更字段数', en: 'Fields', min: 1, max: 50 }),
    originalValue: money({ zh: '设备原值', en: 'Original value', min: 0 }),
  },
  depts: ['applicant', 'managing', 'giving'],
  may: 'cardFieldUpdate.approve',
})
