/** Words of counting. They load with its pages. */
export const countWords = {
  coming: (left: number, all: number) => ({
    zh: `数据未下载完，还差 ${left} / ${all} 条`,
    en: `Data not fully downloaded, ${left} of ${all} to go`,
  }),
  comingOffline: (left: number, all: number) => ({
    zh: `数据未下载完，还差 ${left} / ${all} 条，请联网`,
    en: `Data not fully downloaded, ${left} of ${all} to go. Connect to continue`,
  }),
  comingSome: { zh: '数据未下载完，正在下载', en: 'Data not fully downloaded, downloading' },
  comingSomeOffline: { zh: '数据未下载完，请联网', en: 'Data not fully downloaded. Connect to continue' },
  ready: { zh: '可离线盘点', en: 'Ready to count offline' },
  rooms: { zh: '按位置', en: 'By location' },
  noRoom: { zh: '账面没有位置', en: 'No recorded location' },
  finishedState: {
    zh: '已提交。之后扫到的会作为逾期盘点结果保存，由设备科复核。',
    en: 'Submitted. Later scans are kept as late counts for review.',
  },
  depts: { zh: '盘点科室', en: 'Check departments' },
  onBoard: (n: number) => ({ zh: `本次 ${n} 台`, en: `This session: ${n}` }),
  roomSet: { zh: '当前位置', en: 'Current location' },
  openElsewhere: (n: number) => ({ zh: `其他位置还有 ${n} 台未盘到`, en: `Not yet found in other places: ${n}` }),
  toSettle: { zh: '待核对', en: 'To be matched' },
  noneHere: { zh: '账面上这里没有设备', en: 'No recorded devices here' },
  noneInRoom: { zh: '本房间没有账面设备', en: 'No recorded devices in this room' },
} as const
