import { listOf, one, out, pageOf } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { integer, text } from '../../kit/fields/field.ts'

const tenantId = text({ zh: '租户编号', en: 'Tenant', max: 12, pattern: '^[0-9A-Za-z]{1,12}$', example: '100001' })

/** The one database and where files lie. Another database is refused: tenants are apart by row level security. */
export const tenantDatasource = call('hospital.datasource', {
  zh: '租户数据源',
  en: 'Tenant database',
  module: 'settings',
  method: 'POST',
  path: '/blade-system/tenant/datasource',
  may: 'hospital.submit',
  writes: true,
  changes: [],
  answers: one({ tenantId: out.text, datasourceId: out.text, datasourceName: out.text, files: out.text }),
  input: { tenantId, datasourceId: text({ zh: '数据源', en: 'Database', max: 64 }) },
})
const datasource = { id: out.text, name: out.text, driverClass: out.text, isDeleted: out.flag, status: out.number } as const
const ofDatasource = { module: 'settings', method: 'GET', may: 'codeForm.list', reads: [] } as const
/** The one database of all tenants; its address and its account are in no answer. */
export const datasourceSelect = call('datasource.select', {
  ...ofDatasource,
  zh: '数据源选项',
  en: 'Database options',
  path: '/blade-develop/datasource/select',
  answers: listOf(datasource),
  input: {},
})
export const datasourceList = call('datasource.list', {
  ...ofDatasource,
  zh: '数据源列表',
  en: 'Databases',
  path: '/blade-develop/datasource/list',
  answers: pageOf(datasource),
  input: {
    current: integer({ zh: '页码', en: 'Page' }),
    size: integer({ zh: '每页', en: 'Page size' }),
    name: text({ zh: '名称', en: 'Name', max: 60 }),
  },
})
