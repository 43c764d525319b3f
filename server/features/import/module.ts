import type { ServerModule } from '#server/kit/module.ts'
import { importAnswers } from './import-answers.ts'
import { endLostImports } from './work/end-lost.ts'
import { importKind } from './work/import-kind.ts'
import { endImports } from './work/run-thread.ts'

export const importServer: ServerModule = {
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
