import { accessEvents } from './entities/platform/access-log.ts'
import { rowVerbs } from './kit/history.ts'
import type { Words } from './kit/words.ts'

/** What events are about beside rows of entities, by the names that they are recorded under. */
export const logSubjects: Readonly<Record<string, Words>> = {
  session: { zh: '登录会话', en: 'Session' },
  region: { zh: '行政区划', en: 'Division' },
  dict: { zh: '系统字典', en: 'System dictionary' },
  dictBiz: { zh: '业务字典', en: 'Business dictionary' },
  apiScope: { zh: '接口范围', en: 'API scope' },
  backgroundJob: { zh: '后台任务', en: 'Background task' },
  timedJob: { zh: '定时任务', en: 'Scheduled tasks' },
  op: { zh: '离线操作', en: 'Offline operation' },
}

/** What is done with them, where it is no call of theirs. */
export const logActs: Readonly<Record<string, Words>> = { ...rowVerbs, ...accessEvents, discarded: { zh: '已停止发送', en: 'Discarded' } }
