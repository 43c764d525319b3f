import { entity } from '../../kit/entity/entity.ts'
import { choice, flag, text, time } from '../../kit/fields/field.ts'

const ofBucket = { when: { field: 'category', is: ['s3'] } } as const

/** The kinds of stores as front ends of the given calls number them; 1 is a store of S3's kind there, too. */
export const ossNumbers = { s3: 1, local: 9 } as const

/** A place for the contents of files, of the whole installation; rows of the platform's tenant. One is in use; its secret key is in no answer. */
export const oss = entity('oss', {
  zh: '对象存储',
  en: 'File store',
  module: 'tooling',
  path: '/blade-resource/oss',
  title: 'ossCode',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove'],
  softDelete: true,
  others: {
    takes: { category: { as: 'category', keys: ossNumbers } },
    shows: { categoryName: { as: 'categoryValue' }, status: { as: 'isActive', keys: { '': 1, 0: 1, 1: 2 } } },
    listed: ['region', 'accessKey', 'remark'],
  },
  fields: {
    ossCode: text({
      zh: '资源编号',
      en: 'Store code',
      required: true,
      list: true,
      search: true,
      unique: true,
      max: 60,
      pattern: '^[0-9A-Za-z][0-9A-Za-z_.-]*$',
      example: 'minio',
    }),
    category: choice({
      zh: '存储类型',
      en: 'Store type',
      required: true,
      list: true,
      of: { local: { zh: '本机磁盘', en: 'Local disk' }, s3: { zh: 'S3 兼容存储', en: 'S3-compatible' } },
    }),
    endpoint: text({
      zh: '服务地址',
      en: 'Address',
      list: true,
      max: 300,
      pattern: '^https?://[^\\s]+$',
      example: 'https://s3.example.org',
      ...ofBucket,
    }),
    bucketName: text({
      zh: '空间名',
      en: 'Bucket',
      list: true,
      max: 63,
      pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
      example: 'wardkeeper',
      ...ofBucket,
    }),
    region: text({ zh: '地域', en: 'Region', max: 40, pattern: '^[a-z0-9-]+$', example: 'us-east-1', ...ofBucket }),
    accessKey: text({ zh: '访问密钥', en: 'Access key', max: 128, ...ofBucket }),
    isActive: flag({ zh: '使用中', en: 'In use', readOnly: true, list: true }),
    holdsFiles: flag({ zh: '存有文件', en: 'Holds files', readOnly: true, list: true }),
    secretSetAt: time({ zh: '密钥设置时间', en: 'Secret set at', readOnly: true }),
    remark: text({ zh: '备注', en: 'Remark', search: true, max: 200 }),
  },
})
