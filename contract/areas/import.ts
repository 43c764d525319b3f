import { commonImportCalls } from '../calls/import.ts'
import { importJob } from '../entities/platform/import-job.ts'
import { importNotices } from '../entities/platform/import-notices.ts'
import { importEnd } from '../entities/platform/import-rules.ts'
import { area } from '../kit/area.ts'

/** Spreadsheets on their way into the register. */
export const importArea = area({
  name: 'import',
  entities: [importJob],
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
