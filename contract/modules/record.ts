import * as reviews from '../calls/record/access-review.ts'
import * as logs from '../calls/record/log.ts'
import { accessLog } from '../entities/record/access-log.ts'
import { recordHome } from '../home/record-home.ts'
import { module } from '../kit/module.ts'

/** What happened: the log of sign-ins and rights, the logs of the program, and the review of rights. */
export const recordModule = module({
  name: 'record',
  part: 'platform',
  entities: [accessLog],
  calls: [...Object.values(logs), ...Object.values(reviews)],
  menu: [
    {
      under: 'system',
      order: 10,
      code: 'accessLog',
      zh: '登录日志',
      en: 'Sign-in log',
      path: '/system/access-log',
      icon: 'list',
      entity: 'accessLog',
    },
    { under: 'system', order: 20, code: 'log', zh: '系统日志', en: 'System logs', path: '/system/log', icon: 'list', entity: 'log' },
    {
      under: 'system',
      order: 30,
      code: 'accessReview',
      zh: '权限复核',
      en: 'Access review',
      path: '/system/access-review',
      icon: 'role',
      entity: 'accessReview',
    },
  ],
  rights: {
    auditor: ['accessReview.*'],
  },
  home: recordHome,
})
