/** Words of the pages about standard names and warehouse entries. */
export const namesZh = {
  'names.propose': '生成建议',
  'names.typed': '名称（每行一个）',
  'names.hint': '一次最多 1000 个；可直接从表格中粘贴一列',
  'names.cards': '选择设备卡',
  'names.proposed': '已生成 {count} 条建议，请确认',
  'names.tooMany': '一次最多 1000 个名称，当前 {count} 个',
  'names.others': '其他可能',
  'names.take': '采纳此项',
  'names.loadAsk': '载入内置词典？本院已有的内容不变',
  'names.compare':
    '使用年限取自财会〔2018〕24号的年限表；内置的强检类别整理时未与公告核对，请对照《实施强制管理的计量器具目录》原文，在“医疗器械分类”中修改',
  'names.loaded': '已载入 {names} 个标准名称，{classes} 个分类补充了年限或强检',
  'entry.form': '入库单',
  'entry.toRecord': '返回入库单列表',
  'entry.missing': '请从入库单打开此页面',
  'entry.amount': '金额',
  'entry.sum': '合计（{count} 行）',
  'entry.keeperSign': '库管员签字：',
  'entry.acceptSign': '验收人签字：',
  'entry.financeSign': '财务签字：',
} as const
