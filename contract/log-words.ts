import { accessEvents } from './entities/record/access-log.ts'
import { rowVerbs } from './kit/entity/history.ts'
import type { Words } from './kit/words.ts'

/** The subjects of events that are not rows of entities, by their recorded name. */
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

/** The acts on them that are not calls. */
export const logActs: Readonly<Record<string, Words>> = { ...rowVerbs, ...accessEvents, discarded: { zh: '已停止发送', en: 'Discarded' } }
