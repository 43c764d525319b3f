import { entity } from '../../kit/entity/entity.ts'
import { link } from '../../kit/fields/field.ts'

/** A person who counts in a check. */
export const checkMember = entity('checkMember', {
  zh: '盘点人员',
  en: 'Counter',
  module: 'check',
  title: 'user',
  table: 'tenant',
  fields: {
    check: link({ zh: '盘点任务', en: 'Check', to: 'checkTask', required: true, readOnly: true }),
    user: link({ zh: '人员', en: 'Person', to: 'user', required: true }),
  },
})
