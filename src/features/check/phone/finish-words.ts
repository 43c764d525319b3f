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
