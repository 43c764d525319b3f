import type { importTargets } from './entities/platform/import-job.ts'
import { oneWriting } from './kit/one-writing.ts'

/** What a spreadsheet can be imported into. */
export type ImportTarget = keyof typeof importTargets

/** Milliseconds without a sign after which the process that worked on an import is taken for gone; it gives one every ten seconds. */
export const silentMs = 60_000

export interface ImportFacts {
  /** Fields that tell whether a row is there already, the strongest first; a set counts when its first field is filled. */
  readonly same: readonly (readonly string[])[]
  /** What people call the columns beside the labels of the fields. */
  readonly aliases: Readonly<Record<string, readonly string[]>>
  /** Largest number of rows in one file. */
  readonly maxRows: number
}

/** Departments and locations that a sheet names and nobody has entered may be created with it. */
export const creatable = ['dept', 'location'] as const
export type Creatable = (typeof creatable)[number]

export const importFacts: Readonly<Record<ImportTarget, ImportFacts>> = {
  device: {
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
  },
  location: {
    same: [['locationName', 'parent']],
    maxRows: 20_000,
    aliases: {
      locationName: ['名称', '位置', '房间', 'name', 'room', 'place'],
      parent: ['上级', '所属位置', '所在楼层', 'parent', 'below'],
      level: ['类型', '级别', 'kind'],
      dept: ['科室', '部门', '使用科室', 'dept'],
      sort: ['序号', '顺序'],
    },
  },
  dept: {
    same: [['deptCode'], ['deptName', 'parent']],
    maxRows: 20_000,
    aliases: {
      deptName: ['科室', '部门', '名称', '部门名称', 'name', 'dept', 'department name'],
      fullName: ['科室全称', '部门全称'],
      deptCode: ['编码', '科室代码', '部门编码', 'dept code', 'no'],
      parent: ['上级', '上级部门', '所属科室', 'parent'],
      category: ['类型', '类别', 'type'],
      sort: ['序号', '顺序'],
    },
  },
  user: {
    same: [['account']],
    // Each gets a hash of the first password of their own, which takes its time on purpose.
    maxRows: 2000,
    aliases: {
      account: ['账号', '帐号', '工号', '用户名', '登录名', 'login', 'user name', 'username', 'staff no'],
      realName: ['人员姓名', '用户姓名', '员工姓名', 'full name', 'real name'],
      phone: ['手机号', '手机号码', '联系电话', '电话', 'mobile', 'telephone'],
      email: ['电子邮箱', '邮件', 'e-mail', 'mail'],
      dept: ['科室', '部门', '所在科室', 'dept'],
      role: ['岗位', '权限角色', 'position'],
    },
  },
}

/** A heading or name as it is compared: one writing of letters, digits and widths, without spaces and marks. */
export const headingKey = (heading: string): string =>
  oneWriting(heading)
    .toLowerCase()
    .replace(/[\s_*:：\-–—.、,，()[\]【】]/g, '')
