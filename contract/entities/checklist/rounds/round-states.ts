/** How a round stands. */
export const roundStates = {
  todo: { zh: '待巡检', en: 'To do', tone: 'plain' },
  walking: { zh: '巡检中', en: 'Under way', tone: 'busy' },
  finished: { zh: '已完成', en: 'Finished', tone: 'good' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'plain' },
} as const

/** The states in which stops are walked. */
export const openRoundStates = ['todo', 'walking'] as const

/** How a stop of a round stands. */
export const stopStates = {
  open: { zh: '未巡检', en: 'Not visited', tone: 'plain' },
  done: { zh: '已巡检', en: 'Checked', tone: 'good' },
  skipped: { zh: '已跳过', en: 'Skipped', tone: 'warn' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'plain' },
} as const

/** The maximum number of stops of a route. */
export const mostStops = 100
