/** The methods by which the value of a card is charged over its life. */
export const depreciationMethods = {
  straight_line: { zh: '平均年限法', en: 'Straight line' },
  double_declining: { zh: '双倍余额递减法', en: 'Double declining' },
  sum_of_years: { zh: '年数总和法', en: 'Sum of years' },
  units: { zh: '工作量法', en: 'Units of work' },
} as const
