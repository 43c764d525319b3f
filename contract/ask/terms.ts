/** What people call a measure and a list, by their names; `-` where there is none. Each word after a stroke. */
export const subjectTerms: Readonly<Record<string, string>> = {
  '-/device': '设备卡|设备清单|设备台账|设备列表|资产清单|device card|device cards|device list|device register|asset register',
  'repairs/repairOrder': '维修|报修|修理|故障|repair|repairs|breakdown|breakdowns|faults|failures|fault reports',
  '-/repairOrder':
    '维修工单|报修单|维修单|维修记录|报修记录|repair order|repair orders|work order|work orders|repair records|repair tickets',
  'repairs/-': '维修统计|维修报表|报修统计|维修情况|报修情况|repair statistics|repair report',
  'maintenance/maintainOrder': '保养|维护|预防性维护|maintenance|preventive maintenance|pm|servicing',
  '-/maintainOrder': '保养工单|保养单|保养记录|保养任务|maintenance order|maintenance orders|maintenance tasks|maintenance jobs',
  '-/devicePlan': '保养计划|maintenance plan|maintenance plans',
  'metrology/measureRecord': '计量|检定|校准|送检|metrology|calibration|calibrations|verification|verifications|measurements',
  '-/measureRecord': '计量记录|检定记录|校准记录|metrology records|calibration records',
  '-/measureCard': '计量|检定|校准|计量台账|强检|metrology|calibration|calibrations|verification|metrology card|metrology cards',
  'inspections/checklistTask': '巡检|巡查|inspection|inspections|rounds',
  'checklists/checklistTask': '检查表|点检|checklist|checklists',
  'quality/qualityControl': '质控|质量控制|质控记录|quality control|quality controls|qc|quality control records',
  '-/qualityCard': '质控|质控台账|quality control|quality controls|qc',
  '-/statutoryCard': '法定检验|特种设备检验|放射检测|法定检验台账|statutory inspection|statutory inspections',
  '-/statutoryInspection': '法定检验记录|statutory inspection records',
  'adverseEvents/adverseEvent': '不良事件|adverse event|adverse events',
  '-/recall': '召回|召回通知|recall|recalls|recall notices',
  '-/recallDevice': '召回设备|被召回设备|被召回的设备|recalled device|recalled devices',
  'energy/deviceSecDay': '用电|能耗|耗电|电量|energy|power use|power consumption|electricity',
  'deviceUses/deviceUse': '交接|借用|领用|借出|外借|hand-over|hand-overs|handover|handovers|loan|loans|use records',
  'sharedUse/sharedBorrowing': '共享借用|共享使用|设备共享|shared use|shared borrowing|shared borrowings|borrowings|shared devices',
  'applications/deviceApply': '使用申请|申请|申请单|application|applications|requests',
  'disposals/deviceDisposal': '处置|报废|处置申请|报废申请|disposal|disposals|scrapping|scrapped|disposed',
  'depreciation/depreciationLine': '折旧|折旧明细|depreciation|depreciation lines',
  'depreciationOffsets/depreciationOffset': '折旧冲销|冲销|depreciation offset|depreciation offsets|offsets',
  'partStock/devicePart': '配件|备件|零件|零配件|part|parts|spare part|spare parts|spares',
  'assetsCards/assetsCard': '资产卡|财务卡片|财务资产|asset card|asset cards',
  'checks/checkTask': '盘点|盘点任务|清查|inventory check|inventory checks|inventory|stocktake|stocktakes|stocktaking',
  'countRecords/checkScan': '盘点记录|扫码记录|count record|count records|scan records',
  'ambulanceChecks/ambulanceCheck': '急救检查|急救车检查|抢救车检查|急救车|emergency check|emergency checks|trolley checks',
  'availability/-': '可用率统计|可用性',
  '-/deviceStop': '停用|停用记录|停用设备|out-of-service record|out-of-service records|out of service|taken out of service',
  '-/sensorAlarm': '告警|报警|传感器告警|alarm|alarms|sensor alarms',
  '-/supplier': '供应商|厂商|supplier|suppliers|vendors',
  '-/supplierQualification': '资质|供应商资质|许可证|qualification|qualifications|supplier qualifications|licences|licenses',
  '-/purchasePlan': '采购计划|purchase plan|purchase plans',
  '-/purchaseBudget': '采购预算|预算|purchase budget|purchase budgets|budgets',
  'purchaseOrders/purchaseOrder': '采购订单|订单|purchase order|purchase orders',
  '-/orderArrival': '到货单|到货|arrival|arrivals|deliveries',
  'purchasedDevices/purchaseOrigin': '采购支出|采购来源|purchase spending|purchase origins',
  '-/purchaseQuote': '报价|供应商报价|quote|quotes',
  '-/purchaseInvoice': '采购发票|purchase invoice|purchase invoices',
  '-/purchaseInstalment': '分期付款|采购付款|付款|instalment|instalments|purchase payments',
  '-/serviceContract': '维保合同|服务合同|合同|service contract|service contracts|contracts',
  '-/contractInstalment': '合同付款|contract instalments|contract payments',
  '-/serviceInvoice': '服务发票|发票|service invoice|service invoices|invoices',
  'onCallAnswers/-': '值班应答|值班呼叫|on-call answers|on-call calls',
  'contractResponse/-': '合同响应|服务商响应|contract response',
  '-/warehouseEntry': '入库单|入库|warehouse entry|warehouse entries',
  '-/deviceAttach': '设备资料|设备文件|device document|device documents',
}

