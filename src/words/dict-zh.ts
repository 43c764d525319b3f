/** Free words of the dictionary pages. */
export const dictZh = {
  'dict.sealedChoice': '{name}（已封存）',
  'dict.sealed': '已封存',
  'dict.open': '使用中',
  'dict.addHead': '新增字典',
  'dict.addValue': '新增字典值',
  'dict.addBelow': '新增下级',
  'dict.change': '修改',
  'dict.remove': '删除',
  'dict.values': '“{name}”的字典值',
  'dict.choose': '请从左侧选择一个字典',
  'dict.seal': '封存',
  'dict.unseal': '启封',
  'dict.askRemove': '确定删除“{name}”?',
  'dict.system': '全院共用的系统字典由平台维护；医院可在“业务字典”中建立相同编号的字典来代替。',
  'dict.own': '与系统字典编号相同时，以本院的字典为准。',
} as const
