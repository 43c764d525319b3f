/** The shifts of a day. */
export const shifts = {
  day: { zh: '白班', en: 'Day' },
  evening: { zh: '小夜班', en: 'Evening' },
  night: { zh: '大夜班', en: 'Night' },
} as const