/** Devices in general: every question is about some. */
export const deviceTerms = '设备|仪器|器械|医疗设备|资产|device|devices|equipment|machine|machines|unit|units|instruments|assets'

/** What people call a figure beside its label, by measure and figure; several figures where the subject decides. */
export const figureTerms: Readonly<Record<string, string>> = {
  'deviceCards.count': '设备数|设备数量|台数|设备总数|设备台数|number of devices|device count',
  'deviceCards.amount':
    '设备原值|资产总值|设备总值|资产原值|总原值|原值总额|固定资产总额|设备价值|资产价值|total value|asset value|equipment value|value of devices|device value',
  'deviceCards.intact': '设备完好率|intact rate|serviceable rate|share of intact devices',
  'repairs.count': '报修次数|维修次数|报修量|维修量|维修单数|维修数|故障数|number of repairs|repair count|repairs reported',
  'repairs.cost':
    '维修费|维修成本|修理费|修理费用|维修花费|维修金额|维修支出|维修花了多少钱|修设备花了多少钱|修理花费|repair cost|repair costs|cost of repair|cost of repairs|repair spending|repair expenses|spending on repairs|spent on repairs',
  'repairs.response': '响应时长|响应速度|维修响应时间|repair response time|response times|response speed',
  'repairs.inTime': '及时率|维修及时率|响应及时|on-time response rate|response in time',
  'repairs.length': '维修时长|维修用时|修理时间|修复时间|repair times|repair duration|time to repair',
  'repairs.mttr': 'mttr|平均维修时间|平均修理时间|average repair time|mean repair time',
  'repairs.downtime': '停机时间|停机时长|停用时间|故障停机时间|down time|outage time',
  'availability.availability': '设备可用率|开机可用率|uptime|device availability',
  'availability.mtbf': 'mtbf|平均无故障时间|平均无故障运行时间|平均故障间隔|time between failures',
  'availability.failures': '故障频次|number of failures|failure count',
  'availability.firstTimeFix': '一次性修复率|first time fix|first-time fix|first time fix rate',
  'maintenance.count': '保养次数|保养数量|保养量|number of maintenance orders',
  'maintenance.completion': '保养完成率|保养率|保养计划完成率|maintenance completion|maintenance completion rate',
  'maintenance.cost':
    '保养费|保养成本|维护费|维护费用|保养花费|maintenance cost|maintenance costs|cost of maintenance|maintenance spending',
  'maintenance.missed': '漏保次数|漏保养|漏做的保养|missed maintenance',
  'metrology.count': '检定次数|校准次数|计量数量|number of calibrations',
  'metrology.cost':
    '计量费|检定费|检定费用|校准费用|校准费|calibration cost|calibration costs|cost of calibration|metrology cost|metrology costs',
  'metrology.passed': '检定合格率|校准合格率|calibration pass rate|metrology pass rate',
  'inspections.count': '巡检次数|巡检数量|number of inspections',
  'inspections.completion': '巡检率|巡检计划完成率|inspection completion rate',
  'inspections.abnormal': '巡检异常|巡检异常数|abnormal inspections',
  'quality.count': '质控数量|number of quality controls',
  'quality.passed': '质控通过率|quality control pass rate|qc pass rate',
  'energy.kwh': '用电量|耗电量|电耗|总用电量|energy use|energy used|kilowatt hours|kwh',
  'energy.cost': '用电成本|用电费用|电费支出|electricity cost|cost of energy|power cost',
  'energy.co2': '碳排放|二氧化碳|二氧化碳排放|carbon emissions|co2 emissions',
  'energy.running': '运行时间|开机时间|开机时长|running hours|operating time',
  'energy.standby': '待机时间|standby',
  'sharedUse.fee': '共享费用|共享收入|借用费|借用费用|sharing fees|borrowing fees|shared use fees',
  'sharedUse.count': '共享次数|共享借用次数|number of borrowings',
  'deviceUses.out': '借出未还数|未归还数|devices out on loan',
  'applications.rejected': '申请驳回率|application rejection rate',
  'applications.decision': '审批时长|审批时间|approval time|time to approve',
  'disposals.devices': '报废台数|报废数量|处置数量|报废设备数|报废设备数量|number of disposed devices|disposed devices|scrapped devices',
  'disposals.value': '报废原值|报废金额|处置金额|报废总值|value of disposals|disposed value',
  'disposals.proceeds': '处置收益|报废收入|残值收入|disposal proceeds',
  'depreciation.amount': '折旧|折旧费|折旧费用|折旧金额|计提折旧|depreciation|depreciation charge|depreciation cost',
  'partStock.pieces': '库存量|配件库存|备件库存|配件数量|parts in stock|spare parts stock',
  'checkLines.accuracy': '盘点准确率|账实相符率|count accuracy',
  'ambulanceChecks.complete': '急救物品齐全率',
  'repairs.cost maintenance.cost metrology.cost sharedUse.fee':
    '费用|花费|成本|支出|花了多少钱|多少钱|cost|costs|spending|expenses|spend|spent|how much',
  'metrology.passed quality.passed inspections.passed': '合格率|通过率|pass rate|passing rate',
  'maintenance.completion inspections.completion': '完成率|完成情况|completion|completion rate',
  'deviceCards.amount assetsCards.amount disposals.value': '总值|总额|价值|value',
  'repairs.length maintenance.length sharedUse.time': '用时|时长|duration',
}

