import { entity } from '../../kit/entity/entity.ts'
import { date, link, text } from '../../kit/fields/field.ts'

/** A tester of a control, with the certificate that was valid on its day. */
export const qualityTester = entity('qualityTester', {
  zh: '测试仪',
  en: 'Tester',
  many: 'Testers',
  module: 'quality',
  title: 'tester',
  table: 'tenant',
  fields: {
    control: link({ zh: '质控记录', en: 'Quality control record', to: 'qualityControl', required: true, readOnly: true, goesWith: true }),
    tester: link({ zh: '测试仪', en: 'Tester', to: 'device', required: true, goesWith: true }),
    certificateNo: text({ zh: '证书编号', en: 'Certificate no.', readOnly: true, max: 100 }),
    validUntil: date({ zh: '有效期至', en: 'Valid until', readOnly: true }),
  },
})
