/** Headings of an exported history. */
export const historyWords = {
  title: { zh: '操作历史', en: 'History' },
  columns: [
    { zh: '时间', en: 'Time' },
    { zh: '操作', en: 'Action' },
    { zh: '操作人', en: 'By' },
    { zh: '规则', en: 'Rule' },
    { zh: '内容', en: 'Content' },
  ],
} as const