/** The number of rows that the question is about. */
export const countTerms =
  '数量|总数|次数|个数|件数|单数|多少|多少台|多少次|多少个|多少件|有多少|有多少台|几次|几台|几个|number of|number|how many|count|count of|total number of|how often'

/** Rows are asked for, not figures. */
export const rowTerms = '哪些|有哪些|清单|列表|名单|明细|查看|列出|找出|是哪些|which|list|list of|list all|show all|find|find all|records'

/** Groupings by what they group by; each of these words alone or behind 按 or by. */
export const groupTerms = {
  month: {
    bare: '月度|每月|每个月|逐月|分月|各月|月份|趋势|走势|变化|monthly|trend|trends|over time|month by month|each month|every month',
    by: '月|月份|月度|months|month',
  },
  week: { bare: '每周|逐周|各周|周度|weekly|each week|every week|week by week', by: '周|星期|周次|week|weeks' },
  day: { bare: '每天|每日|逐日|各日|daily|each day|every day|day by day', by: '天|日|日期|day|date|days' },
  year: { bare: '每年|逐年|历年|各年|年度对比|yearly|annual|annually|each year|every year|year by year', by: '年|年份|年度|year|years' },
  age: { bare: '使用年限分布|年限分布|年龄分布|age distribution', by: '使用年限|年限|年龄|age|ages' },
  band: { bare: '价值分布|原值分布|value distribution', by: '价值|价格|原值|原值区间|value range|price range|value|price' },
} as const

