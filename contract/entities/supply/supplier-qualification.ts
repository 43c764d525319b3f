import { entity } from '../../kit/entity/entity.ts'
import { choice, date, ids, link, text } from '../../kit/fields/field.ts'

/** A licence or an authorisation that a supplier works by. */
export const supplierQualification = entity('supplierQualification', {
  zh: '供应商资质',
  en: 'Supplier qualification',
  many: 'Qualifications',
  module: 'supply',
  path: '/eam/supplierqual',
  title: 'certificateNo',
  called: ['supplier', 'qualificationKind'],
  table: 'tenant',
  softDelete: true,
  columns: ['certificateNo', 'supplier', 'qualificationKind', 'validUntil'],
  sort: { by: 'validUntil' },
  fields: {
    supplier: link({ zh: '供应商', en: 'Supplier', to: 'supplier', required: true, list: true, goesWith: true }),
    qualificationKind: choice({
      zh: '资质类型',
      en: 'Qualification type',
      required: true,
      list: true,
      initial: 'business',
      of: {
        business: { zh: '营业执照', en: 'Business licence' },
        distribution: { zh: '医疗器械经营许可证', en: 'Medical device distribution licence' },
        filing: { zh: '第二类医疗器械经营备案', en: 'Class II distribution filing' },
        production: { zh: '医疗器械生产许可证', en: 'Medical device production licence' },
        registration: { zh: '医疗器械注册证', en: 'Medical device registration' },
        authorisation: { zh: '厂家授权书', en: 'Manufacturer authorisation' },
        other: { zh: '其他', en: 'Other' },
      },
    }),
    certificateNo: text({ zh: '证书编号', en: 'Certificate no.', required: true, list: true, search: true, max: 100 }),
    issuedBy: text({ zh: '发证机关', en: 'Issued by', list: true, max: 120 }),
    validFrom: date({ zh: '生效日期', en: 'Valid from' }),
    /** Empty where it does not expire. */
    validUntil: date({ zh: '有效期至', en: 'Valid until', list: true }),
    files: ids({ zh: '附件', en: 'Attachments', to: 'file', max: 20 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
