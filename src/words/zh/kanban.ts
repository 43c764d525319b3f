/** Texts of the state board of a list. */
export const kanbanZh = {
  'kanban.lanes': '泳道',
  'kanban.more': '加载更多（还有 {left} 条）',
  'kanban.left': '还有 {left} 个泳道未显示，请用搜索条件缩小范围',
  'kanban.keys': '拖动卡片，或按空格拿起后用左右方向键选择列；Enter 打开',
  'kanban.keysHeld': '左右方向键选择列，空格放下，Esc 取消',
  'kanban.taken': '已拿起“{what}”，可移到：{where}',
  'kanban.stays': '“{what}”现在不能移到其他列',
  'kanban.over': '{state}：{step}',
  'kanban.back': '“{what}”仍在“{state}”',
  'kanban.done': '“{what}”：{step}成功',
  'kanban.closed': '“{what}”现在不能移到“{state}”',
  'kanban.which': '移到“{state}”：请选择操作',
} as const
