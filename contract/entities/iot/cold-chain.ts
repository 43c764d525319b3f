/** Days of one report: raw readings are kept about that long. */
export const mostReportDays = 31

/** Readings of one sensor in a report: 31 days at one each half minute. */
export const mostReportReadings = 100_000

/** Where a cold store is kept unless the report is asked for other limits, in °C. */
export const coldLimits = { lower: 2, upper: 8 } as const

/** Words of the report, on its page and in its sheet. */
export const coldChainWords = {
  report: { zh: '冷链温度报告', en: 'Cold chain report' },
  sensor: { zh: '传感器', en: 'Sensor' },
  kind: { zh: '记录类型', en: 'Entry' },
  from: { zh: '开始时间', en: 'Started' },
  to: { zh: '结束时间', en: 'Ended at' },
  value: { zh: '温度（°C）', en: 'Temperature (°C)' },
  note: { zh: '说明', en: 'Note' },
  outside: { zh: '超限读数', en: 'Reading outside the limits' },
  gap: { zh: '无数据时段', en: 'Gap without data' },
  alarm: { zh: '传感器告警', en: 'Sensor alarm' },
} as const
