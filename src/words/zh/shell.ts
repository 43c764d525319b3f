/** Free words of the shell's dialogs, filter trees and faults of loading. */
export const shellZh = {
  'pdf.title': 'PDF预览',
  'pdf.full': '全屏',
  'pdf.small': '退出全屏',
  'pdf.preview': '预览 {name}',
  'file.tooMany': '最多上传 {most} 个文件',
  'dept.noHeads': '没有负责人',
  'side.show': '显示筛选树',
  'side.hide': '隐藏筛选树',
  'side.by': '筛选方式',
  'side.tree': '筛选树',
  'side.all': '全部',
  'side.year': '{year}年',
  'side.month': '{month}月',
  'dialog.choose': '打开列表',
  'dialog.search': '搜索{what}',
} as const
