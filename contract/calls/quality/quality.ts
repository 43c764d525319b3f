import { controlling, qualityControl } from '../../entities/quality/quality-control.ts'
import { mostPoints } from '../../entities/quality/quality-kinds.ts'
import { qualityReading } from '../../entities/quality/quality-reading.ts'
import { qualityTemplate } from '../../entities/quality/quality-template.ts'
import { one, out, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, integer, items, text } from '../../kit/fields/field.ts'

const writing = { module: 'quality', method: 'POST', writes: true } as const
const id = text({ zh: '编号', en: 'ID', required: true, max: 36 })

/** Adds the ready templates that this hospital never loaded, in one language. */
export const loadReadyQuality = call('qualityTemplate.loadReady', {
  ...writing,
  zh: '载入内置质控模板',
  en: 'Load ready quality control templates',
  path: `${qualityTemplate.path}/load-ready`,
  may: 'qualityTemplate.submit',
  changes: ['qualityTemplate'],
  answers: one({ made: out.number }),
  input: { language: choice({ zh: '语言', en: 'Language', of: { zh: { zh: '中文', en: 'Chinese' }, en: { zh: '英文', en: 'English' } } }) },
})

/** Writes measured values of a draft; a value that is not named stays, an empty one is cleared. Each is judged by its frozen point. */
export const measureControl = call('qualityControl.record', {
  ...writing,
  zh: '录入测量值',
  en: 'Enter readings',
  path: `${qualityControl.path}/record`,
  may: 'qualityControl.work',
  changes: ['qualityControl'],
  answers: one(saved),
  input: {
    id,
    version: integer({ zh: '版本', en: 'Version', required: true, min: 0 }),
    readings: items({
      zh: '质控测量值',
      en: 'Quality control reading',
      max: mostPoints,
      fields: { id, measured: qualityReading.fields.measured },
    }),
    ...controlling.steps.measure.input,
  },
})
