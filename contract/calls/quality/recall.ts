import { recall } from '../../entities/quality/recall.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { link } from '../../kit/fields/field.ts'

/** How many devices in the person's data scope each line of a recall finds now, and how many all find together. */
export const previewRecall = call('recall.preview', {
  module: 'quality',
  zh: '预览召回设备',
  en: 'Preview recalled devices',
  method: 'GET',
  path: `${recall.path}/preview`,
  may: 'recall.submit',
  reads: ['recall', 'device'],
  input: { recall: link({ zh: '厂家召回', en: 'Manufacturer recall', to: 'recall', required: true }) },
  answers: one({
    devices: out.number,
    items: out.list({ id: out.text, devices: out.number }),
  }),
})
