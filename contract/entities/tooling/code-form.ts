import { roleNames } from '../../kit/access/role-names.ts'
import { entity } from '../../kit/entity/entity.ts'
import { choice, choices, integer, text } from '../../kit/fields/field.ts'

const { administrator: _, virtual: __, ...given } = roleNames

/** The modules that a generated entity may belong to. */
export const codeModules = {
  asset: { zh: '设备', en: 'Devices' },
  check: { zh: '盘点', en: 'Checks' },
  custody: { zh: '设备领用', en: 'Custody' },
  disposal: { zh: '处置', en: 'Disposals' },
  flow: { zh: '审批', en: 'Approvals' },
  label: { zh: '标签', en: 'Labels' },
  ledger: { zh: '财务台账', en: 'Ledger' },
  place: { zh: '位置与库房', en: 'Places' },
  platform: { zh: '平台', en: 'Platform' },
  pool: { zh: '共享设备', en: 'Shared devices' },
  service: { zh: '维修', en: 'Repairs' },
  supply: { zh: '供应商', en: 'Suppliers' },
} as const

/** The form from which the program writes the source of a new entity. Rows of the platform's tenant alone. */
export const codeForm = entity('codeForm', {
  zh: '代码生成',
  en: 'Code form',
  module: 'tooling',
  path: '/blade-develop/code',
  title: 'entityName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove'],
  softDelete: true,
  others: { shows: { codeName: { as: 'wordZh' }, serviceName: { as: 'module' }, tableName: { as: 'entityName' }, pkName: { is: 'id' } } },
  lines: [
    {
      zh: '字段',
      en: 'Fields',
      entity: 'codeField',
      by: 'form',
      as: 'fields',
      order: 'place',
      max: 60,
      required: true,
      totals: { fieldCount: [] },
    },
  ],
  fields: {
    entityName: text({
      zh: '实体名',
      en: 'Entity name',
      required: true,
      list: true,
      search: true,
      unique: true,
      max: 40,
      pattern: '^[a-z][A-Za-z0-9]{2,39}$',
      example: 'gasCylinder',
    }),
    wordZh: text({ zh: '中文名称', en: 'Chinese name', required: true, list: true, search: true, max: 40 }),
    wordEn: text({ zh: '英文名称', en: 'Name (English)', required: true, list: true, search: true, max: 60 }),
    module: choice({ zh: '模块', en: 'Module', required: true, list: true, initial: 'asset', of: codeModules }),
    menuGroup: text({
      zh: '菜单分组编码',
      en: 'Menu group code',
      max: 40,
      pattern: '^[A-Za-z][A-Za-z0-9]*$',
      example: 'system',
    }),
    scopeField: text({
      zh: '数据范围字段',
      en: 'Data scope field',
      max: 40,
      pattern: '^[a-z][A-Za-z0-9]*$',
      example: 'useDept',
    }),
    readers: choices({ zh: '可查看的角色', en: 'Roles that can view', of: given }),
    writers: choices({ zh: '可维护的角色', en: 'Roles that can edit', of: given }),
    fieldCount: integer({ zh: '字段数', en: 'Field count', readOnly: true, list: true }),
    remark: text({ zh: '备注', en: 'Remark', max: 200 }),
  },
})
