/** Words of rounds on phones; they load with the pages. */
export const roundWords = {
  stops: { zh: '站点', en: 'Stops' },
  left: { zh: '还有 {n} 站', en: 'Stops left: {n}' },
  scanHint: { zh: '到达房间后扫描房间标签', en: 'Scan the label of the room when you are there' },
  present: { zh: '已确认到站', en: 'You are at the room' },
  here: { zh: '在册设备', en: 'Devices on record' },
  toReport: { zh: '报修', en: 'Report' },
  none: { zh: '暂无巡检任务', en: 'No rounds' },
  noneHelp: { zh: '派给您或您班组的巡检任务会显示在这里', en: 'Rounds assigned to you or your team appear here' },
  gone: { zh: '此站点不在本机', en: 'This stop is not on this phone' },
  goneHelp: { zh: '巡检任务可能已完成或取消', en: 'The round may be finished or cancelled' },
  fromRound: { zh: '巡检时发现：', en: 'Found on a round:' },
  toRound: { zh: '返回巡检任务', en: 'Back to the round' },
} as const
