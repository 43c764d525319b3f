/** Words of a line of a check. They load with the sheet. */
export const lineWords = {
  line: { zh: '盘点明细', en: 'Check line' },
  found: { zh: '盘到了', en: 'Found' },
  foundHelp: { zh: '标签扫不出来时，从清单记录；有不符时写明。', en: "For labels that won't scan. Note any differences." },
  change: { zh: '改记', en: 'Count again' },
} as const
