import type { ImportFacts } from '../../kit/sheets/import-facts.ts'

/** How a spreadsheet is read into locations. */
export const locationImport: ImportFacts = {
  same: [['locationName', 'parent']],
  maxRows: 20_000,
  note: 'remark',
  aliases: {
    locationName: ['名称', '位置', '房间', 'name', 'room', 'place'],
    parent: ['上级', '所属位置', '所在楼层', 'parent', 'below'],
    level: ['类型', '级别', 'kind'],
    dept: ['科室', '部门', '使用科室', 'dept'],
    sort: ['序号', '顺序'],
  },
}
