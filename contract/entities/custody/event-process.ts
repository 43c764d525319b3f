import { entity } from '../../kit/entity/entity.ts'
import { link, text } from '../../kit/fields/field.ts'

/** A remark that a person adds to the course of an application; its steps are told from what really happened. */
export const eventProcess = entity('eventProcess', {
  zh: '申请过程备注',
  en: 'Application remark',
  module: 'custody',
  path: '/eam/eventprocess',
  title: 'content',
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove'],
  scope: { through: 'event' },
  sort: { by: 'createTime', descending: true },
  fields: {
    event: link({ zh: '使用申请', en: 'Application', to: 'deviceApply', required: true, list: true, goesWith: true }),
    content: text({ zh: '备注', en: 'Remark', required: true, list: true, search: true, multiline: true, max: 500 }),
  },
})
