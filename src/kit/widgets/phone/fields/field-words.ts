/** Words of fields of forms. They load with forms. */
export const fieldWords = {
  take: { zh: '拍照', en: 'Take photo' },
  choose: { zh: '相册', en: 'Album' },
  working: { zh: '正在处理照片…', en: 'Preparing the photos…' },
  addItem: (what: string) => ({ zh: `添加${what}`, en: `Add ${what}` }),
  removeItem: (n: number, what: string) => ({ zh: `删除第 ${n} 项${what}`, en: `Delete ${what} ${n}` }),
} as const
