/** Whether all that belongs there was found. */
export const completeness = {
  complete: { zh: '齐全', en: 'Complete', tone: 'good' },
  loss: { zh: '缺失', en: 'Missing', tone: 'bad' },
} as const
