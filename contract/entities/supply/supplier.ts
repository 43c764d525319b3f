import { entity } from '../../kit/entity/entity.ts'
import { choice, flag, text } from '../../kit/fields/field.ts'

/** A company that sells, makes or services devices. */
export const supplier = entity('supplier', {
  zh: '供应商',
  en: 'Supplier',
  module: 'supply',
  path: '/eam/supplierinfo',
  title: 'supplierName',
  about: ['supplierKind', 'supplierCode'],
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'export', 'template'],
  names: { remove: ['deleted'] },
  softDelete: true,
  retired: { when: { isInactive: ['1'], isBlacklisted: ['1'] } },
  fields: {
    supplierName: text({ zh: '名称', en: 'Name', required: true, list: true, search: 'pinyin', max: 120 }),
    supplierCode: text({ zh: '编码', en: 'Code', list: true, search: true, unique: true, code: true, max: 40 }),
    supplierKind: choice({
      zh: '类型',
      en: 'Type',
      required: true,
      list: true,
      initial: 'dealer',
      of: {
        dealer: { zh: '经销商', en: 'Dealer' },
        maker: { zh: '生产厂家', en: 'Manufacturer' },
        service: { zh: '服务商', en: 'Service provider' },
      },
    }),
    creditCode: text({ zh: '统一社会信用代码', en: 'Credit code', max: 18, pattern: '^[0-9A-Z]{18}$', example: '91310000MA1FL0000X' }),
    contact: text({ zh: '联系人', en: 'Contact', list: true, search: true, max: 45 }),
    phone: text({ zh: '电话', en: 'Phone', list: true, max: 20, pattern: '^[0-9+()\\- ]{5,20}$', example: '021-12345678' }),
    email: text({ zh: '邮箱', en: 'Email', max: 80, pattern: '^[^@\\s]+@[^@\\s]+$', example: 'name@supplier.cn' }),
    address: text({ zh: '地址', en: 'Address', max: 200 }),
    /** The number of the tenant of a service provider: orders may be shared with it. */
    providerTenant: text({
      zh: '服务商账号',
      en: 'Provider account',
      max: 12,
      pattern: '^[0-9A-Za-z]{1,12}$',
      example: '100005',
      fold: true,
    }),
    isInactive: flag({ zh: '停用', en: 'Inactive', list: true }),
    isBlacklisted: flag({ zh: '黑名单', en: 'Blacklisted', list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
