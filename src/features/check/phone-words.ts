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

/** Words of handing in a department. They load with the sheet. */
export const finishWords = {
  ask: (dept: string) => ({ zh: `提交“${dept}”的盘点结果？`, en: `Submit the count of “${dept}”?` }),
  left: (n: number) => ({ zh: `还有 ${n} 台没有盘到，提交后记为盘亏：`, en: `Not counted, will be recorded as missing: ${n}` }),
  whole: { zh: '没有会记为盘亏的设备。', en: 'Nothing will be recorded as missing.' },
  excused: (n: number) => ({
    zh: `另有 ${n} 台借出、维修中或已报废，不记盘亏。`,
    en: `Lent, in repair or disposed of, not recorded as missing: ${n}.`,
  }),
  blind: { zh: '提交后由设备科核对账面。', en: 'The equipment department then compares it with the register.' },
  stuck: (n: number) => ({
    zh: `您有 ${n} 条盘点记录没有送达、等您处理；提交之后再送达的只作为逾期盘点结果。`,
    en: `Unsent count records of yours that need attention: ${n}. Sent after submission, they only count as late.`,
  }),
  notWhole: (n: number) => ({
    zh: `数据未下载完，没有盘到的设备本机不能全部列出（已知 ${n} 台）。`,
    en: `Data not fully downloaded: this phone cannot list every device not counted (known: ${n}).`,
  }),
  done: { zh: '已提交，保存在本机，有信号时自动发送', en: 'Submitted and saved on this phone; sent once there is a signal' },
} as const

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

/** Words of a line of a check. They load with the sheet. */
export const lineWords = {
  line: { zh: '盘点明细', en: 'Check line' },
  found: { zh: '盘到了', en: 'Found' },
  foundHelp: { zh: '标签扫不出来时，从清单记录；有不符时写明。', en: "For labels that won't scan. Note any differences." },
  change: { zh: '改记', en: 'Count again' },
} as const
