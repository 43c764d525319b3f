import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { choice, date, decimal, ids, link, numbering, text } from '../../kit/fields/field.ts'

const training = { zh: '培训', en: 'Training' }

/** Who may use the devices of a class, and until when. It counts for the classes below as well. */
export const useAuthorisation = entity('useAuthorisation', {
  zh: '操作授权',
  en: 'Use authorisation',
  many: 'Use authorisations',
  module: 'custody',
  path: '/eam/use-authorisation',
  title: 'authorisationNo',
  called: ['person', 'deviceClass'],
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export', 'template'],
  scope: { through: 'person' },
  editable: { authorisationState: ['valid'] },
  columns: ['authorisationNo', 'authorisationState', 'person', 'deviceClass', 'validFrom', 'validUntil', 'trainedOn'],
  sort: { by: 'createTime', descending: true },
  fields: {
    authorisationNo: numbering({
      zh: '授权编号',
      en: 'Authorisation no.',
      list: true,
      search: true,
      unique: true,
      rule: 'SQ-{yyyy}-000000',
    }),
    authorisationState: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'valid',
      of: { valid: { zh: '有效', en: 'Active', tone: 'good' }, withdrawn: { zh: '已撤销', en: 'Withdrawn', tone: 'plain' } },
    }),
    person: link({ zh: '被授权人', en: 'Authorised person', to: 'user', required: true, list: true }),
    deviceClass: link({ zh: '医疗器械分类', en: 'Device class', to: 'deviceClass', required: true, list: true }),
    validFrom: date({ zh: '生效日期', en: 'Valid from', required: true, list: true }),
    validUntil: date({ zh: '有效期至', en: 'Valid until', list: true }),
    trainedOn: date({ zh: '培训日期', en: 'Trained on', list: true, group: training }),
    trainer: text({ zh: '培训人', en: 'Trainer', search: true, max: 60, group: training }),
    trainingHours: decimal({ zh: '培训学时', en: 'Training hours', scale: 1, min: 0, max: 1000, group: training }),
    files: ids({ zh: '培训附件', en: 'Training files', to: 'file', max: 9, group: training }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
    withdrawReason: text({ zh: '撤销原因', en: 'Reason', readOnly: true, max: 500 }),
  },
})

/** An authorisation ends by its date, or is withdrawn. */
export const authorising = machine(useAuthorisation, 'authorisationState', {
  withdraw: {
    from: ['valid'],
    to: 'withdrawn',
    zh: '撤销授权',
    en: 'Withdraw authorisation',
    may: 'useAuthorisation.submit',
    many: true,
    input: {
      withdrawReason: { ...useAuthorisation.fields.withdrawReason, readOnly: false, required: true, multiline: true },
    },
  },
})
