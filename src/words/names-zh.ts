/** Words of the page about standard names. */
export const namesZh = {
  'names.propose': '生成建议',
  'names.typed': '名称（每行一个）',
  'names.hint': '一次最多 1000 个；可直接从表格中粘贴一列',
  'names.cards': '选择设备卡',
  'names.proposed': '已生成 {count} 条建议，请确认',
  'names.tooMany': '一次最多 1000 个名称，当前 {count} 个',
  'names.others': '其他可能',
  'names.take': '采纳此项',
  'names.loaded': '已载入 {names} 个标准名称，{classes} 个分类补充了年限或强检',
} as const
