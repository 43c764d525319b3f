import { entity } from '../../kit/entity/entity.ts'
import { text } from '../../kit/fields/field.ts'

/** A setting of a hospital, found by its key. */
export const param = entity('param', {
  zh: '系统参数',
  en: 'Parameter',
  module: 'settings',
  path: '/blade-system/param',
  title: 'paramName',
  table: 'tenant',
  softDelete: true,
  others: {},
  fields: {
    paramName: text({
      zh: '参数名称',
      en: 'Name',
      required: true,
      asks: { zh: '请输入参数名称', en: 'Enter a name' },
      list: true,
      search: true,
      max: 100,
    }),
    paramKey: text({
      zh: '参数键名',
      en: 'Key',
      required: true,
      asks: { zh: '请输入参数键名', en: 'Enter a key' },
      list: true,
      search: true,
      unique: true,
      max: 100,
    }),
    paramValue: text({
      zh: '参数键值',
      en: 'Value',
      required: true,
      asks: { zh: '请输入参数键值', en: 'Enter a value' },
      list: true,
      multiline: true,
      max: 2000,
    }),
    remark: text({ zh: '备注', en: 'Remark', list: true, multiline: true, max: 500 }),
  },
})
