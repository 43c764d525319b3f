/** Free words of purchasing. */
export const purchaseZh = {
  'quotes.none': '该计划暂无报价',
  'quotes.total': '合计',
  'quotes.lowest': '最低',
  'quotes.chosen': '已选定',
  'quotes.partial': '未报全',
  'quotes.days': '{days} 天',
  'quotes.months': '{months} 个月',
  'quotes.needed': '向一家供应商采购超过 {limit} 元需要 {needed} 家报价',
  'quotes.back': '返回采购计划',
  'purchase.prices': '同型号单价走势',
} as const
