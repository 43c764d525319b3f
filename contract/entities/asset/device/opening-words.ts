/** What people write for the states that a card may begin with, beside our own words; each one after a stroke. */
export const openingWords = {
  in_use:
    '使用中|正在使用|正常|正常使用|完好|良好|优|优良|较好|能用|可用|可使用|excellent|very good|fair|like new|启用|运行|运行中|使用|在使用|在用完好|使用正常|in use|in service|active|working|functional|good|ok|operational|in operation|deployed',
  in_stock:
    '库存|在库中|入库|未领用|未启用|待用|备用|新购|库存中|待领用|退库|已退库|在仓库|仓库|in stock|in store|stock|stored|spare|new|available|in storage|storage|warehouse|in warehouse',
  repairing:
    '维修|修理|修理中|在修|送修|外修|待修|待维修|检修|检修中|返修|返厂维修|in repair|under repair|being repaired|repair|out for repair|sent for repair|awaiting repair|awaiting parts|in maintenance|under maintenance',
  lent: '借出中|已借出|外借|出借|借用中|在借|租出|出租|出租出借|on loan|loaned|loaned out|lent out|out on loan|borrowed|rented out',
  idle: '不需用|停用|封存|闲置中|已停用|已封存|未使用|不用|停机|故障|损坏|不能使用|不可用|idle|not in use|out of service|out of use|inactive|unused|sealed|not working|broken|faulty|defective|removed from service|mothballed|in reserve',
  pending_disposal:
    '拟报废|申请报废|报废中|报废申请中|报废审批中|待处置|拟处置|处置中|待核销|待销账|待淘汰|拟淘汰|pending disposal|awaiting disposal|to be disposed|to be disposed of|for disposal|to be scrapped|to be retired|pending retirement|awaiting retirement|pending scrap',
  missing:
    '丢失|遗失|被盗|失踪|找不到|未找到|下落不明|盘亏丢失|有账无物|missing|lost|stolen|not found|cannot locate|could not locate|unable to locate|unlocated|not located',
  disposed: '',
} as const

/** What people write where a device is gone. `Disposed` is our own word too, and is one only below our own heading. */
export const goneWords =
  '报废|处置|已处置|注销|已注销|销账|已销账|销帐|已销帐|核销|已核销|调出|已调出|捐出|已捐出|捐赠|已捐赠|对外捐赠|无偿调出|转出|已转出|出售|已出售|变卖|已变卖|拍卖|已拍卖|报损|已报损|淘汰|已淘汰|退役|已退役|报废处置|已报废处置|报废已处置|清理|已清理|置换|已置换|退货|已退货|毁损|灭失|拆除|已拆除|已拆机|转让|已转让|划转|已划转|无偿划转|划拨|已划拨|划出|已划出|上交|已上交|上缴|已上缴|作废|已作废|无此设备|设备已无|实物已无|disposed|disposed of|disposal|retired|sold|scrapped|scrap|written off|write off|write-off|decommissioned|donated|condemned|discarded|destroyed|auctioned|junked|salvaged|traded in|traded|trade-in|trade in|transferred out|returned to vendor|deaccessioned|cannibalized|cannibalised|parted out|surplused|transferred to other hospital|gone|no longer here|no longer in facility|returned to lessor|returned to supplier'

const ending = '报废|处置|注销|销[账帐]|核销|调出|捐出|捐赠|变卖|拍卖|淘汰|退役|报损'
const ended =
  'dispos(?:ed|al)|retire(?:d|ment)|sold|scrap(?:ped)?|written[ -]off|write[ -]off|decommission(?:ed|ing)|condemned|discarded|auctioned'

/** Parts of longer texts that mean a state, in the order in which they are tried; `#gone`: the device is gone. */
export const openingLike = [
  ['pending_disposal', '(?:报废|核销|淘汰|注销)[( ]?(?:但)?(?:未|尚未|没有)(?:处置|处理|清理|报批|核销|销账|下账)'],
  ['pending_disposal', `(?:待|拟|申请|准备|建议|计划|即将|预备)(?:${ending})|(?:${ending})(?:待|审批|申请|鉴定|中$)`],
  ['pending_disposal', `\\b(?:pending|awaiting|to be|for|proposed(?: for)?|request(?:ed)?(?: for)?) (?:${ended})`],
  ['#gone', `(?<![未不非无])(?:${ending})|(?<!not |never |non-)\\b(?:${ended})\\b`],
] as const
