import { choice } from '../../kit/fields/field.ts'

/** What a checklist is used for. */
export const useKinds = {
  inspection: { zh: '巡检', en: 'Inspection' },
  maintenance: { zh: '保养', en: 'Maintenance' },
  quality: { zh: '质控', en: 'Quality control' },
} as const

/** What a finished checklist found. */
export const checklistResults = {
  normal: { zh: '正常', en: 'Normal', tone: 'good' },
  abnormal: { zh: '异常', en: 'Abnormal', tone: 'bad' },
} as const

export const useKind = choice({ zh: '检查用途', en: 'Checklist use', list: true, of: useKinds })