/** Groupings by rows of entities. */
export const groupedEntities: Readonly<Record<string, string>> = {
  dept: '科室|部门|病区|使用科室|科别|departments|department|dept|ward|wards|unit|clinic',
  'deviceClass assetsCategory':
    '分类|类别|设备分类|器械分类|设备类别|类型|category|categories|class|classes|device class|device classes|device type|type of device|kind of device',
  assetsCategory: '资产分类|资产类别|asset category|asset categories|asset class',
  location: '位置|地点|房间|存放位置|场所|location|locations|place|places|room|rooms',
  supplier: '供应商|供货商|厂商|supplier|suppliers|vendor|vendors',
  user: '工程师|人员|维修工程师|执行人|负责人|engineer|engineers|person|people|technician|technicians|assignee',
  device: '单台设备|每台设备|单台|台|device|single device|devices',
}

/** Groupings by fields, by their names; the first that a measure has. */
export const groupedFields: Readonly<Record<string, string>> = {
  'eamStatus repairStatus orderState taskStatus status checkStatus matchStatus stockStatus': '状态|设备状态|status|state',
  'result checkResult': '结果|结论|盘点结果|result|results|outcome',
  faultKind: '故障类别|故障类型|故障|fault type|fault types|type of fault|kind of fault|faults|fault',
  urgency: '紧急程度|紧急度|urgency',
  declareReasons: '原因|报废原因|申报原因|reason|reasons',
  disposalType: '处置方式|报废方式|disposal method',
  fundSource: '资金来源|经费来源|来源|fund|funds|funding|fund source|source of funds',
  origin: '产地|国产进口|origin',
  ownership: '产权|产权归属|ownership',
  riskLevel: '管理类别|风险等级|风险级别|risk class|risk level|risk',
  importantClassification: '重点分类|priority class',
  measureKind: '计量方式|metrology type',
  template: '模板|检查表模板|质控模板|template|templates',
  ruleSet: '会计制度|账簿|accounting rules',
}

