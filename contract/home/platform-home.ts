import { accessLog } from '../entities/platform/access-log.ts'
import { dept } from '../entities/platform/dept.ts'
import { user } from '../entities/platform/user.ts'
import type { HomeFacts } from '../kit/home.ts'

const log = { of: accessLog, page: '/system/access-log', kind: 'warn', in: 'all' } as const
const week = '_today-7'

/** Departments, people and their rights on the first page. */
export const platformHome: HomeFacts = {
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
  help: [
    {
      name: 'platform.hospital',
      in: 'platform',
      zh: '新增机构',
      en: 'Add an organisation',
      has: ['hospital.submit'],
      page: '/system/hospital',
      order: 10,
      hint: { zh: '新增一家医院和它的管理员', en: 'Create a hospital and its administrator' },
    },
    {
      name: 'platform.depts',
      zh: '建立科室',
      en: 'Set up departments',
      has: ['dept.submit'],
      page: '/system/dept',
      done: { of: dept },
      order: 10,
      hint: { zh: '可以逐个新增，也可以用表格导入', en: 'Add them one by one or import a sheet' },
    },
    {
      name: 'platform.people',
      zh: '添加人员',
      en: 'Add people',
      has: ['user.submit'],
      page: '/system/user',
      done: { of: user, than: 1 },
      order: 20,
      hint: { zh: '给每个人账号、科室和角色', en: 'Give each person an account, a department and a role' },
    },
  ],
}
