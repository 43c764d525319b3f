/** Free words of the global search. */
export const searchZh = {
  'search.title': '全局搜索',
  'search.label': '全局搜索（含菜单搜索）',
  'search.hint': '设备、工单、盘点、位置、人员，或菜单名称的开头；也可以直接扫码',
  'search.open': '搜索',
  'search.recent': '最近打开',
  'search.all': '查看全部 {total} 条',
  'search.busy': '正在搜索',
  'search.count': '{count} 条结果',
  'search.none': '没有找到“{text}”',
  'search.noneHelp': '请换一个词，或输入资产编号、国资编码、RFID',
  'search.unknown': '没有编码为“{code}”的设备或位置',
  'search.failed': '{what}没有搜索成功：{why}',
  'search.keys': '↑ ↓ 选择 · 回车打开 · Esc 关闭',
} as const