/** What people call a value of a field beside its label: entity, filter and value, and another filter that goes with it. */
export const valueTerms: Readonly<Record<string, string>> = {
  'device.eamStatus=repairing': '在修|维修中|修理中|正在维修|送修|坏了|in repair|under repair|being repaired|broken',
  'device.eamStatus=idle': '闲置|闲置中|封存|没人用|空闲|idle|unused|sealed|standing idle',
  'device.eamStatus=lent': '借出|外借|借出中|借出去|lent|lent out|on loan|loaned|loaned out|devices on loan',
  'device.eamStatus=missing': '盘亏|丢失|找不到|missing|lost',
  'device.eamStatus=in_use': '在用|使用中|正在使用|in use',
  'device.eamStatus=in_stock': '在库|库存|库存中|仓库里|in stock|in store|in storage',
  'device.eamStatus=pending_disposal': '待报废|拟报废|pending disposal|awaiting disposal|to be scrapped',
  'device.eamStatus=disposed': '已报废|报废了|已处置|disposed of',
  'device.riskLevel=III': 'iii类|三类|第三类|3类|ⅲ类|class iii|class 3|high risk',
  'device.riskLevel=II': 'ii类|二类|第二类|2类|ⅱ类|class ii|class 2',
  'device.riskLevel=I': 'i类|一类|第一类|1类|ⅰ类|class i|class 1',
  'device.origin=imported': '进口|imported|foreign',
  'device.origin=domestic': '国产|domestic|home-made',
  'device.importantClassification=life_support': '生命支持|生命支持类|life support|life-support',
  'device.importantClassification=large': '大型|大型设备|large equipment|large devices',
  'device.importantClassification=radiation': '放射|放射类|radiation|radiology equipment',
  'device.importantClassification=special': '特种设备|special equipment',
  'device.isEmergency=1': '急救|急救设备|抢救设备|急救类|emergency|emergency devices|emergency equipment',
  'device.isMeasure=1': '计量设备|计量器具|强检设备|measuring devices|metrology devices',
  'device.isShared=1': '共享|共享设备|shared',
  'device.isMarked=1': '标记|标记设备|已标记|marked|flagged',
  'device.ownership=leased': '租赁|租用|租来的|leased|rented',
  'device.ownership=donated': '捐赠|受赠|donated',
  'device.ownership=placed': '投放|投放设备|placed by suppliers',
  'device.ownership=trial': '试用|试用设备|on trial',
  'device.location=_none': '没有位置|无位置|未填位置|without location|without a location|no location',
  'repairOrder.repairStatus=reported,accepted,assigned,working,waiting,outside,finished,returned':
    '未完成|未完工|未修好|没修好|未关闭|还没修好|进行中|open|unfinished|outstanding|not finished|pending',
  'repairOrder.repairStatus=reported': '待受理|未受理|没人受理|unacknowledged|not acknowledged|waiting for acknowledgement',
  'repairOrder.repairStatus=working': '在修|维修中|修理中|in repair|under repair',
  'repairOrder.repairStatus=waiting': '待件|等配件|等待配件|waiting for parts|awaiting parts',
  'repairOrder.repairStatus=finished': '待验收|未验收|awaiting sign-off|waiting for sign-off',
  'repairOrder.repairStatus=outside': '外修|送外修|厂家维修|sent out|outside repair',
  'repairOrder.repairStatus=done': '已完成|已修好|修好的|完成的|completed|finished|done',
  'repairOrder.urgency=urgent': '紧急|urgent',
  'repairOrder.urgency=critical': '特急|critical',
  'repairOrder.isStopped=1': '设备停用的|停机的|设备不能用的|that stopped the device',
  'maintainOrder.orderState=due,assigned,working': '未完成|没做|未保养|未做|待保养|open|outstanding|unfinished|not done|pending',
  'maintainOrder.orderState=finished,accepted': '已完成|完成的|completed|done',
  'maintainOrder.orderState=skipped': '跳过的|skipped',
  'checklistTask.taskStatus=todo,filling': '未完成|没做|待检查|未检|open|outstanding|unfinished|pending',
  'checklistTask.result=abnormal': '异常|不正常|有问题|abnormal',
  'measureRecord.result=failed': '不合格|没通过|未通过|failed',
  'measureRecord.result=passed': '合格|通过|passed',
  'measureRecord.measureKind=verification': '检定|verification',
  'measureRecord.measureKind=calibration': '校准|calibration',
  'measureCard.measureType=mandatory': '强检|强制检定|mandatory',
  'qualityControl.result=failed': '不合格|未通过|failed',
  'deviceUse.status=received,returning&eventType=borrow':
    '未还|未归还|没还|借出未还|没有归还|not returned|unreturned|not yet returned|still out|outstanding',
  'sharedBorrowing.borrowingStatus=lent': '未还|未归还|借用中|not returned|unreturned|on loan',
  'deviceApply.status=in_approval': '审批中|待审批|in approval|awaiting approval|waiting for approval|pending',
  'deviceDisposal.disposalStatus=in_approval': '审批中|待审批|in approval|awaiting approval|pending',
  'deviceDisposal.disposalType=scrap': '报废|scrap|scrapped',
  'devicePart.stockStatus=low': '低库存|库存不足|缺货|低于最低库存|不足|low|low stock|running low|low on stock|below minimum',
  'sensorAlarm.alarmState=open': '未确认|未处理|没处理|open|unconfirmed|unhandled',
  'sensorAlarm.severity=critical': '严重|critical|severe',
  'checkTask.checkStatus=open': '进行中|盘点中|未结束|running|in progress|open',
  'supplier.isBlacklisted=1': '黑名单|拉黑的|blacklisted',
  'assetsCard.matchStatus=unmatched': '未匹配|没匹配|没对上|unmatched|without a device',
  'deviceStop.stopKind=metrology': '计量不合格|因计量|metrology',
  'deviceStop.liftedAt=_none': '未解除|还在停用|still out|not lifted',
}

