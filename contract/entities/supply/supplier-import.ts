import type { ImportFacts } from '../../kit/sheets/import-facts.ts'

/** How a spreadsheet is read into suppliers. */
export const supplierImport: ImportFacts = {
  same: [['supplierCode'], ['creditCode'], ['supplierName']],
  maxRows: 20_000,
  codes: ['supplierCode', 'creditCode', 'phone', 'providerTenant'],
  note: 'remark',
  prefixes: ['供应商', '供货商', '公司', 'supplier', 'vendor', 'company'],
  aliases: {
    supplierName: ['供应商', '供应商名称', '供货商', '公司名称', '单位名称', '厂商', 'supplier', 'vendor', 'company', 'name'],
    supplierCode: ['供应商编码', '供应商编号', '代码', '编号', 'supplier code', 'vendor code', 'code', 'no'],
    supplierKind: ['供应商类型', '类别', 'kind', 'type'],
    creditCode: ['信用代码', '社会信用代码', '税号', '纳税人识别号', 'tax no', 'tax id'],
    contact: ['联系人姓名', '负责人', '业务员', 'contact', 'contact person', 'contact name'],
    phone: ['联系电话', '手机', '电话号码', '联系方式', 'phone', 'telephone', 'tel', 'mobile'],
    email: ['电子邮箱', '邮件', 'e-mail', 'mail'],
    address: ['联系地址', '公司地址', '地址', 'address'],
    remark: ['说明', '附注', 'notes', 'note', 'remarks', 'comment'],
  },
}
