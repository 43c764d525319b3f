import { notify } from '#server/features/notice/public.ts'
import { exportKind } from '#server/kit/jobs/export-kind.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { apiScopeAnswers } from './api-scope-answers.ts'
import { apiScopeSaveAnswers } from './api-scope-save.ts'
import { clientAnswers } from './client-hooks.ts'
import { codeAnswers } from './code-answers.ts'
import { jobAnswers } from './job-answers.ts'
import { ossAnswers } from './oss-hooks.ts'
import { ossMoveKind } from './oss-move.ts'

export const toolingServer: ServerModule = {
  name: 'tooling',
  answers: [...apiScopeAnswers, ...jobAnswers, ...clientAnswers, ...apiScopeSaveAnswers, ...ossAnswers, ...codeAnswers],
  jobKinds: [exportKind, ossMoveKind],
  tellEnd: (tx, { userId, jobId, subject, note }) =>
    notify({ actor: { userId } }, tx, {
      kind: 'job_ended',
      subject,
      detail: note,
      target: 'backgroundJob',
      targetId: jobId,
      to: { self: true },
    }),
}