/** What people call a field beside its label. */
export const fieldTerms: Readonly<Record<string, string>> = {
  'device.originalValue': '原值|价值|价格|金额|单价|价钱|设备价值|设备原值|value|price|worth|cost|costs|costing|priced|valued|expensive|贵',
  'device.warrantyEnd': '保修|质保|保修期|质保期|出保|过保|warranty|warranties|guarantee',
  'device.purchaseDate': '购置|采购|购买|购入|买|买的|新购|新增|purchased|bought|acquired|purchase',
  'device.enableDate': '启用|投入使用|使用|服役|已使用|使用年限|用了|put into use|put into service|in service|in use',
  'device.acceptanceDate': '验收|accepted',
  'device.ownershipEnd': '租期|租赁到期|lease end|leases',
  'repairOrder.totalCost': '费用|总费用|花费|金额|维修费|维修费用|修理费|cost|costs|costing|total cost|repair cost|repair costs',
  'repairOrder.finishedAt': '完工|修好|完成|finished|completed',
  'repairOrder.partsCost': '配件费|parts cost',
  'deviceDisposal.declaredAt': '申报|declared',
  'devicePart.quantity': '数量|库存|库存量|quantity|stock|pieces',
  'devicePart.unitPrice': '单价|价格|price|unit price',
  'devicePart.expiresOn': '有效期|效期|expiry',
  'purchasePlan.plannedTotal': '总额|金额|计划金额|total|amount',
  'purchaseBudget.amount': '金额|预算金额|amount',
  'purchaseOrder.amountTotal': '金额|总金额|amount',
  'purchaseInvoice.amount': '金额|发票金额|amount',
  'purchaseQuote.amountTotal': '金额|报价合计|amount|total',
  'purchaseInstalment.amount': '金额|应付金额|amount',
  'serviceContract.price': '金额|合同金额|price|amount',
  'serviceInvoice.amount': '金额|发票金额|amount',
  'warehouseEntry.amountTotal': '金额|总金额|amount',
  'assetsCard.bookValue': '原值|价值|金额|账面价值|value|book value',
  'assetsCard.entryDate': '入账|entered',
  'maintainOrder.cost': '费用|保养费|cost|costs',
}

/** Due and past due. */
export const overdueTerms = '过期|已过期|逾期|超期|已到期|到期了|overdue|expired|past due|out of date|lapsed|late'
export const soonTerms =
  '到期|即将到期|快到期|要到期|快过期|将到期|将过期|临期|应检|expiring|due|expires|expire|due soon|about to expire|falls due|running out|ends|ending|end'

/** The words of an order of groups or rows. */
export const fallingTerms =
  '最高|最多|最大|最贵|最长|排名|排行|从高到低|降序|排行榜|最常|most expensive|highest|most|largest|biggest|longest|ranking|ranked|descending|costliest|top'
export const risingTerms = '最低|最少|最小|最便宜|最短|从低到高|升序|lowest|fewest|least|smallest|cheapest|shortest|ascending'

