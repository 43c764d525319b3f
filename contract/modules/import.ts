import { commonImportCalls } from '../calls/import/import.ts'
import { importJson } from '../calls/import/import-shapes.ts'
import { importJob } from '../entities/import/import-job.ts'
import { importNotices } from '../entities/import/import-notices.ts'
import { importEnd } from '../entities/import/import-rules.ts'
import { module } from '../kit/module.ts'

/** Spreadsheets on their way into the register. */
export const importModule = module({
  name: 'import',
  part: 'platform',
  entities: [importJob],
  json: importJson,
  calls: commonImportCalls,
  rules: [importEnd],
  secretCalls: ['user.importPasswords'],
  menu: [
    {
      under: 'asset',
      code: 'importJob',
      zh: '数据导入',
      en: 'Import',
      path: '/eam/imports',
      icon: 'sheet',
      entity: 'importJob',
      isOfHospitals: true,
    },
  ],
  notices: importNotices,
})
