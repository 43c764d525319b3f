import { currencyHeadings, type ImportFacts } from '../../../kit/sheets/import-facts.ts'

/** How a spreadsheet is read into parts. Their quantity is a field of their own. */
export const devicePartImport: ImportFacts = {
  same: [],
  // Pieces of one kind that came at another time or expire on another day are another row.
  alike: [['partName', 'partModel', 'device', 'warehouse', 'expiresOn', 'purchaseDate']],
  // Stock changes by movements.
  fixed: ['quantity'],
  maxRows: 50_000,
  codes: ['partModel'],
  note: 'remark',
  currency: currencyHeadings,
  prefixes: ['配件', '备件', '附件', 'part', 'spare'],
  aliases: {
    partName: ['名称', '品名', '配件', '备件名称', 'name', 'part', 'part name', 'spare part', 'description'],
    partModel: ['型号', '规格', '配件型号', 'model', 'type', 'part no', 'part number'],
    device: ['设备', '设备名称', '设备编号', '资产编号', '主机', 'device', 'equipment', 'asset number'],
    warehouse: ['仓库', '存放库房', '所在库房', 'warehouse', 'store', 'storeroom'],
    manufacturer: ['厂家', '厂商', '品牌', '制造商', 'maker', 'make', 'brand'],
    quantity: ['数目', '库存', '库存数量', 'qty', 'count', 'stock'],
    minimum: ['最低库存量', '安全库存', '库存下限', 'minimum', 'min', 'reorder level', 'safety stock'],
    expiresOn: ['有效期', '失效日期', '效期', 'expiry', 'expires', 'expiry date'],
    unitPrice: ['价格', '金额', '原价', 'price', 'unit cost', 'cost'],
    purchaseDate: ['购买日期', '购入日期', '采购日期', 'purchase date', 'date of purchase'],
    remark: ['说明', '附注', 'notes', 'note', 'remarks', 'comment'],
  },
}
