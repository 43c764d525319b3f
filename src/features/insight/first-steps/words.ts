/** Words of the guide through the first pages. */
export const guideWords = {
  title: { zh: '上手五分钟', en: 'First five minutes' },
  hint: { zh: '按顺序打开这些页面试一试，随时可以停下', en: 'Open these pages one after another. Stop whenever you like' },
  start: { zh: '开始', en: 'Start' },
  goOn: { zh: '继续', en: 'Continue' },
  hide: { zh: '不再显示', en: 'Do not show again' },
  back: { zh: '上一步', en: 'Back' },
  next: { zh: '下一步', en: 'Next' },
  done: { zh: '完成', en: 'Done' },
  later: { zh: '稍后继续', en: 'Later' },
} as const
