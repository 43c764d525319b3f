/** Words of the pages about depreciation. */
export const ledgerZh = {
  'ledger.started': '{month} 已开始计提，完成后有消息提醒',
  'ledger.voucher': '导出凭证',
  'ledger.byDept': '各科室折旧额',
  'ledger.byCategory': '各类资产折旧额',
  'ledger.byFund': '各资金来源折旧额',
  'ledger.months': '已计提与未来 36 个月',
  'ledger.charged': '已计提',
  'ledger.forecast': '预测',
  'ledger.month': '月份',
  'ledger.amount': '折旧额',
  'ledger.mainBook': '主账簿',
  'ledger.noBook': '医院暂无折旧账簿',
  'ledger.notInBook': '该设备尚未计提折旧',
  'ledger.changeFollows': '从次月起按新的内容计提，以前的月份不变；原值低于累计折旧时须填写原因。',
  'ledger.correctionFollows': '原来登记有误：未结账的月份从头按新的内容计提，已结账的月份在下月冲销调整。',
  'ledger.compared': '对账完成，结果见列表首行',
} as const