export const yearAgoTerms =
  '同比|与去年同期相比|和去年同期比|与去年同期对比|去年同期|year on year|yoy|compared with last year|compared to last year|versus last year|vs last year|against last year'
export const previousTerms =
  '环比|与上期相比|和上期比|compared with the previous period|compared to the previous period|versus the previous period|period on period'

/** Words that narrow nothing. */
export const fillerTerms =
  '的|了|在|我|我们|请|帮我|帮忙|给我|看看|看一下|查|查询|查一下|查询一下|想看|我想看|我要看|显示|统计|统计一下|报表|情况|一下|是|有|都|各|各个|每个|每|所有|全部|全院|本院|医院|目前|现在|当前|按|按照|和|与|以及|中|里|从|到|对|用|其中|总共|一共|共|那些|这些|哪个|哪几个|什么|怎么样|如何|吗|呢|吧|台|个|期间|发生|产生|共计|合计|总|单|记录|工单|的时候|时间|日期|且|并且|同时|分布|占比|' +
  'a|an|the|of|in|on|at|for|to|by|per|and|with|within|from|is|are|was|were|be|been|have|has|had|do|does|did|we|our|us|me|i|my|you|please|show|give|what|where|when|that|which are|there|all|each|every|any|this|these|those|their|its|it|as|how|display|see|view|get|tell|hospital|hospital-wide|report|statistics|stats|figures|now|currently|current|during|across|overall|total|sum|broken down|breakdown by|grouped|grouped by|group by|split by|ones|get|want|would like|can|overview|orders|order|records|record|time|date|old|need|needs|who|whose|much|did|using|used|so far|distribution|share'

/** Words that leave something out: no filter can say that. */
export const notTerms =
  "不|不是|不含|不包括|不包含|除了|除|除去|除外|以外|非|没有|没|未|无|not|no|without|except|except for|excluding|exclude|other than|but not|never|isn't|aren't|don't"

/** Names of devices in both languages: a register has them in one. */
export const deviceNames: readonly string[] = [
  '呼吸机|ventilator|ventilators',
  '监护仪|monitor|monitors|patient monitor|patient monitors',
  '输液泵|infusion pump|infusion pumps',
  '注射泵|syringe pump|syringe pumps',
  '除颤仪|defibrillator|defibrillators',
  '麻醉机|anaesthesia machine|anaesthesia machines|anesthesia machine|anesthesia machines',
  '心电图机|ecg machine|ecg machines|electrocardiograph|electrocardiographs',
  '彩超|ultrasound|ultrasound machine|ultrasound machines|ultrasound scanner|ultrasound scanners',
  '血透机|dialysis machine|dialysis machines|haemodialysis machine|haemodialysis machines',
  '血液透析|dialysis|haemodialysis|hemodialysis',
  '吸引器|suction unit|suction units|aspirator|aspirators',
  '暖箱|incubator|incubators',
  '离心机|centrifuge|centrifuges',
  '灭菌器|sterilizer|sterilizers|steriliser|sterilisers|autoclave|autoclaves',
  '内镜|endoscope|endoscopes',
  '显微镜|microscope|microscopes',
  '病床|hospital bed|hospital beds|bed|beds',
  '手术床|operating table|operating tables',
  '无影灯|surgical light|surgical lights',
  '血气分析仪|blood gas analyser|blood gas analysers|blood gas analyzer|blood gas analyzers',
  '生化分析仪|chemistry analyser|chemistry analyzer|chemistry analyzers',
  '血压计|blood pressure monitor|blood pressure monitors|sphygmomanometer',
  '体温计|thermometer|thermometers',
  '电刀|electrosurgical unit|electrosurgical units',
  '冷藏箱|refrigerator|refrigerators',
  'ct|ct scanner|ct scanners',
  'mri|核磁共振|磁共振|mri scanner|mri scanners',
  'x光机|x-ray machine|x-ray machines|x-ray',
]
