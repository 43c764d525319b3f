import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { choice, link, text, time } from '../../kit/fields/field.ts'

/** What a sensor, or a gateway for all sensors of the hospital, signs in with. Its secret is shown once and stored as a hash. */
export const sensorCredential = entity('sensorCredential', {
  zh: '传感器凭证',
  en: 'Sensor credential',
  many: 'Sensor credentials',
  module: 'iot',
  path: '/iot/sensor-credential',
  title: 'credentialName',
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  columns: ['credentialName', 'credentialState', 'sensor', 'revokedAt'],
  fields: {
    credentialName: text({ zh: '凭证名称', en: 'Credential name', required: true, readOnly: true, list: true, search: 'pinyin', max: 100 }),
    credentialState: choice({
      zh: '凭证状态',
      en: 'Credential status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'active',
      of: { active: { zh: '有效', en: 'Active', tone: 'good' }, revoked: { zh: '已吊销', en: 'Revoked', tone: 'plain' } },
    }),
    /** Empty: a gateway, which sends for every sensor of the hospital. */
    sensor: link({ zh: '限定传感器', en: 'Limited to sensor', to: 'sensorConfig', readOnly: true, list: true, goesWith: true }),
    revokedAt: time({ zh: '吊销时间', en: 'Revoked', readOnly: true, list: true }),
  },
})

/** A revoked credential stays revoked. */
export const credentialFlow = machine(sensorCredential, 'credentialState', {
  revoke: {
    from: ['active'],
    to: 'revoked',
    zh: '吊销',
    en: 'Revoke',
    may: 'sensorCredential.manage',
    confirm: true,
    sets: { revokedAt: 'now' },
    input: { reason: text({ zh: '原因', en: 'Reason', max: 200 }) },
  },
})
