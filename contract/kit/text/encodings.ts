/** The encodings of text tables that are read. */
export const encodings = {
  'utf-8': { zh: 'UTF-8', en: 'UTF-8' },
  'utf-16le': { zh: 'UTF-16 LE', en: 'UTF-16 LE' },
  'utf-16be': { zh: 'UTF-16 BE', en: 'UTF-16 BE' },
  gb18030: { zh: '简体中文（GB18030）', en: 'Simplified Chinese (GB18030)' },
  big5: { zh: '繁体中文（Big5）', en: 'Traditional Chinese (Big5)' },
  shift_jis: { zh: '日文（Shift-JIS）', en: 'Japanese (Shift-JIS)' },
  'windows-1252': { zh: '西欧（Windows-1252）', en: 'Western European (Windows-1252)' },
  macintosh: { zh: '西欧（Mac Roman）', en: 'Western European (Mac Roman)' },
} as const

export type Encoding = keyof typeof encodings
