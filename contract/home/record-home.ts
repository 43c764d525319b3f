import { accessLog } from '../entities/record/access-log.ts'
import type { HomeFacts } from '../kit/entity/home.ts'

const log = { of: accessLog, page: '/system/access-log', kind: 'warn', in: 'all' } as const
const week = '_today-7'

/** Changes of rights, exports and refused sign-ins on the first page. */
export const recordHome: HomeFacts = {
  figures: [
    {
      ...log,
      name: 'platform.rights',
      zh: '近 7 天权限变更',
      en: 'Permission changes in 7 days',
      where: { event: 'rightsChange,roleChange,status,remove,passwordRule,hospital', createTime_dategt: week },
      tone: 'plain',
      hint: { zh: '角色、权限、账号启停和密码规则的变更', en: 'Changes to roles, permissions, accounts and password rules' },
    },
    {
      ...log,
      name: 'platform.exports',
      zh: '近 7 天数据导出',
      en: 'Exports in 7 days',
      where: { event: 'export', createTime_dategt: week },
      tone: 'plain',
      hint: { zh: '谁把哪些数据导出成文件', en: 'Who exported which data' },
    },
    {
      ...log,
      name: 'platform.refused',
      zh: '近 7 天登录异常',
      en: 'Refused sign-ins in 7 days',
      where: { event: 'wrongPassword,lockedOut,refreshReuse', createTime_dategt: week },
      tone: 'warn',
      hint: { zh: '密码错误、锁定和令牌被重复使用', en: 'Wrong passwords, locked accounts and tokens used twice' },
    },
  ],
}
