import { entity } from '../../kit/entity/entity.ts'
import { integer, link, time } from '../../kit/fields/field.ts'
import { followContent } from './adverse-kinds.ts'

/** A further report of a group event, at the latest 24 hours after the one before. */
export const adverseFollowUp = entity('adverseFollowUp', {
  zh: '不良事件续报',
  en: 'Adverse event follow-up',
  many: 'Adverse event follow-ups',
  module: 'quality',
  title: 'content',
  table: 'tenant',
  fields: {
    event: link({ zh: '不良事件', en: 'Adverse event', to: 'adverseEvent', required: true, readOnly: true, goesWith: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    followedAt: time({ zh: '续报时间', en: 'Followed up at', required: true }),
    content: followContent,
    followedBy: link({ zh: '续报人', en: 'Followed up by', to: 'user', readOnly: true, anywhere: true }),
  },
})
