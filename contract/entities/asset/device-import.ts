import type { ImportFacts } from '../../kit/import-facts.ts'

/** How a spreadsheet is read into device cards. */
export const deviceImport: ImportFacts = {
  same: [['sn', 'manufacturer'], ['assetsCode'], ['rfidCode']],
  maxRows: 200_000,
  aliases: {
    deviceName: ['名称', '品名', '仪器名称', '资产名称', '设备', 'name', 'equipment', 'equipment name', 'device name', 'description'],
    assetsCode: ['资产编码', '国资编号', '固定资产编号', '固定资产编码', 'asset code', 'asset no', 'asset tag'],
    rfidCode: ['rfid编码', 'epc', 'rfid code'],
    sn: ['序列号', '出厂号', '机身号', '产品编号', 'serial', 'serial no', 's/n', 'serial number'],
    registrationNo: ['注册证', '注册证编号', '注册证号码', 'registration no'],
    commonName: ['通用名称'],
    deviceModel: ['型号', '设备型号', '型号规格', '规格型号', 'model no', 'model number', 'type'],
    manufacturer: ['厂家', '厂商', '制造商', '生产商', '生产企业', '制造厂家', 'maker', 'manufacturer name', 'make'],
    riskLevel: ['风险等级', '风险级别', '器械类别'],
    classify: ['医疗器械类别', '器械分类'],
    assetsCategory: ['资产类别', '设备类别', '设备分类'],
    originalValue: ['价格', '单价', '金额', '资产原值', '采购价', '价值', '购置金额', 'price', 'cost', 'value', 'purchase price'],
    purchaseDate: ['购买日期', '购入日期', '采购日期', '购置时间', 'purchase date', 'date of purchase', 'bought'],
    supplier: ['供货商', '经销商', '供应商名称', 'vendor'],
    acceptanceDate: ['验收时间', 'acceptance date'],
    enableDate: ['启用时间', '投用日期', '安装日期', '使用日期', 'installation date', 'install date', 'in service since'],
    usefulLifeMonths: ['使用月数', '折旧年限(月)'],
    manageDept: ['管理科室', '归口部门', '管理部门'],
    useDept: ['科室', '部门', '所在科室', '使用部门', '领用科室', '所属科室', 'dept', 'ward', 'unit', 'using department'],
    location: ['位置', '存放地点', '安装地点', '地点', '放置地点', 'room', 'place'],
    keeper: ['保管员', '责任人', '负责人', '使用人', 'custodian'],
    warrantyEnd: ['保修截止', '质保到期', '维保到期', '保修期至', 'warranty', 'warranty end', 'warranty expiry'],
    remark: ['说明', '附注', 'notes', 'note', 'remarks', 'comment'],
  },
}
