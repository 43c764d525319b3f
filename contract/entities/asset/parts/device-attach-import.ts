import type { ImportFacts } from '../../../kit/sheets/import-facts.ts'

/** How lists of old certificates and other documents are read: the papers of devices, without their files. */
export const deviceAttachImport: ImportFacts = {
  same: [['documentNo', 'device', 'attachType']],
  maxRows: 50_000,
  codes: ['documentNo'],
  note: 'remark',
  prefixes: ['资料', '证书', '文件', 'document', 'certificate'],
  aliases: {
    attachName: ['名称', '文件名称', '证书名称', 'name', 'title', 'document', 'certificate'],
    attachType: ['类型', '证书类型', '类别', 'type', 'kind'],
    device: ['设备', '设备名称', '设备编号', '资产编号', 'device', 'equipment', 'asset number'],
    documentNo: ['编号', '证书编号', '注册证号', '检定证书号', '证书号', 'no', 'number', 'certificate no', 'certificate number'],
    issuedOn: ['日期', '发证日期', '检定日期', '校准日期', '批准日期', 'date', 'issued', 'issue date', 'calibrated on'],
    validUntil: ['有效期', '有效期至', '到期日期', '截止日期', 'valid until', 'expiry', 'expires', 'due date'],
    keptAt: ['存放处', '存放位置', '保存地点', 'kept at', 'place'],
    remark: ['说明', '附注', 'notes', 'note', 'remarks', 'comment'],
  },
}
