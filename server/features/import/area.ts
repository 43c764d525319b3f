import type { ServerArea } from '#server/kit/area.ts'
import { endLostImports } from './end-lost.ts'
import { importAnswers } from './import-answers.ts'
import { importKind } from './import-kind.ts'
import { endImports } from './run-thread.ts'

export const importServer: ServerArea = {
  name: 'import',
  answers: importAnswers,
  jobs: [
    {
      name: 'endLostImports',
      zh: '结束无人处理的导入',
      en: 'End abandoned imports',
      cron: '* * * * *',
      run: ({ pool }) => endLostImports(pool),
    },
  ],
  jobKinds: [importKind],
  onClose: endImports,
}
