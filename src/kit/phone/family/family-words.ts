/** Words of lists and records on phones; they load with the pages. */
export const familyWords = {
  overdue: { zh: '已逾期', en: 'Overdue' },
  today: { zh: '今天', en: 'Today' },
  later: { zh: '以后', en: 'Later' },
  toSend: { zh: '待发送', en: 'To send' },
  mine: { zh: '我负责的', en: 'My work' },
  others: { zh: '他人负责的', en: 'Others’ work' },
  team: { zh: '班组', en: 'Team' },
  lists: { zh: '列表', en: 'Lists' },
  none: { zh: '暂无记录', en: 'No records' },
  gone: { zh: '已结束或不在本机', en: 'Ended or not on this phone' },
  goneHelp: { zh: '联网后可查看', en: 'It can be viewed online' },
  view: { zh: '查看记录', en: 'View the record' },
} as const
