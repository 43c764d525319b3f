import type { ImportFacts } from '../../kit/sheets/import-facts.ts'

/** How a spreadsheet is read into departments. */
export const deptImport: ImportFacts = {
  same: [['deptCode'], ['deptName', 'parent']],
  maxRows: 20_000,
  codes: ['deptCode'],
  note: 'remark',
  aliases: {
    deptName: ['科室', '部门', '名称', '部门名称', 'name', 'dept', 'department name'],
    fullName: ['科室全称', '部门全称'],
    deptCode: ['编码', '科室代码', '部门编码', 'dept code', 'no'],
    parent: ['上级', '上级部门', '所属科室', 'parent'],
    category: ['类型', '类别', 'type'],
    sort: ['序号', '顺序'],
  },
}
