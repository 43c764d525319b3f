import type { ServerArea } from '#server/kit/area.ts'
import { endLostImports } from './end-lost.ts'
import { importAnswers } from './import-answers.ts'
import { endImports } from './run-thread.ts'

export const importServer: ServerArea = {
  name: 'import',
  answers: importAnswers,
  jobs: [{ name: 'endLostImports', cron: '* * * * *', run: ({ pool }) => endLostImports(pool) }],
  onClose: endImports,
}
