/** What people call the columns of device lists beside the labels of the fields, each one after a stroke. */
export const deviceHeadings = {
  deviceName:
    '名称|品名|仪器名称|资产名称|设备|仪器|物品名称|产品名称|器械名称|name|equipment|equipment name|device name|item|item name|item description|asset|asset name|product|product name|description',
  assetsCode: '资产编码|资产编号|国资编号|国资卡片号|卡片编号|固定资产编号|固定资产编码|asset code|asset no|asset tag|asset id',
  assetTagNo:
    '设备编号|院内设备编号|院内编码|医院编号|本院编号|台账编号|台账号|档案号|设备档案号|设备编码|log|log no|log number|tag|tag no|tag number|hospital tag|equipment no|equipment id|equipment code|control no|control number|inventory no|inventory number|bmet no|device no|device id|标签号|资产标签号|标签编号|标签号码|设备标签号|条码号|条形码|tag id|barcode|label no|label number',
  rfidCode: 'rfid编码|rfid号|epc|rfid code|rfid tag',
  sn: '序列号|出厂号|机身号|机身编号|机身序列号|机号|产品编号|产品序列号|生产编号|设备序列号|主机编号|serial|serial no|s/n|sn|serial number|mfr serial no|manufacturer serial no',
  registrationNo: '注册证|注册证编号|注册证号码|医疗器械注册证号|注册号|registration no|registration certificate',
  commonName: '通用名称|generic name|gmdn|gmdn term|gmdn pt name|gmdn name|gmdn preferred term|gmdn term name|产品通用名|通用名称',
  deviceModel:
    '型号|设备型号|型号规格|规格型号|规格及型号|机型|model no|model number|model|type|model type|version or model|version model number|version or model number|version/model|catalog model',
  brand: '商标|品牌名称|brand name|牌号|device brand',
  manufacturer:
    '厂家|厂商|制造商|生产商|生产厂商|制造厂商|生产企业|制造厂家|制造企业|生产单位|maker|manufacturer name|make|mfr|mfg|manufactured by|producer|company name|labeler|labeler name|oem name|注册人|注册人名称|备案人|生产企业名称|医疗器械注册人',
  riskLevel: '风险等级|风险级别|器械类别|管理级别|管理分类|医疗器械管理类别|分类级别|risk level|risk|risk category|device risk class',
  classify: '医疗器械类别|器械分类|医疗器械分类目录',
  assetsCategory:
    '资产类别|设备类别|设备分类|资产分类名称|类别|分类|category|asset category|asset class|asset type|equipment category|class|类型|设备类型|资产类型|固定资产类别|固定资产分类|device type|equipment type|modality|category name|device category',
  originalValue:
    '购买价格|购买价|购买金额|购买单价|购买总价|购入价格|购入金额|购入总价|购进价格|购进金额|含税金额|含税总价|含税总额|价税合计|合同总价|合同总额|成交价|成交金额|中标价|中标金额|入账价值|入账金额|账面价值|账面金额|价格|单价|金额|原价|原值|资产原值|资产价值|采购价|采购价格|采购金额|购置价|购置价格|购入价|价值|购置金额|账面原值|合同价|合同金额|price|unit price|cost|unit cost|value|purchase price|purchase cost|purchase value|acquisition value|acquisition cost|original cost|book value|amount|总价|总金额|总值|总价值|资产总值|total value|total cost|total price|original value|gross value|gross book value|historical cost|initial cost|capitalized cost|acquisition price|acq cost|acq value',
  purchaseDate:
    '购买日期|购入日期|采购日期|购置时间|购买时间|购入时间|采购时间|取得日期|入账日期|购进日期|purchase date|date of purchase|date purchased|acquisition date|date of acquisition|date acquired|acquired|bought|purchased on|到货日期|发货日期|ship date|shipped|date shipped|shipment date|shipping date|delivery date|received date|date received|order date|购置年月|购入年月|购买年月|取得年月|入账年月|购置年度',
  madeDate:
    '出厂日期|制造日期|生产时间|出厂时间|生产年月|制造年月|manufacture date|manufacturing date|manufactured|date of manufacture|manufacture on|production date|date made|mfg date',
  ratedPower: '功率|输入功率|power rating',
  supplier:
    '供货商|供货单位|供货方|经销商|供应商名称|供应单位|代理商|销售单位|vendor|vendor name|supplier name|dealer|distributor|agent|供应商单位|经销单位|distributor name|supplied by',
  contractNo: '合同编号|contract no|contract number|po number|po no',
  invoiceNo: '发票号码|发票编号|invoice no|invoice number',
  voucherNo: '凭证编号|凭证字号|voucher no',
  acceptanceDate: '验收时间|acceptance date|date accepted|commissioning date|验收合格日期|accepted on|commissioned|commissioning',
  enableDate:
    '启用时间|投用日期|投入使用日期|安装日期|安装时间|使用日期|开始使用日期|装机日期|installation date|install date|installed|date installed|in service since|in service date|date in service|start date|put into service|开始使用时间|使用开始日期|启用月份|投入使用时间|first use|first use date|date of first use|in service|启用年月|投用年月|使用年月|投入使用年月',
  usefulLifeMonths:
    '使用月数|折旧年限(月)|使用寿命(月)|使用年限|折旧年限|使用寿命|预计使用年限|设计使用年限|useful life (years)|depreciation years|service life (years)|预计使用月份|使用期限|预计使用期限(月)|useful life|useful life months|life|life (months)|life in months|useful life (months)',
  manageDept: '管理科室|归口部门|管理部门|管理单位|managing dept|managing department|owner department',
  useDept:
    '科室|部门|所在科室|所在部门|使用部门|使用单位|领用科室|领用部门|所属科室|所属部门|存放科室|科室名称|病区|科别|dept|ward|unit|ward unit|using department|department name|user department|cost center|cost centre|clinic|section|agency|agency name|station name|station name lea|lea|organization|organisation|organization name|owning department|assigned department|dept name|owner dept|owning dept|assigned dept',
  location:
    '位置|存放地点|存放位置|安装地点|安装位置|地点|放置地点|放置位置|摆放位置|使用地点|房间|房间号|room|room no|place|location|placed at|site|building|storage location|province|storage place',
  keeper:
    '保管员|责任人|负责人|使用人|使用责任人|管理人|管理员|责任人姓名|领用人|保管责任人|custodian|keeper|person in charge|responsible person|responsible|owner|assigned to|in charge',
  eamStatus:
    '状态|使用状态|资产状态|使用情况|使用状况|设备状况|状况|现状|status|condition|state|asset status|operational status|usage status|资产使用状态|使用状态名称|当前状态|设备使用状态|work status|equipment status|lifecycle status|life cycle status|service status|disposition',
  warrantyEnd:
    '保修截止|保修截止日期|质保到期|质保截止|维保到期|保修期至|质保期至|保修到期日|质保到期日|保修期|质保期|保修期限|质保期限|保修年限|质保年限|warranty|warranty period|warranty (years)|warranty (months)|warranty end|warranty expiry|warranty expiry date|warranty expires|warranty until|warranty end date|warranty expiration|warranty expiration date|warranty exp|warranty exp date|end of warranty|warranty end on|warranty date',
  maintainCycle: '维护周期|保养间隔|预防性维护周期|pm周期|maintenance interval|pm interval|pm frequency|pm cycle',
  measureCycle:
    '检定周期|校准周期|检定校准周期|计量检定周期|calibration interval|calibration cycle|calibration frequency|verification interval',
  inspectionCycle: '巡检间隔|巡查周期|inspection interval|inspection frequency',
  fundSource: '资金来源|经费来源|购置资金来源|fund source|funding|funding source|经费科目|资金性质|fund|fund name',
  residualRate:
    '净残值率|预计净残值率|预计残值率|残值比例|净残值比例|残值率(%)|residual|residual rate|residual value rate|residual percentage|salvage rate|salvage percentage|salvage|salvage %|residual %|salvage value %',
  depreciationMethod: '折旧方式|折旧计算方法|计提方法|depreciation method|depr method|deprec method|method of depreciation|method',
  ownership:
    '产权|产权性质|产权类型|产权情况|设备产权|资产产权|所有权|所有权归属|资产归属|设备归属|权属|资产权属|ownership|ownership type|ownership status|property right|owned or leased|owned/leased|owned/rented',
  ownershipEnd:
    '产权到期日|产权到期日期|投放到期|投放到期日|投放到期日期|投放截止日期|租赁到期|租赁到期日|租赁到期日期|租赁截止日期|租期至|试用到期|试用到期日|试用到期日期|试用截止日期|应退还日期|ownership until|lease end|lease end date|lease until|lease expiry|lease expires|rental end|rental end date|trial end|trial end date|placement end|placement end date',
  isMeasure:
    '是否计量|是否计量设备|是否计量器具|计量器具|是否为计量器具|是否需要计量|metrology device|measuring device|measuring instrument',
  isEmergency: '是否急救|是否急救设备|是否为急救设备|急救|emergency|emergency equipment',
  udiDi: 'di|primary di|device identifier|udi|udi di|udi码|产品标识|di码|最小销售单元产品标识|最小销售单元标识|gtin',
  udiPi: 'pi|production identifier|udi pi|生产标识|pi码',
  deviceSpecs: '规格参数|技术规格|specification|specifications|specs',
  remark: '说明|附注|备注说明|其他说明|其他|注|notes|note|remarks|comment|comments',
} as const
