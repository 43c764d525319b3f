/** Words of devices that are on no book. They load with their pages. */
export const surplusWords = {
  inCheck: (title: string) => ({ zh: `记入盘点“${title}”`, en: `Count in “${title}”` }),
  recorded: (title: string) => ({ zh: `已作为盘盈记入“${title}”`, en: `Counted as surplus in “${title}”` }),
  keptIn: (title: string) => ({ zh: `已记入盘点“${title}”`, en: `Counted in “${title}”` }),
  waitsIn: (title: string) => ({
    zh: `已记入盘点“${title}”，数据到齐后自动核对`,
    en: `Counted in “${title}”; matched once the data is here`,
  }),
  savedIn: (name: string, title: string) => ({ zh: `“${name}”已记入盘点“${title}”`, en: `“${name}” counted in “${title}”` }),
  surplusHelp: {
    zh: '有实物、账面没有，也没有能扫的码时，手工登记。',
    en: 'For devices that are here but not recorded and have no code to scan.',
  },
  surplusSaved: { zh: '已登记，保存在本机', en: 'Added and saved on this phone' },
} as const
