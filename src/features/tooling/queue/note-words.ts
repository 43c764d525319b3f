/** Words of keeping an operation as a note. They load with the sheet. */
export const noteWords = {
  noteText: (what: string) => ({
    zh: `“${what}”没有生效，内容会写进这条数据的修改记录，让同事看得到。`,
    en: `“${what}” did not take effect. Your text goes into the record’s history, where colleagues can see it.`,
  }),
  noteChain: (n: number) => ({
    zh: `另有 ${n} 条依赖它的记录也会一起留作备注。`,
    en: `Records that depend on it are kept as notes too: ${n}.`,
  }),
  noteReason: { zh: '说明（可不填）', en: 'Note (optional)' },
  noteKeep: { zh: '保存备注', en: 'Save note' },
} as const
