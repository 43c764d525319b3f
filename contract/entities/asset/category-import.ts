import type { ImportFacts } from '../../kit/sheets/import-facts.ts'

/** How a spreadsheet is read into asset categories. */
export const assetsCategoryImport: ImportFacts = {
  same: [['categoryCode'], ['categoryName', 'parent']],
  maxRows: 20_000,
  codes: ['categoryCode'],
  note: 'remark',
  months: ['usefulLifeMonths'],
  prefixes: ['资产', '分类', '类别', 'asset', 'category'],
  aliases: {
    categoryName: ['名称', '类别', '分类', '类别名称', '资产类别', 'name', 'category', 'category name'],
    categoryCode: ['编码', '代码', '类别编码', '分类代码', 'code', 'no', 'category code'],
    parent: ['上级', '上级类别', '所属分类', 'parent'],
    usefulLifeMonths: ['使用月数', '折旧年限(月)', '折旧年限', '使用年限', 'useful life'],
    sort: ['顺序', 'order'],
    remark: ['说明', '附注', 'notes', 'note', 'remarks'],
  },
}

/** How a spreadsheet is read into the catalogue of device classes. */
export const deviceClassImport: ImportFacts = {
  same: [['classCode']],
  maxRows: 20_000,
  codes: ['classCode'],
  months: ['usefulLifeMonths'],
  prefixes: ['器械', '分类', '类别', 'device', 'class'],
  aliases: {
    className: ['名称', '分类', '类别名称', '产品类别', '目录名称', 'name', 'class', 'class name'],
    classCode: ['编码', '代码', '分类编号', '类代码', '目录编码', 'code', 'no', 'class code'],
    parent: ['上级', '上级类别', '上级编码', '所属分类', 'parent', 'parent code'],
    riskLevel: ['管理级别', '风险等级', '类别', 'risk', 'risk level'],
    usefulLifeMonths: ['使用月数', '折旧月数', '使用年限(月)', '折旧年限', '使用年限', 'useful life'],
    lifeSource: ['年限来源', 'life source'],
    measureType: ['强检', '计量类别', 'verification'],
    measureSource: ['强检目录', 'verification source'],
    sort: ['顺序', 'order'],
  },
}
