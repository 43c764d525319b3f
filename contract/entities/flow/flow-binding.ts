import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { choice, link, money, text } from '../../kit/fields/field.ts'
import { offeredKinds, ownKinds } from '../custody/apply-kinds.ts'
import { approvalKinds } from './approval-kinds.ts'

/** Which definition decides about which documents: by kind, and by event kind, category, department and amount where they are named. */
export const flowBinding = entity('flowBinding', {
  zh: '审批规则',
  en: 'Approval rule',
  module: 'flow',
  path: ['/eam/flow', '/eam/deviceeventflow'],
  title: 'flowName',
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove'],
  names: { submit: ['submit', 'save-flow'], detail: ['detail-flow', 'detail'] },
  editable: { flowStatus: ['stopped'] },
  removable: { flowStatus: ['stopped'] },
  fields: {
    flowName: text({ zh: '规则名称', en: 'Name', required: true, list: true, search: true, max: 60 }),
    approvalKind: choice({ zh: '适用单据', en: 'Documents', required: true, list: true, of: approvalKinds }),
    // One kind of applications; none: all of them.
    eventType: choice({ zh: '申请类型', en: 'Application type', list: true, of: offeredKinds, more: ownKinds }),
    definition: link({ zh: '流程定义', en: 'Approval flow', to: 'flowDefinition', required: true, list: true }),
    category: link({ zh: '资产分类（含下级）', en: 'Category (and below)', to: 'assetsCategory', list: true }),
    dept: link({ zh: '申请科室（含下级）', en: 'Department (and below)', to: 'dept', list: true }),
    minAmount: money({ zh: '金额不低于', en: 'Amount from', min: 0, list: true, perUnit: true }),
    maxAmount: money({ zh: '金额低于', en: 'Amount below', min: 0, list: true, perUnit: true }),
    flowStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'stopped',
      of: {
        stopped: { zh: '停用', en: 'Inactive', tone: 'plain' },
        started: { zh: '启用', en: 'Active', tone: 'good' },
      },
    }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})

/** A rule is used while it is started. */
export const flowSwitching = machine(flowBinding, 'flowStatus', {
  start: { from: ['stopped'], to: 'started', zh: '启用', en: 'Activate', may: 'flowBinding.submit', input: {} },
  stop: { from: ['started'], to: 'stopped', zh: '停用', en: 'Deactivate', may: 'flowBinding.submit', input: {} },
})
