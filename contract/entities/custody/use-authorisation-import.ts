import type { ImportFacts } from '../../kit/sheets/import-facts.ts'

/** How a list of training is read into authorisations, a row for each person and class. */
export const useAuthorisationImport: ImportFacts = {
  same: [['authorisationNo']],
  maxRows: 20_000,
  note: 'remark',
  prefixes: ['授权', '培训'],
  aliases: {
    person: ['姓名', '被授权人', '操作人', '学员', '人员', 'person', 'name', 'user'],
    deviceClass: ['分类', '设备分类', '设备类别', '授权设备', 'device class', 'class', 'category'],
    validFrom: ['授权日期', '生效日', 'valid from', 'from'],
    validUntil: ['到期日期', '有效期', '截止日期', 'valid until', 'expires'],
    trainedOn: ['培训时间', 'trained on', 'training date'],
    trainer: ['讲师', '培训讲师', 'trainer'],
    trainingHours: ['学时', 'hours'],
  },
}
