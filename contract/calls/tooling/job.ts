import { listOf, one, out, pageOf } from '../../kit/entity/answer.ts'
import { type CallFacts, call } from '../../kit/entity/call.ts'
import { choice, integer, text } from '../../kit/fields/field.ts'
import { jobStates } from '../../kit/sheets/job.ts'

/** A job as lists show it. `canCancel`, `canDownload`: for the person who asks. */
const job = {
  id: out.text,
  kind: out.text,
  kindName: out.text,
  subject: out.text,
  status: out.key(jobStates),
  phase: out.nullable(out.text),
  done: out.number,
  total: out.nullable(out.number),
  note: out.nullable(out.text),
  userName: out.nullable(out.text),
  createTime: out.text,
  endTime: out.nullable(out.text),
  fileName: out.nullable(out.text),
  canCancel: out.boolean,
  canDownload: out.boolean,
} as const

const input = {
  current: integer({ zh: '页码', en: 'Page' }),
  size: integer({ zh: '每页', en: 'Page size' }),
  status: choice({ zh: '状态', en: 'Status', of: jobStates }),
}
const id = text({ zh: '任务', en: 'Task', required: true, max: 36, pattern: '^[0-9a-f-]{36}$' })
const facts = { module: 'tooling', method: 'GET', reads: [] } as const satisfies Partial<CallFacts>
const writing = { module: 'tooling', method: 'POST', writes: true, changes: [] } as const satisfies Partial<CallFacts>

/** The person's own work in the background, the newest first. */
export const jobsMine = call('backgroundJob.mine', {
  ...facts,
  zh: '我的后台任务',
  en: 'My background tasks',
  path: '/blade-system/job/list',
  may: 'session',
  answers: pageOf(job),
  input,
})

/** The work in the background of the whole hospital, without its files. */
export const jobsOfTenant = call('backgroundJob.all', {
  ...facts,
  zh: '查看与取消全院后台任务',
  en: 'View and cancel everyone’s background tasks',
  path: '/blade-system/job/tenant-list',
  may: 'backgroundJob.manage',
  answers: pageOf(job),
  input,
})

/** Cancels a job: one's own, or with the right to manage them any of the hospital. What it has done so far is undone. */
export const jobCancel = call('backgroundJob.cancel', {
  ...writing,
  changes: ['importJob'],
  zh: '取消后台任务',
  en: 'Cancel a background task',
  path: '/blade-system/job/cancel',
  may: 'session',
  answers: one({ id: out.text }),
  input: { id },
})

/** The result file of one's own job, as long as it is kept and the person still holds the rights that it was made with. */
export const jobFile = call('backgroundJob.file', {
  ...facts,
  zh: '下载后台任务的结果',
  en: 'Download a background task result',
  path: '/blade-system/job/file',
  may: 'session',
  answers: { kind: 'file', shape: { is: 'anything' } },
  timeoutS: 120,
  input: { id },
})

/**
 * Starts the export of a list in the background when it has many rows. `search`: filters, keyword, order and columns of the list, as its export takes
 * them. Answers no id for few rows: the caller then downloads them directly.
 */
export const exportStart = call('backgroundJob.export', {
  ...writing,
  zh: '后台导出列表',
  en: 'Export a list in the background',
  path: '/blade-system/job/export',
  may: 'session',
  answers: one({ id: out.nullable(out.text) }),
  timeoutS: 60,
  input: {
    entity: text({ zh: '列表', en: 'List', required: true, max: 60 }),
    search: text({ zh: '列表条件', en: 'List filters', max: 4000 }),
  },
})

/** The timed jobs of the program with their schedules, last and next runs. */
export const timedJobList = call('timedJob.list', {
  ...facts,
  zh: '查看定时任务',
  en: 'View scheduled tasks',
  path: '/blade-system/timed-job/list',
  may: 'timedJob.list',
  answers: listOf({
    name: out.text,
    title: out.text,
    cron: out.text,
    beginTime: out.nullable(out.text),
    seconds: out.nullable(out.number),
    outcome: out.nullable(out.word('done', 'failed')),
    note: out.nullable(out.text),
    nextTime: out.text,
    isOpen: out.boolean,
  }),
  input: {},
})

/** Runs a timed job now, for the whole installation. Refused while it runs. */
export const timedJobRun = call('timedJob.run', {
  ...writing,
  zh: '立即运行定时任务',
  en: 'Run a scheduled task now',
  path: '/blade-system/timed-job/run',
  may: 'timedJob.run',
  answers: one({ id: out.text }),
  input: { name: text({ zh: '定时任务', en: 'Scheduled task', required: true, max: 60 }) },
})
