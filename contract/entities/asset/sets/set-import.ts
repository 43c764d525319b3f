import type { ImportFacts } from '../../../kit/sheets/import-facts.ts'

/** How a list of sets is read, with a row for each device. */
export const deviceSetImport: ImportFacts = {
  same: [['setNo'], ['setName', 'dept']],
  own: { field: 'setNo', in: [] },
  maxRows: 20_000,
  codes: ['setNo'],
  note: 'remark',
  prefixes: ['套组', '套件', '设备套组'],
  aliases: {
    setName: ['套件名称', '套装名称', '名称', 'set name', 'name'],
    setNo: ['套件编号', '套组号', 'set no', 'set number'],
    dept: ['科室', '使用部门', 'department', 'dept'],
    location: ['位置', '房间', 'place', 'room', 'location'],
    keeper: ['管理人', '责任人', 'keeper'],
  },
}
