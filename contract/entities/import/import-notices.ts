import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about imports. */
export const importNotices = {
  kinds: { import_ended: { zh: '导入结束', en: 'An import has ended', tone: 'plain' } },
  targets: { importJob: { zh: '数据导入', en: 'Import' } },
} as const satisfies NoticeFacts
