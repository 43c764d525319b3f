/**
 * What hospitals call things in their lists. Frozen: the importer is proved against these words, so they are not adapted to what it understands;
 * `tests/api/import-disguise.test.ts` holds their digest.
 */
export const headings = {
  useDept: [
    '科室',
    '使用部门',
    '所在科室',
    '领用科室',
    '使用单位',
    '所属部门',
    'Department',
    'Dept.',
    'Ward/Unit',
    'Location (Department)',
  ],
  deviceName: ['设备名称', '资产名称', '仪器名称', '名称', '品名', '设备名称 Equipment', 'Item Name', 'Equipment', 'Asset Description'],
  deviceModel: ['型号', '规格型号', '型号/规格', '规格、型号', '设备型号', 'MODEL', 'Model No.', 'Model / Type'],
  sn: ['序列号', '出厂编号', '机身编号', 'SN号', '出厂编号(S/N)', 'SERIAL', 'Serial #', 'S/N', 'Mfr Serial No'],
  manufacturer: ['生产厂家', '厂家', '品牌/厂家', '制造厂商', '生产厂商', 'MANUFACTURER', 'Make', 'Mfr', 'Brand / Manufacturer'],
  assetTagNo: ['院内编号', '设备编号', '台账编号', '院内设备编号', 'LOG_Number', 'Log No', 'Tag No.', 'Equipment No', 'Inventory Number'],
  enableDate: ['启用日期', '启用时间', '投入使用日期', '安装日期(年/月/日)', 'Installation_Date', 'Install Date', 'In-service date'],
  purchaseDate: ['购置日期', '购买时间', '购入日期', '采购时间', 'Purchase Date', 'Acquisition Date', 'Date Acquired'],
  originalValue: [
    '原值',
    '原价(元)',
    '购置金额（元）',
    '单价',
    '设备原值[元]',
    '资产价值',
    'Acquisition Value',
    'Cost',
    'Purchase Price (CNY)',
  ],
  supplier: ['供应商', '供货商', '供货单位', '经销商名称', 'Supplier', 'Vendor', 'Vendor Name'],
  keeper: ['保管人', '责任人', '设备负责人', '使用责任人', 'Custodian', 'Person in charge', 'Responsible person'],
  eamStatus: ['状态', '使用状态', '设备状态', '资产状态', '使用情况', 'Status', 'Condition', 'State'],
  riskLevel: ['管理类别', '器械类别', '风险等级', '管理级别', 'Risk class', 'Risk Level'],
  location: ['存放地点', '安装位置', '放置地点', '存放位置', 'Room', 'Location / Room', 'Placed at'],
  remark: ['备注', '备注说明', '其他说明', 'Remarks', 'Comments', 'Notes'],
  '': ['序号', 'NO', 'No.', '行号', '编辑人', 'PPM_Q_I_date', '下次保养', '审核意见', '条码打印'],
} as const

/** What people write where they know nothing. */
export const placeholders = [
  'N/A',
  'NA',
  'n/a',
  '-',
  '—',
  '——',
  '/',
  '\\',
  '无',
  '不详',
  '未知',
  '暂无',
  '待查',
  'none',
  'NULL',
  'nil',
  'TBD',
  '0000-00-00',
]

/** Lines above the headings. */
export const titles = [
  '固定资产台账',
  '医疗设备清单（2025年度）',
  '××医院医疗设备一览表',
  'Medical equipment inventory',
  '填报单位：设备科　　填报日期：2025年3月1日',
]

/** First cells of lines that sum up. */
export const totals = ['合计', '总计', '小计', '合计：', 'Total', 'Grand total']

/** Groups over several columns. */
export const groups = ['基本信息', '资产信息', '使用情况', '购置信息', 'General', 'Purchase']

export const states = [
  ['在用', 'in_use'],
  ['使用中', 'in_use'],
  ['正常', 'in_use'],
  ['In use', 'in_use'],
  ['在库', 'in_stock'],
  ['库存', 'in_stock'],
  ['闲置', 'idle'],
  ['停用', 'idle'],
  ['Idle', 'idle'],
  ['待报废', null],
  ['维修', null],
] as const

export const riskClasses = [
  ['Ⅱ类', 'II'],
  ['Ⅲ类', 'III'],
  ['二类', 'II'],
  ['三类', 'III'],
  ['II', 'II'],
  ['Class III', 'III'],
  ['2类', 'II'],
  ['其他', null],
] as const

export const suppliers = ['国药控股北京有限公司', '华润医药商业集团', 'Medline Trading LLC', '上海医疗器械批发部', '捐赠']
export const keepers = ['王建国', '李晓梅', '赵 敏', 'Dr. Hassan', '护士长']
export const rooms = ['门诊楼/3层/305', '急诊抢救室', '3F-12', 'ICU-2', '库房']
export const remarks = ['附件齐全', '2019 年大修过', 'moved from old building', '无备件']
export const oddDates = ['长期', '2018年', '约2015', 'before 2010', '已过保', '2031-13-40']
